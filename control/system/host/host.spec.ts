// Hosts through the API, on every database: every state, every refusal, and what happens to hosts that disappear, change their key or are
// removed.
import { beforeEach, describe, expect, test } from 'vitest'
import { makeMemoryBlocks } from '#drivers/simulated/blocks-memory.ts'
import { makeSimulatedHosts } from '#drivers/simulated/hosts.ts'
import { makeSimulatedRack } from '#drivers/simulated/rack.ts'
import { DriverError } from '#drivers/driver-error.ts'
import type { Machine } from '#drivers/machines.ts'
import { testingClock } from '#drivers/testing-clock.ts'
import { GIB, makeCompute, SLED_ID, until, type Compute } from '../../testing/compute.ts'
import { eachDatabase } from '../../testing/databases.ts'
import { makeHangingMoves } from '../../testing/hanging-moves.ts'
import { hostSetupFacts, keyOf, makeTestingHosts, okCheck, type TestingHosts } from '../../testing/hosts.ts'
import { seededRandom } from '../../testing/ports.ts'
import { makeWorld, sha256 } from '../../testing/world.ts'
import { tellHosts } from './tell-hosts.ts'

const HOSTS = '/rackwright/hosts'
const SLEDS = '/v1/system/hardware/sleds'

interface Shown {
  id: string
  state: string
  fingerprint: string
  checks: { name: string; state: string; text: string; remedy: string | null }[]
  sled_id: string | null
}

async function refusal(answer: Promise<{ status: number; body: Record<string, unknown> }>) {
  const { status, body } = await answer
  return [status, body.message]
}

