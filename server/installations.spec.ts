// Several installations on one libvirt and one OVN: side by side, killed, copied by hand, restored beside the original, and taking over
// its machines. No guest may end or restart, and no VPC may vanish, unless its own installation says so.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startTestDaemon, type TestDaemon } from '#drivers/libvirt/testing/daemon.ts'
import { startRig, type Rig } from '#drivers/ovn/testing/rig.ts'
import { bootGuest, furnish, IN, SLOW, stateOf } from './testing-guests.ts'
import { builtServer, type Replica, startReplica } from './testing-replicas.ts'
import { needing } from '../scripts/needs.mjs'

/** Kills the server that wants to write with it. */
const DEADLY_VIRSH = `#!/bin/sh
PATH=\${PATH#*:}
case "$4" in metadata) kill -KILL $PPID ;; *) exec virsh "$@" ;; esac
`
const LEFT_ALONE = 'which are left alone'

const allIssues = async (server: Replica) =>
  (await server.ok('GET', '/rackwright/issues')).items as { kind: string; target_name: string; count: number }[]
const issuesOf = async (server: Replica) => (await allIssues(server)).map(({ kind }) => kind)
const storageIssues = async (server: Replica) =>
  (await allIssues(server)).filter(({ kind, target_name }) => kind === 'work_failing' && target_name === 'storage')
const vpcOf = async (server: Replica) => (await server.ok('GET', `/v1/vpcs/default${IN}`)).id as string
const isApplied = async (server: Replica) =>
  (await server.ok('GET', `/rackwright/vpcs/default/network-status${IN}`)).is_applied

/** A server has looked at everything once it has made something of its own. */
async function settled(server: Replica) {
  await server.ok('POST', '/v1/projects', { name: `p-${crypto.randomUUID()}`, description: '' })
  await expect.poll(() => server.said().includes(LEFT_ALONE), SLOW).toBe(true)
}

