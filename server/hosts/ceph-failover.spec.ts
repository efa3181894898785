// Two hosts on a real Ceph, over the API: copies, boots and a move, then hosts that lose the control plane. Their guest is started on the
// other one after Ceph has blocked the host, which goes on writing, or after an agent or a person has turned it off; and they come back.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { domains, makeHost, removeHost, type TestHost } from '#drivers/libvirt/testing/added-host.ts'
import { guestBootSector, numbersIn } from '#drivers/libvirt/testing/guest.ts'
import { needing } from '../../scripts/needs.mjs'
import { builtServer, type Replica, startReplica } from '../testing-replicas.ts'
import { type CephSite, HOST_ADDRESSES, startCephSite } from './testing-ceph-site.ts'
import { consoleOf, outputOn } from './testing-counting-guest.ts'
import { callsTo, GIB, IN, SLOW } from './testing-hosts.ts'
import { makePower, plugOf, POWER_AGENT, type Power } from './testing-power.ts'

const NEEDS = { ...needing('hosts'), ...needing('ceph-machines') }
const NO_NETWORK = { network_interfaces: { type: 'none' } }
/** Not much more than the shortest that can be set: a busy machine has to look at what is so before it is over. */
const WAIT_SECONDS = 20

interface Failover {
  state: string
  fenced_by: string | null
  problem: string | null
  time_fencing: string | null
  time_fenced: string | null
  time_restarted: string | null
  time_ended: string | null
  instances: { instance_name: string; state: string; to_sled_id: string | null }[]
}

