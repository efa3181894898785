// What virsh is asked for when a machine moves, and when its memory travels encrypted.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Duplex, PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { thisMachine } from '../access/local.ts'
import type { Host } from '../host.ts'
import { haveCertificates } from './certificates.ts'
import { migrateCommand } from './command.ts'
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

test('both hosts need all files, in the first folder that is there', async () => {
  const host = { access: thisMachine }
  const folders = [join(folder, 'own'), join(folder, 'default')]
  const all = ['ca-cert.pem', 'server-cert.pem', 'server-key.pem', 'client-cert.pem', 'client-key.pem']
  expect(await haveCertificates([host, host], folders)).toBe(false)
  fill(folders[1]!, all)
  expect(await haveCertificates([host, host], folders)).toBe(true)
  const none = { access: { ...thisMachine, run: async () => ({ code: 1 }) } } as unknown as Pick<Host, 'access'>
  expect(await haveCertificates([host, none], folders)).toBe(false)
  fill(folders[0]!, all.slice(1))
  expect(await haveCertificates([host, host], folders)).toBe(false)
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