describe('installations on one host', { ...needing('machines'), ...needing('networks') }, () => {
  const root = mkdtempSync(join(tmpdir(), 'rw-inst-'))
  const servers = new Set<Replica>()
  let rig: Rig
  let daemon: TestDaemon
  let built: string
  let original: Replica
  /** The guest of the original. */
  let guest: { id: string; pid: string }

  const at = (name: string) => join(root, name)
  const rack = () =>
    `--machines ${daemon.uri} --network ovn:${rig.northbound} --network-southbound ovn:${rig.southbound}`.split(' ')
  const virsh = (...args: string[]) => execFileSync('virsh', ['-q', '-c', daemon.uri, ...args], { encoding: 'utf8' })
  const run = (...args: string[]) =>
    execFileSync(process.execPath, [built, ...args], { encoding: 'utf8', env: { PATH: process.env.PATH } })

  async function start(name: string): Promise<Replica> {
    const server = await startReplica(built, ['--data', at(name), ...rack()])
    servers.add(server)
    await server.logIn()
    return server
  }

  async function end(server: Replica) {
    await server.kill()
    servers.delete(server)
  }

  async function boot(server: Replica, name: string): Promise<{ id: string; pid: string }> {
    const id = await bootGuest(server, name)
    return { id, pid: processOf(id) }
  }

  /** A guest that was restarted has another process. */
  const processOf = (id: string) => readFileSync(join(daemon.folder, `run/qemu/rackwright-${id}.pid`), 'utf8')
  const routers = () => rig.nbctl('lr-list')
  const marksOf = (id: string) => /<rackwright-owner:owner [^>]*>/.exec(virsh('dumpxml', `rackwright-${id}`))?.[0]
  const diskIn = async (server: Replica, data: string, name: string) =>
    existsSync(join(at(data), 'disks', `${(await server.ok('GET', `/v1/disks/${name}${IN}`)).id as string}.blocks`))

  async function expectUntouched() {
    expect(processOf(guest.id)).toBe(guest.pid)
    expect(await stateOf(original, 'db1')).toBe('running')
    expect(await routers()).toContain(await vpcOf(original))
    expect(await isApplied(original)).toBe(true)
  }

  beforeAll(async () => {
    ;[rig, built] = await Promise.all([startRig(['host-1']), builtServer()])
    daemon = await startTestDaemon(rig.chassis.get('host-1'))
    original = await start('original')
    await furnish(original, 2)
    guest = await boot(original, 'db1')
    await vi.waitFor(async () => expect(await isApplied(original)).toBe(true), SLOW)
  }, 240_000)

  afterAll(async () => {
    for (const server of servers) await server.kill()
    await daemon?.remove()
    await rig?.remove()
    rmSync(root, { recursive: true, force: true })
  })

  test('two side by side, each killed and started again', { timeout: 300_000 }, async () => {
    let second = await start('second')
    expect(second.said()).toContain('libvirt has machines of other installations, which are left alone')
    expect(second.said()).toContain('OVN has VPCs of other installations, which are left alone')
    await furnish(second, 3)
    const other = await boot(second, 'db1')
    await expectUntouched()
    await end(second)
    second = await start('second')
    await end(original)
    original = await start('original')
    await expect.poll(() => stateOf(second, 'db1'), SLOW).toBe('running')
    expect(processOf(other.id)).toBe(other.pid)
    await expectUntouched()
    await second.ok('POST', `/rackwright/instances/db1/force-stop${IN}`)
    await expect.poll(() => stateOf(second, 'db1'), SLOW).toBe('stopped')
    await second.ok('DELETE', `/v1/instances/db1${IN}`)
    await expect.poll(() => virsh('list', '--all', '--name').trim(), SLOW).toBe(`rackwright-${guest.id}`)
    await expectUntouched()
    await end(second)
  })

  test('machines and VPCs of 0.2.0 go on, and are marked', { timeout: 200_000 }, async () => {
    const before = marksOf(guest.id)
    await end(original)
    virsh('metadata', `rackwright-${guest.id}`, '--uri', 'urn:rackwright:owner', '--remove', '--config', '--live')
    const router = (await routers()).split(' ')[0]!
    for (const tag of ['installation', 'epoch'])
      await rig.nbctl('remove', 'Logical_Router', router, 'external_ids', `rackwright-${tag}`)
    expect(marksOf(guest.id)).toBeUndefined()
    original = await start('original')
    await expect.poll(() => marksOf(guest.id), SLOW).toBe(before)
    await expect.poll(() => rig.nbctl('list', 'Logical_Router'), SLOW).toContain('rackwright-installation=')
    await expect.poll(() => isApplied(original), SLOW).toBe(true)
    await expectUntouched()
  })

  test('a data directory that was copied by hand', { timeout: 200_000 }, async () => {
    await end(original)
    execFileSync('cp', ['-a', at('original'), at('copy')])
    original = await start('original')
    const copy = await start('copy')
    expect(copy.said()).toContain('this data directory is a copy, so it is an installation of its own now')
    await settled(copy)
    await expect.poll(() => stateOf(copy, 'db1'), SLOW).not.toBe('running')
    await expectUntouched()
    await end(copy)
    expect(readFileSync(join(at('copy'), 'installation-id'))).not.toEqual(
      readFileSync(join(at('original'), 'installation-id')),
    )
  })

  test('a restored copy beside the original', { timeout: 200_000 }, async () => {
    run('backup', at('monday.tar.gz'), '--data', at('original'))
    cpSync(join(at('original'), 'secret-key'), join(root, 'secret-key'))
    run('restore', at('monday.tar.gz'), '--data', at('restored'), '--secret-key-file', at('secret-key'))
    cpSync(at('secret-key'), join(at('restored'), 'secret-key'))
    const restored = await start('restored')
    await settled(restored)
    await expect.poll(() => stateOf(restored, 'db1'), SLOW).not.toBe('running')
    await expectUntouched()
    await end(restored)
  })

  test('a take-over while the original runs, and after it has stopped', { timeout: 400_000 }, async () => {
    const takeOver = (backup: string, data: string, PATH = process.env.PATH) => {
      const line = ['restore', at(backup), '--data', at(data), '--secret-key-file', at('secret-key'), '--take-over']
      return execFileSync(process.execPath, [built, ...line, ...rack()], { encoding: 'utf8', env: { PATH } })
    }
    const withKey = async (data: string) => {
      cpSync(at('secret-key'), join(at(data), 'secret-key'))
      return start(data)
    }
    // what the guest writes would be left behind
    const snapshot = ['--disk-only', '--no-metadata', '--diskspec', 'vdz,snapshot=no']
    virsh('snapshot-create-as', `rackwright-${guest.id}`, 'nightly', ...snapshot)
    const early = [
      '--data',
      at('early'),
      '--secret-key-file',
      at('secret-key'),
      '--take-over',
      '--machines',
      daemon.uri,
    ]
    expect(run('restore', at('monday.tar.gz'), ...early)).toContain('merge it with virsh blockcommit first')
    virsh('blockcommit', `rackwright-${guest.id}`, 'vda', '--active', '--pivot', '--wait')
    await expectUntouched()
    const said = takeOver('monday.tar.gz', 'taker')
    expect(said).toContain(`Machines to take over:\n  db1 (${guest.id}), running\n`)
    expect(said).toContain('took over 1 machines and 1 VPCs')
    expect(existsSync(join(at('taker'), 'taking-over'))).toBe(false)
    const leavesAlone = async () => {
      await expect.poll(() => issuesOf(original), SLOW).toContain('instance_taken_over')
      expect(await stateOf(original, 'db1')).toBe('running')
      expect(await diskIn(original, 'original', 'db1')).toBe(false)
    }
    await leavesAlone()
    const taker = await withKey('taker')
    await expect.poll(() => stateOf(taker, 'db1'), SLOW).toBe('running')
    expect(await diskIn(taker, 'taker', 'db1')).toBe(true)
    expect(processOf(guest.id)).toBe(guest.pid)
    await expect.poll(() => isApplied(taker), SLOW).toBe(true)
    // the original comes back, without a disk that nobody has moved
    const { id: lost } = await original.ok('GET', `/v1/disks/upload${IN}`)
    await end(original)
    rmSync(join(at('original'), 'disks', `${lost as string}.blocks`))
    original = await start('original')
    await leavesAlone()
    expect(processOf(guest.id)).toBe(guest.pid)

    // the taker is the master: its stop and its start count
    await taker.ok('POST', `/rackwright/instances/db1/force-stop${IN}`)
    await expect.poll(() => stateOf(taker, 'db1'), SLOW).toBe('stopped')
    await leavesAlone()
    await taker.ok('POST', `/v1/instances/db1/start${IN}`)
    await expect.poll(() => stateOf(taker, 'db1'), SLOW).toBe('running')
    await leavesAlone()

    // again, from an installation that has stopped
    run('backup', at('tuesday.tar.gz'), '--data', at('taker'))
    const pid = processOf(guest.id)
    await end(taker)
    // killed before it has written the first mark
    writeFileSync(join(root, 'virsh'), DEADLY_VIRSH, { mode: 0o755 })
    expect(() => takeOver('tuesday.tar.gz', 'third', `${root}:${process.env.PATH}`)).toThrow()
    await expect(withKey('third')).rejects.toThrow('the take-over of these data was interrupted')
    expect(processOf(guest.id)).toBe(pid)
    expect(takeOver('tuesday.tar.gz', 'third')).toContain('took over 1 machines and 1 VPCs')
    const third = await withKey('third')
    await expect.poll(() => stateOf(third, 'db1'), SLOW).toBe('running')
    expect(processOf(guest.id)).toBe(pid)
    expect(await diskIn(third, 'third', 'db1')).toBe(true)
    await leavesAlone()
    expect(readdirSync(join(at('third'), 'machines'))).toHaveLength(1)
    const missing = { count: 1, reason: expect.stringContaining(`disk ${lost as string} is missing`) }
    await expect.poll(() => storageIssues(original), SLOW).toMatchObject([missing])
    await third.ok('POST', `/rackwright/instances/db1/force-stop${IN}`)
    await expect.poll(() => stateOf(third, 'db1'), SLOW).toBe('stopped')
    await third.ok('DELETE', `/v1/instances/db1${IN}`)
    await expect.poll(() => virsh('list', '--all', '--name').trim(), SLOW).toBe('')
  })
})
