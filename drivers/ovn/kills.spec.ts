// Kills the databases, northd and a controller: traffic goes on, and what was to be changed meanwhile is changed afterwards.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DriverError } from '../driver-error.ts'
import type { Network, NetworkHop, VpcNetwork } from '../network.ts'
import { SILENT_MS } from './network.ts'
import { clock, openOn, plug, TestVpc } from './testing-vpc.ts'
import type { Daemon } from './testing/daemon.ts'
import type { Guest } from './testing/guest.ts'
import { OUTSIDE_IP, startRig, type Rig } from './testing/rig.ts'
import { needing } from '../../scripts/needs.mjs'

const isOut = async (guest: Guest) => (await guest.ask('TCP', OUTSIDE_IP, 80)) !== undefined

describe('OVN, killed', needing('networks'), () => {
  let rig: Rig
  let network: Network
  let web: Guest
  let db: Guest
  const vpc = new TestVpc(1)
  const [webNic, dbNic] = [vpc.machine('web', 5), vpc.machine('db', 6)]
  for (const nic of [webNic, dbNic]) vpc.external('snat', '203.0.113.10', nic)
  const { routes } = vpc.network

  beforeAll(async () => {
    rig = await startRig()
    const nameFile = join(rig.chassis.get('host-1')!.folder, 'system-id.conf')
    writeFileSync(nameFile, 'host-1\n')
    network = await openOn(rig, { answerTimeoutMs: 1_000, keepaliveMs: 200, nameFile })
    await network.apply(vpc.network)
    web = await plug(rig, 'host-1', webNic)
    db = await plug(rig, 'host-2', dbNic)
    for (const guest of [db, rig.outside]) await guest.serve('TCP', 80)
    await rig.nbctl('--wait=hv', 'sync')
  })
  afterAll(async () => {
    await network?.close()
    await rig?.remove()
  })

  /** As the control plane does. */
  async function insistently(wanted: VpcNetwork, on = network): Promise<void> {
    for (let tries = 0; ; tries++) {
      try {
        return await on.apply(wanted)
      } catch (error) {
        if (tries > 100 || !(error instanceof DriverError) || error.code !== 'host') throw error
        await sleep(200)
      }
    }
  }

  async function expectTraffic() {
    await expect.poll(() => web.ask('TCP', dbNic.ip, 80)).toBe(`${dbNic.id} ${webNic.ip}`)
    for (const guest of [web, db]) await expect.poll(() => isOut(guest)).toBe(true)
  }

  /** A busy machine can be late for a moment. */
  const expectAllUp = () =>
    expect.poll(async () => (await network.parts()).map(({ state }) => state)).toEqual(['up', 'up', 'up', 'up'])

  const withDefault = (hop: NetworkHop) =>
    vpc.change({ routes: routes.map((route) => (route.name === 'default-v4' ? { ...route, hop } : route)) })
  const open = () => insistently(vpc.change({ routes }))

  async function failureWithout(daemon: Daemon): Promise<unknown> {
    await daemon.kill()
    const error = await network.apply(vpc.change({})).catch((each: unknown) => each)
    await daemon.start()
    await expectAllUp()
    return error
  }

  test('versions are those of northd and of our own host', async () => {
    const versions = Object.fromEntries((await network.parts()).map(({ name, version }) => [name, version]))
    const known = expect.stringMatching(/^\d+\.\d+\.\d+$/)
    expect(versions).toEqual({ northbound: known, southbound: known, 'host-1': known, 'host-2': null })
  })

  test.each(['northbound', 'southbound', 'northd'] as const)('%s', async (name) => {
    await expectTraffic()
    const daemon: Daemon = rig.daemons[name]
    await daemon.kill()
    let isDone = false
    const changed = insistently(withDefault({ type: 'drop' })).then(() => (isDone = true))
    await expectTraffic()
    expect(isDone).toBe(false)
    await expect
      .poll(async () => (await network.parts()).filter(({ kind, state }) => kind === 'database' && state !== 'up'))
      .toHaveLength(1)
    await daemon.start()
    await changed
    await expect.poll(() => isOut(web)).toBe(false)
    await expect.poll(() => isOut(db)).toBe(false)
    await open()
    await expectAllUp()
  })

  test('a controller, which the others do not wait for once it counts as down', async () => {
    await expectTraffic()
    const standing = standingClock()
    const patient = await openOn(rig, { clock: standing })
    const { controller } = rig.chassis.get('host-2')!.daemons
    try {
      await controller.kill()
      await expectTraffic()
      let isDone = false
      const changed = insistently(withDefault({ type: 'drop' }), patient).then(() => (isDone = true))
      await expect.poll(() => isOut(web)).toBe(false)
      // host-1 has followed, and time stands still: the change waits for host-2
      expect(isDone).toBe(false)
      const later = () => {
        standing.pass(SILENT_MS)
        return isDone
      }
      await expect.poll(later).toBe(true)
      await changed
      // in no time at all
      await patient.apply(vpc.change({}))
      const hosts = (await patient.parts()).filter(({ kind }) => kind === 'host')
      expect(hosts).toMatchObject([
        { name: 'host-1', state: 'up', address: '10.99.0.1' },
        { name: 'host-2', state: 'down', address: '10.99.0.2' },
      ])
    } finally {
      await controller.start()
      await patient.close()
    }
    await expect.poll(() => isOut(db)).toBe(false)
    await open()
    await expectTraffic()
    await expectAllUp()
  })

  test('a controller, whose host lets pass what a new rule forbids, and is named until it follows', async () => {
    const other = new TestVpc(2)
    await network.apply(other.network)
    await expectTraffic()
    const standing = standingClock()
    const patient = await openOn(rig, { clock: standing })
    const { rules } = vpc.network
    const { controller } = rig.chassis.get('host-2')!.daemons
    const behind = (on: Network) => Promise.all([vpc, other].map((one) => on.hostsBehind(one.network.id)))
    try {
      await controller.kill()
      expect(await behind(patient)).toEqual([[], []])
      let isDone = false
      const changed = insistently(vpc.change({ rules: [] }), patient).then(() => (isDone = true))
      await expect
        .poll(() => {
          standing.pass(SILENT_MS)
          return isDone
        })
        .toBe(true)
      await changed
      expect(await web.ask('TCP', dbNic.ip, 80)).toBe(`${dbNic.id} ${webNic.ip}`)
      expect(await behind(patient)).toEqual([['host-2'], []])
      // one that did not see which VPC has changed names the host for all
      const later = await openOn(rig)
      await expect.poll(() => behind(later)).toEqual([['host-2'], ['host-2']])
      await later.close()
    } finally {
      await controller.start()
    }
    await expect.poll(() => web.ask('TCP', dbNic.ip, 80)).toBeUndefined()
    await expect.poll(() => behind(patient)).toEqual([[], []])
    await patient.close()
    await network.remove(other.network.id)
    await insistently(vpc.change({ rules }))
    await expectTraffic()
  })

  test('what tenants read names no host and no database, and what operators read does', async () => {
    expect(await failureWithout(rig.chassis.get('host-2')!.daemons.controller)).toMatchObject({
      code: 'host',
      message: '1 host has not confirmed the change',
      cause: 'not confirmed by host-2',
    })
    expect(await failureWithout(rig.daemons.northbound)).toMatchObject({
      code: 'host',
      message: expect.stringMatching(/^the network (cannot be reached|does not answer)$/),
      cause: expect.stringContaining(rig.northbound),
    })
    await open()
  })
})

/** A clock on which time passes only when told to, so that a busy machine is never too slow. */
function standingClock() {
  const begun = Date.now()
  let passed = 0
  return {
    ...clock,
    now: () => new Date(begun + passed),
    pass: (milliseconds: number) => void (passed += milliseconds),
  }
}
