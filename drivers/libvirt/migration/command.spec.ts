// What virsh is asked for when a machine moves, and when its memory travels encrypted.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Duplex, PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { thisMachine } from '../access/local.ts'
import type { Host } from '../host.ts'
import { certificatesOf } from './certificates.ts'
import { canEncrypt, migrateCommand } from './command.ts'
import { openRelay } from './relay.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rw-tls-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const files = { '--xml': '/live.xml', '--persistent-xml': '/persistent.xml' }
const target = { uri: 'qemu+unix:///system?socket=/to', address: '192.0.2.12' }

test.each([true, false])('memory travels with TLS if the hosts have certificates: %s', (isEncrypted) => {
  const command = migrateCommand('a1', target, files, isEncrypted)
  expect(command.includes('--tls')).toBe(isEncrypted)
  expect(command.join(' ')).toContain('--migrateuri tcp://192.0.2.12')
})

function fill(path: string, names: string[]) {
  mkdirSync(path)
  for (const name of names) writeFileSync(join(path, name), '')
}

test('all files are needed, in the first folder that is there', async () => {
  const host = { access: thisMachine }
  const folders = [join(folder, 'own'), join(folder, 'default')]
  const all = ['ca-cert.pem', 'server-cert.pem', 'server-key.pem', 'client-cert.pem', 'client-key.pem']
  expect(await certificatesOf([host], folders)).toEqual(['none'])
  fill(folders[1]!, all)
  expect(await certificatesOf([host, host], folders)).toEqual(['all', 'all'])
  fill(folders[0]!, all.slice(1))
  expect(await certificatesOf([host], folders)).toEqual(['some'])
})

/** A host that says which certificates it has. */
const having = (found: string, code = 0) =>
  ({ sled_id: found, access: { run: async () => ({ code, output: `${found}\n` }) } }) as unknown as Host

test.each([
  ['all', 'all', true, 0],
  ['all', 'none', false, 1],
  ['some', 'all', false, 1],
  ['none', 'some', false, 1],
  ['none', 'none', false, 0],
])('certificates here: %s, there: %s, encrypted: %s, warnings: %i', async (here, there, isEncrypted, warnings) => {
  const warned: unknown[] = []
  const journey = { id: 'a1', from: having(here), to: having(there) }
  expect(await canEncrypt(journey, (_, fields) => void warned.push(fields))).toBe(isEncrypted)
  const from = { sled: here, certificates: here }
  const to = { sled: there, certificates: there }
  expect(warned).toEqual(Array.from({ length: warnings }, () => ({ instance: 'a1', from, to })))
})

test('a host that does not say is none without certificates', async () => {
  const journey = { id: 'a1', from: having('all'), to: having('all', 1) }
  await expect(canEncrypt(journey, () => undefined)).rejects.toMatchObject({ code: 'refused' })
})

/** A libvirt that says what it is told, and a virsh that has connected to it. */
async function relayed(onBreak: () => void) {
  const [says, hears] = [new PassThrough(), new PassThrough()]
  const there = Duplex.from({ readable: says, writable: hears })
  const host = { access: { ...thisMachine, connect: async () => there }, virsh: { uri: 'qemu:///system' } }
  const relay = await openRelay(host as unknown as Host, folder, 'to', onBreak)
  const virsh = connect(new URL(relay.uri).searchParams.get('socket')!)
  const heard: string[] = []
  virsh.on('data', (text) => heard.push(String(text)))
  const ended = new Promise((resolve) => virsh.once('close', resolve))
  says.write('ready')
  await expect.poll(() => heard).toEqual(['ready'])
  return { says, virsh, ended, relay }
}

test('a connection that ends is known here before virsh can know', async () => {
  const order: string[] = []
  const { says, virsh, ended, relay } = await relayed(() => order.push('here'))
  virsh.once('end', () => order.push('virsh'))
  says.end()
  await ended
  expect(order.slice(0, 2)).toEqual(['here', 'virsh'])
  relay.close()
})

test('a virsh that has done its work is not one whose connection has ended', async () => {
  let breaks = 0
  const { virsh, ended, relay } = await relayed(() => breaks++)
  virsh.end()
  relay.close()
  await ended
  expect(breaks).toBe(0)
})