eachDatabase((_name, open) => {
  describe('hosts', () => {
    let world: Compute
    let rack: TestingHosts
    /** Machines that hosts run although nobody here knows them. */
    let stray: Machine[]
    let removed: string[]
    beforeEach(async () => {
      rack = makeTestingHosts()
      stray = []
      removed = []
      const clock = testingClock()
      const parts = { clock, random: seededRandom(), sleds: 1, disksPerSled: 2, threads: 64, ram: 256 * GIB }
      const simulated = makeSimulatedRack({ ...parts, volumes: makeMemoryBlocks(sha256), hosts: makeSimulatedHosts() })
      const { machines: own } = simulated
      const ofHost = (sled_id: string) => [...rack.at.values()].find((host) => host.sled_id === sled_id)
      const machines = {
        ...own,
        async list(sled_id: string) {
          const host = ofHost(sled_id)
          if (host?.isDown) throw new DriverError('host', 'The host does not answer.')
          return [...(await own.list(sled_id)), ...stray.filter((machine) => machine.sled_id === sled_id)]
        },
        async find(at: { id: string; sled_id: string }) {
          if (ofHost(at.sled_id)?.isDown) throw new DriverError('host', 'The host does not answer.')
          return own.find(at)
        },
        async remove(at: { id: string; sled_id: string }, generation?: number) {
          if (ofHost(at.sled_id)?.isDown) throw new DriverError('host', 'The host does not answer.')
          removed.push(at.id)
          stray = stray.filter(({ id }) => id !== at.id)
          return own.remove(at, generation)
        },
      }
      const hardware = rack.hardware(simulated.hardware)
      const { hosts } = rack
      world = await makeCompute(await open(), {
        ...simulated,
        clock,
        machines,
        hardware,
        hosts,
        hostSetup: hostSetupFacts,
      })
    })

    const view = async (id: string) => (await world.ok('GET', `${HOSTS}/${id}`)) as unknown as Shown
    const create = async (address: string) => (await world.ok('POST', HOSTS, { address })) as unknown as Shown
    const trust = (id: string, fingerprint: string) => world.admin.raw('POST', `${HOSTS}/${id}/trust`, { fingerprint })
    const become = (id: string, state: string) =>
      until(world, `the host to be ${state}`, async () => {
        const host = await view(id)
        return host.state === state && host
      })
    const waiting = async () =>
      (
        (await world.ok('GET', `${SLEDS}-uninitialized`)).items as { baseboard: { part: string; serial: string } }[]
      ).map(({ baseboard: { part, serial } }) => ({ part, serial }))
    const kinds = async () =>
      ((await world.ok('GET', '/rackwright/issues')).items as { kind: string }[]).map(({ kind }) => kind)

    async function ready(address: string, more = {}) {
      const plugged = rack.plug(address, more)
      const { id, fingerprint } = await create(address)
      await trust(id, fingerprint)
      await become(id, 'ready')
      return { id, sled_id: plugged.sled_id, plugged }
    }

    async function inService(address: string) {
      const host = await ready(address)
      const spare = await until(world, 'the sled to wait', async () =>
        (await waiting()).find(({ serial }) => serial === host.sled_id),
      )
      await world.ok('POST', SLEDS, spare)
      await become(host.id, 'in_service')
      return host
    }

    /** An instance that runs there. */
    async function runningOn({ sled_id }: { sled_id: string }, name: string, more = {}) {
      await world.ok('PUT', `${SLEDS}/${SLED_ID}/provision-policy`, { state: 'non_provisionable' })
      const { id } = await world.make(name, { start: true, ...more })
      await world.reach(id, 'running')
      expect((await world.ok('GET', `${SLEDS}/${sled_id}/instances`)).items).toMatchObject([{ id }])
      return id
    }

    test('are added by address, and wait until somebody has compared the key', async () => {
      rack.plug('rack-2.example.com')
      const host = await create('Rack-2.example.com')
      expect(host).toEqual({
        id: expect.any(String),
        address: 'rack-2.example.com',
        port: 22,
        user: 'rackwright',
        state: 'waiting',
        fingerprint: keyOf('A').fingerprint,
        checks: [],
        sled_id: null,
        serial: null,
      })
      expect(await view(host.id)).toEqual(host)
      expect((await world.ok('GET', HOSTS)).items).toEqual([host])
      await world.clock.advance(10_000)
      expect(rack.checked).toEqual([])
      expect(rack.used).toEqual([])
      expect(await refusal(world.admin.raw('POST', `${HOSTS}/${host.id}/check`))).toEqual([
        400,
        expect.stringContaining('compare the fingerprint'),
      ])
    })

    test('are refused if they have no address, or one that a program would take for something else', async () => {
      const bad = ['-oProxyCommand=x', '', 'a b', '$(id)', '10.0.0', 'host;ls', "it's", '*', 'fe80::1%eth0']
      for (const address of [...bad, `${'a'.repeat(60)}.`.repeat(5)])
        expect([address, (await world.admin.raw('POST', HOSTS, { address })).status]).toEqual([address, 400])
    })

    test('are refused with a bad port or user', async () => {
      rack.plug('192.0.2.2')
      for (const bad of [{ port: 0 }, { port: 70_000 }, { user: '-l' }, { user: 'Root' }, { user: 'a b' }])
        expect((await world.admin.raw('POST', HOSTS, { address: '192.0.2.2', ...bad })).status).toBe(400)
      expect(await world.ok('POST', HOSTS, { address: '192.0.2.2', port: 2222, user: 'root' })).toMatchObject({
        port: 2222,
        user: 'root',
      })
    })

    test('are refused if they do not answer, and if they are known', async () => {
      expect(await refusal(world.admin.raw('POST', HOSTS, { address: '192.0.2.9' }))).toEqual([
        400,
        'no SSH server answers at 192.0.2.9:22: The host does not answer.',
      ])
      rack.plug('2001:db8::2')
      await create('2001:DB8:0::2')
      expect(await refusal(world.admin.raw('POST', HOSTS, { address: '2001:db8::2' }))).toEqual([
        400,
        'already exists: host "[2001:db8::2]:22"',
      ])
    })

    test('are not trusted with another fingerprint', async () => {
      rack.plug('192.0.2.2')
      const { id } = await create('192.0.2.2')
      const wrong = keyOf('B').fingerprint
      expect(await refusal(trust(id, wrong))).toEqual([
        400,
        `unsupported value for "fingerprint": the host key is ${keyOf('A').fingerprint}, not ${wrong}`,
      ])
      expect((await trust(id, 'MD5:00')).status).toBe(400)
      expect((await view(id)).state).toBe('waiting')
    })

    test('are checked once they are trusted, and become sleds that wait', async () => {
      const warning = { name: 'clock', state: 'warning' as const, text: 'Two seconds late.', remedy: 'Use NTP.' }
      const { sled_id } = rack.plug('192.0.2.2', { checks: [okCheck, warning] })
      const { id, fingerprint } = await create('192.0.2.2')
      const answer = await trust(id, fingerprint)
      expect(answer).toMatchObject({ status: 202, body: { state: 'checking' } })
      // a warning does not keep it from being ready
      expect(await become(id, 'ready')).toMatchObject({ checks: [okCheck, warning], sled_id })
      await until(world, 'the sled to wait', async () => (await waiting()).some(({ serial }) => serial === sled_id))
      expect(rack.used).toMatchObject([{ address: '192.0.2.2', key: keyOf('A').key, in_service: false }])
    })

    test('are unfit with a failed check, until it passes', async () => {
      const failed = { name: 'volumes', state: 'failed' as const, text: 'Not mounted.', remedy: 'Mount them.' }
      const plugged = rack.plug('192.0.2.2', { checks: [okCheck, failed] })
      const { id, fingerprint } = await create('192.0.2.2')
      await trust(id, fingerprint)
      expect(await become(id, 'unfit')).toMatchObject({ checks: [okCheck, failed] })
      expect(rack.used).toEqual([])
      plugged.checks = [okCheck]
      expect(await world.ok('POST', `${HOSTS}/${id}/check`)).toMatchObject({ state: 'checking' })
      await become(id, 'ready')
    })

    test('tell each other apart: a second one with the same identity is unfit', async () => {
      const first = await ready('192.0.2.2')
      rack.plug('192.0.2.3', { sled_id: first.sled_id })
      const { id, fingerprint } = await create('192.0.2.3')
      await trust(id, fingerprint)
      const { checks, sled_id } = await become(id, 'unfit')
      expect(sled_id).toBe(null)
      expect(checks.at(-1)).toMatchObject({
        name: 'identity',
        state: 'failed',
        text: 'The host at 192.0.2.2:22 has the same UUID.',
        remedy: expect.stringContaining('host_uuid'),
      })
      // the machine that the server runs on, added by its address
      rack.plug('192.0.2.4', { sled_id: SLED_ID })
      const own = await create('192.0.2.4')
      await trust(own.id, own.fingerprint)
      expect((await become(own.id, 'unfit')).checks.at(-1)).toMatchObject({ name: 'identity', state: 'failed' })
      expect(rack.checked.at(-1)!.others).toMatchObject([{ address: '192.0.2.2' }])
    })

    test('go into service when their sled is added, and run instances', async () => {
      const host = await inService('192.0.2.2')
      await until(world, 'the rack to know', async () => rack.used[0]?.in_service)
      expect(await world.ok('GET', `${SLEDS}/${host.sled_id}`)).toMatchObject({
        policy: { kind: 'in_service' },
        usable_hardware_threads: 8,
      })
      await runningOn(host, 'one')
      // a failed check does not take them out
      host.plugged.checks = [{ ...okCheck, state: 'failed' }]
      await world.ok('POST', `${HOSTS}/${host.id}/check`)
      expect(await become(host.id, 'in_service')).toMatchObject({ checks: [{ state: 'failed' }] })
    })

    test('are told to every server when it starts, and again when they change', async () => {
      const host = await inService('192.0.2.2')
      const other = makeTestingHosts()
      await tellHosts({ db: world.host.db, hosts: other.hosts })
      expect(other.used).toMatchObject([{ id: host.id, in_service: true }])
    })

    test('that disappear keep their instances as they are, and come back', async () => {
      const host = await inService('192.0.2.2')
      const id = await runningOn(host, 'one')
      host.plugged.isDown = true
      const { checks } = await become(host.id, 'unreachable')
      expect(checks[0]).toEqual({
        name: 'reachable',
        state: 'failed',
        text: 'The host does not answer.',
        remedy: expect.stringContaining('192.0.2.2:22'),
      })
      await until(world, 'an issue', async () => (await kinds()).includes('sled_unreachable'))
      await world.clock.advance(120_000)
      expect((await world.view(id)).run_state).toBe('running')
      expect(removed).toEqual([])
      host.plugged.isDown = false
      await become(host.id, 'in_service')
      await until(world, 'no issue', async () => !(await kinds()).includes('sled_unreachable'))
      expect((await world.view(id)).run_state).toBe('running')
    })

    test('that show another key are an issue with what to do, until the new one is trusted', async () => {
      const host = await inService('192.0.2.2')
      const { key, fingerprint } = keyOf('B')
      host.plugged.key = { key, fingerprint }
      const { checks } = await become(host.id, 'unreachable')
      expect(checks[0]).toMatchObject({ name: 'key', state: 'failed', remedy: expect.stringContaining('reinstalled') })
      await until(world, 'an issue', async () => (await kinds()).includes('host_key_changed'))
      // that is the issue, and not that the sled does not answer
      expect(await kinds()).not.toContain('sled_unreachable')
      const raised = async () =>
        ((await world.ok('GET', '/rackwright/alerts')).items as { alert_class: string }[]).some(
          ({ alert_class }) => alert_class === 'host.key_changed',
        )
      await until(world, 'an alert', raised, 1000)
      // the old key is not accepted again, nor one that nobody shows
      expect((await trust(host.id, keyOf('C').fingerprint)).status).toBe(400)
      expect(await trust(host.id, fingerprint)).toMatchObject({ status: 202, body: { fingerprint } })
      await become(host.id, 'in_service')
      expect(rack.used).toMatchObject([{ key }])
      await until(world, 'no issue', async () => !(await kinds()).includes('host_key_changed'))
    })

    test('that do not fit and show another key say so too', async () => {
      const check = { ...okCheck, state: 'failed' as const }
      const plugged = rack.plug('192.0.2.2', { checks: [check] })
      const { id, fingerprint } = await create('192.0.2.2')
      await trust(id, fingerprint)
      await become(id, 'unfit')
      plugged.key = keyOf('B')
      await world.admin.raw('POST', `${HOSTS}/${id}/check`)
      const { checks } = await become(id, 'unreachable')
      expect(checks[0]).toMatchObject({ name: 'key', remedy: expect.stringContaining('reinstalled') })
    })

    test('are removed only when their sled is drained', async () => {
      const host = await inService('192.0.2.2')
      const id = await runningOn(host, 'one')
      expect(await refusal(world.admin.raw('DELETE', `${HOSTS}/${host.id}`))).toEqual([
        400,
        'host 192.0.2.2:22 has instances: one; drain its sled first, or remove it by force if it is off and stays off',
      ])
      await world.act(id, 'stop')
      await world.reach(id, 'stopped')
      expect((await world.admin.raw('DELETE', `${HOSTS}/${host.id}`)).status).toBe(204)
      expect((await world.admin.raw('GET', `${HOSTS}/${host.id}`)).status).toBe(404)
      expect(await world.ok('GET', `${SLEDS}/${host.sled_id}`)).toMatchObject({
        policy: { kind: 'expunged' },
        state: 'decommissioned',
      })
      await until(world, 'the rack to forget it', async () => rack.used.length === 0)
      await world.clock.advance(60_000)
      expect(await kinds()).not.toContain('sled_unreachable')
    })

    test('can be added again after they were removed', async () => {
      const host = await inService('192.0.2.2')
      await world.ok('DELETE', `${HOSTS}/${host.id}`)
      const { id, fingerprint } = await create('192.0.2.2')
      await trust(id, fingerprint)
      await become(id, 'ready')
      const spare = await until(world, 'the sled to wait', async () =>
        (await waiting()).find(({ serial }) => serial === host.sled_id),
      )
      await world.ok('POST', SLEDS, spare)
      await become(id, 'in_service')
      expect(await world.ok('GET', `${SLEDS}/${host.sled_id}`)).toMatchObject({
        policy: { kind: 'in_service', provision_policy: 'provisionable' },
        state: 'active',
      })
    })

    test('that are removed by force fail their instances, and end what they run when they answer again', async () => {
      const host = await inService('192.0.2.2')
      const id = await runningOn(host, 'one', { auto_restart_policy: 'never' })
      host.plugged.isDown = true
      await become(host.id, 'unreachable')
      expect((await world.admin.raw('DELETE', `${HOSTS}/${host.id}?force=true`)).status).toBe(204)
      expect((await world.view(id)).run_state).toBe('failed')
      expect(await world.failure(id)).toBe('the host that it ran on was removed')
      expect((await world.ok('GET', HOSTS)).items).toEqual([])
      expect((await world.usage()).cpus).toBe(0)
      await world.clock.advance(30_000)
      expect(removed).toEqual([])

      stray.push({ ...(await machineOn(host.sled_id)), id })
      host.plugged.isDown = false
      await until(world, 'the machine to be ended', async () => removed.includes(id))
      await until(world, 'the host to be forgotten', async () => rack.used.length === 0)
    })

    test.each([
      ['failed', 'go on where they run', 'running'],
      ['completed', 'fail, because they may have run there', 'failed'],
    ] as const)('that are removed by force during a move: instances of a %s one %s', async (end, _, state) => {
      const { id } = await world.make('one', { start: true, auto_restart_policy: 'never' })
      await world.reach(id, 'running')
      const host = await inService('192.0.2.2')
      world.host.migrations = makeHangingMoves(end, world.host.machines)
      await world.ok('POST', `/rackwright/instances/${id}/migrate`, { sled_id: host.sled_id })
      host.plugged.isDown = true
      await become(host.id, 'unreachable')
      expect((await world.view(id)).run_state).toBe('migrating')
      expect((await world.admin.raw('DELETE', `${HOSTS}/${host.id}`)).status).toBe(400)
      await world.ok('DELETE', `${HOSTS}/${host.id}?force=true`)
      await world.reach(id, state)
      expect(await world.ok('GET', `/rackwright/instances/${id}/migration`)).toMatchObject({ state: end })
    })

    test('that were removed by force and are added again end first what they run', async () => {
      const host = await inService('192.0.2.2')
      host.plugged.isDown = true
      await become(host.id, 'unreachable')
      await world.ok('DELETE', `${HOSTS}/${host.id}?force=true`)
      // reinstalled, at another address: the old one never answers again
      rack.plug('192.0.2.7', { sled_id: host.sled_id, key: keyOf('D') })
      rack.at.delete('192.0.2.2')
      stray.push(await machineOn(host.sled_id))
      const { id, fingerprint } = await create('192.0.2.7')
      await trust(id, fingerprint)
      await become(id, 'ready')
      expect(removed).toEqual(stray.length === 0 ? [expect.any(String)] : 'the machine still runs')
    })

    const machineOn = async (sled_id: string): Promise<Machine> => ({
      id: '0a0a0a0a-0000-4000-8000-000000000001',
      sled_id,
      name: 'stray',
      generation: 1,
      state: 'running',
      time_state_updated: world.clock.now(),
    })
  })

  describe('a rack without hosts', () => {
    test('lists none, and refuses to add one', async () => {
      const world = await makeWorld(await open())
      expect((await world.admin.raw('GET', HOSTS)).body).toEqual({ items: [], next_page: null })
      expect(await world.admin.raw('POST', HOSTS, { address: '192.0.2.2' })).toMatchObject({
        status: 400,
        body: { error_code: 'InvalidRequest', message: expect.stringContaining('--machines') },
      })
      expect((await world.anonymous.raw('GET', `${HOSTS}/setup`)).status).toBe(404)
      expect((await world.admin.raw('GET', '/rackwright/host-setup')).status).toBe(404)
      expect((await world.admin.raw('GET', '/rackwright/platform')).body).toMatchObject({ takes_hosts: false })
    })
  })
})