describe('two hosts on Ceph', NEEDS, () => {
  const root = mkdtempSync(join(tmpdir(), 'rw-ceph-hosts-'))
  const data = join(root, 'data')
  /** What to do before Ceph is told to block somebody. */
  const hook = join(root, 'before-block')
  const beforeBlock = `case "$*" in *" blocklist add "*) [ ! -e ${hook} ] || sh ${hook} ;; esac`
  let site: CephSite
  let power: Power
  let server: Replica
  let image_id = ''
  let first: TestHost
  let second: TestHost
  const calls = callsTo(() => server)
  const ok: Replica['ok'] = (...args) => server.ok(...args)

  beforeAll(async () => {
    mkdirSync(join(root, 'bin'))
    power = makePower(join(root, 'agents'))
    site = await startCephSite()
    await site.cluster.letFence(site.pool)
    for (const program of ['ssh', 'ssh-keyscan', 'rbd', 'ceph', 'qemu-img']) {
      const lines = ['#!/bin/sh', beforeBlock, `exec ${site.within.join(' ')} /usr/bin/${program} "$@"`]
      writeFileSync(join(root, 'bin', program), `${lines.join('\n')}\n`, { mode: 0o755 })
    }
    const { pool, user, conf } = site.pool
    const ceph = ['--volumes', `rbd:${pool}`, '--ceph-conf', conf, '--ceph-user', user]
    const PATH = `${join(root, 'bin')}:${process.env.PATH}`
    const options = ['--data', data, '--machines', 'hosts', ...ceph]
    server = await startReplica(await builtServer(), options, { PATH }, power.within)
    await server.logIn()
    // makes the key
    await ok('GET', '/rackwright/host-setup')
    ;[first, second] = (await Promise.all(
      site.daemons.map((daemon, n) => makeHost(daemon, HOST_ADDRESSES[n]!, data)),
    )) as [TestHost, TestHost]
    await calls.prepare()
    image_id = await calls.makeImage(guestBootSector())
  }, 300_000)

  afterAll(async () => {
    await server?.kill()
    for (const host of [first, second]) if (host) await removeHost(host)
    await site?.remove()
    rmSync(root, { recursive: true, force: true })
  })

  const sledOf = async (host: TestHost) => (await calls.view(host)).sled_id
  const failover = async (sled: string) => (await ok('GET', `/rackwright/sleds/${sled}/failover`)).failover as Failover
  const become = async (sled: string, state: string) => {
    await expect.poll(async () => (await failover(sled))?.state, SLOW).toBe(state)
    return failover(sled)
  }
  const kinds = async () =>
    ((await ok('GET', '/rackwright/issues')).items as { kind: string }[]).map(({ kind }) => kind)
  const alerts = async () =>
    ((await ok('GET', '/rackwright/alerts')).items as { alert_class: string }[]).map((each) => each.alert_class)
  const blocked = () => site.cluster.ceph('osd', 'blocklist', 'ls')
  const id = async (name: string) => (await ok('GET', `/v1/instances/${name}${IN}`)).id as string
  const runsOn = async (name: string, host: TestHost) => {
    await expect.poll(() => domains(host), SLOW).toContain(await id(name))
    await expect.poll(() => calls.runState(name), SLOW).toBe('running')
  }

  /** Only one host takes new instances. */
  async function onlyOn(host?: TestHost) {
    for (const each of [first, second])
      await calls.setProvision(await sledOf(each), !host || each === host ? 'provisionable' : 'non_provisionable')
  }

  async function comesBack(host: TestHost) {
    site.join(host.daemon)
    await ok('POST', `/rackwright/hosts/${host.id}/check`)
    const ended = await become(await sledOf(host), 'ended')
    await expect.poll(() => calls.stateOf(host), SLOW).toBe('in_service')
    expect(domains(host)).toBe('')
    await expect.poll(kinds, SLOW).not.toContain('sled_fenced')
    return ended
  }

  async function setFence(host: TestHost, agent: string, ...options: string[]) {
    const path = `/rackwright/sleds/${await sledOf(host)}/fence`
    await ok('PUT', path, { agent, options, secrets: null })
    return ok('POST', `${path}/test`)
  }

  test('join, and see the volumes', async () => {
    for (const host of [first, second]) {
      await calls.add(host)
      await calls.trust(host)
      await calls.putIntoService(host)
      const { checks } = await calls.view(host)
      expect(checks.find(({ name }) => name === 'volumes')).toMatchObject({ state: 'ok' })
    }
    const { items } = await ok('GET', '/rackwright/fence-agents')
    expect(items).toEqual(expect.arrayContaining(['fence_ceph']))
  }, 300_000)

  test('boot a guest, copy its disk while it writes, boot the copy, and move the guest', async () => {
    await onlyOn(first)
    await calls.createInstance('db', image_id, NO_NETWORK)
    const console = await consoleOf(server, 'db')
    const before = await console.count(10)
    const snapshot = await ok('POST', `/v1/snapshots${IN}`, { name: 'copy', description: '', disk: 'db-boot' })
    const snapshotState = async () => (await ok('GET', `/v1/snapshots/copy${IN}`)).state
    await expect.poll(snapshotState, SLOW).toBe('ready')
    const after = await console.read()
    await console.count(10)

    await onlyOn(second)
    const disk_source = { type: 'snapshot', snapshot_id: snapshot.id }
    const boot_disk = { type: 'create', name: 'copy-boot', description: '', size: GIB, disk_source }
    await calls.createInstance('copy', image_id, { ...NO_NETWORK, boot_disk })
    const copied = await (await consoleOf(server, 'copy')).read()
    expect(copied).toBeGreaterThanOrEqual(before)
    expect(copied).toBeLessThanOrEqual(after)
    await ok('POST', `/rackwright/instances/copy/force-stop${IN}`)
    await expect.poll(() => calls.runState('copy'), SLOW).toBe('stopped')

    await ok('POST', `/rackwright/instances/db/migrate${IN}`, { sled_id: await sledOf(second) })
    const migration = () => ok('GET', `/rackwright/instances/db/migration${IN}`)
    await expect.poll(migration, SLOW).toMatchObject({ state: 'completed' })
    expect(domains(first)).toBe('')
    expect(domains(second)).toContain(await id('db'))
    const moved = numbersIn(console.said(), '+').length
    await expect.poll(() => numbersIn(console.said(), '+').length, SLOW).toBeGreaterThan(moved + 10)
    const all = numbersIn(console.said(), '+')
    expect(all).toEqual(all.map((_, n) => n + 1))
    expect(numbersIn(console.said(), '!')).toEqual([])
    await onlyOn()
  }, 600_000)

  test('one that loses the control plane is blocked by Ceph, and nothing that its guest writes then arrives', async () => {
    await ok('PUT', '/rackwright/failover-settings', { enabled: true, wait_seconds: WAIT_SECONDS })
    const sled = await sledOf(second)
    const [ours, its] = HOST_ADDRESSES as [string, string]
    expect(await setFence(second, 'fence_ceph', `ip=${ours}`)).toMatchObject({
      test_problem: `${ours} is an address of another host, which answers`,
    })
    expect(await setFence(second, 'fence_ceph', `ip=${its}`)).toMatchObject({ test_problem: null })
    const old = outputOn(second, await id('db'))
    const { tried } = old
    const seen = join(root, 'before-block.log')
    writeFileSync(hook, `[ -e ${seen} ] || cp ${old.path} ${seen}\n`)

    site.cut(second.daemon)
    const cutAt = tried()
    // it goes on writing while nobody else sees it
    await expect.poll(old.confirmed, SLOW).toBeGreaterThan(cutAt + 10)
    await become(sled, 'waiting')
    expect(await calls.runState('db')).toBe('running')
    expect(await ok('GET', `/v1/system/hardware/sleds/${sled}`)).toMatchObject({ state: 'active' })
    const fenced = await become(sled, 'fenced')
    expect(fenced).toMatchObject({ fenced_by: 'agent', problem: null })
    expect(await blocked()).toContain(`${its}:0/0`)
    const confirmed = numbersIn(readFileSync(seen, 'latin1'), '+').at(-1)!
    expect(confirmed).toBeGreaterThan(cutAt + 10)
    // QEMU keeps what it cannot write, and tells its guest of an error only now and then
    const blockedAt = tried()
    await expect.poll(tried, SLOW).toBeGreaterThan(blockedAt + 10)

    await runsOn('db', first)
    expect(domains(second)).toContain(await id('db'))
    const console = await consoleOf(server, 'db')
    const found = await console.read()
    expect(found).toBeGreaterThanOrEqual(confirmed)
    // one may have been on its way
    expect(found).toBeLessThanOrEqual(blockedAt + 1)
    expect(await console.count(10)).toBeGreaterThan(found)
    const written = await console.read()
    const triedBefore = tried()
    await expect.poll(tried, SLOW).toBeGreaterThan(triedBefore + 10)
    expect(await console.read()).toBe(written)

    const { instances, ...steps } = await failover(sled)
    expect(instances).toMatchObject([{ instance_name: 'db', state: 'restarted', to_sled_id: await sledOf(first) }])
    expect(steps.time_fencing! <= steps.time_fenced!).toBe(true)
    await expect.poll(async () => (await failover(sled)).time_restarted, SLOW).not.toBeNull()
    expect(await kinds()).toEqual(expect.arrayContaining(['sled_unreachable', 'sled_fenced']))
    await expect
      .poll(alerts, SLOW)
      .toEqual(expect.arrayContaining(['sled.unreachable', 'sled.fenced', 'instance.restarted']))

    // until what it still runs has ended, it stays blocked; whoever has taken the lock of a disk has blocked only that connection
    await comesBack(second)
    expect(await blocked()).not.toContain(`${its}:0/0`)
    old.close()
    expect(await console.read()).toBe(written)
    expect(domains(first)).toContain(await id('db'))
  }, 600_000)

  /** Lets the guest of a host write, and looks after all that its disk has once the host is off and another one has started it. */
  async function writesOn(host: TestHost) {
    await (await consoleOf(server, 'db')).count(10)
    const old = outputOn(host, await id('db'))
    return async (other: TestHost) => {
      await runsOn('db', other)
      const found = await (await consoleOf(server, 'db')).read()
      // one may have been on its way
      expect([old.confirmed(), old.confirmed() + 1]).toContain(found)
      old.close()
      const { instances } = await failover(await sledOf(host))
      expect(instances).toMatchObject([{ instance_name: 'db', state: 'restarted', to_sled_id: await sledOf(other) }])
    }
  }

  test('one that loses the control plane is turned off by its agent, and its guest has all that it wrote before', async () => {
    expect(await setFence(first, POWER_AGENT, plugOf(first))).toMatchObject({ test_problem: null })
    const startsOn = await writesOn(first)
    site.cut(first.daemon)
    expect(await become(await sledOf(first), 'fenced')).toMatchObject({ fenced_by: 'agent', problem: null })
    expect(power.isOn(first)).toBe(false)
    await startsOn(second)
    await power.on(first)
    await comesBack(first)
    expect(domains(second)).toContain(await id('db'))
  }, 600_000)

  test('one without an agent waits for a person, who turns it off and says so', async () => {
    const sled = await sledOf(second)
    await ok('DELETE', `/rackwright/sleds/${sled}/fence`)
    const startsOn = await writesOn(second)
    site.cut(second.daemon)
    await become(sled, 'waiting')
    await expect.poll(async () => (await failover(sled)).problem, SLOW).toMatch(/^The sled has no fence agent/)
    await expect.poll(alerts, SLOW).toContain('failover.blocked')
    expect([await calls.runState('db'), domains(first)]).toEqual(['running', ''])
    power.off(second)
    await ok('POST', `/rackwright/sleds/${sled}/confirm-off`)
    expect(await become(sled, 'fenced')).toMatchObject({ fenced_by: 'person', problem: null })
    await startsOn(first)
    await power.on(second)
    await comesBack(second)
    expect(domains(first)).toContain(await id('db'))
  }, 600_000)
})
