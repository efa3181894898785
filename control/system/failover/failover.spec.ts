// Failover of sleds through the API, on every database: settings, fences, each step, what waits, a person's word, and the return.
import { beforeEach, describe, expect, test } from 'vitest'
import { makeMemoryBlocks } from '#drivers/simulated/blocks-memory.ts'
import { DriverError } from '#drivers/driver-error.ts'
import { makeSimulatedHosts, type SimulatedHosts } from '#drivers/simulated/hosts.ts'
import { makeSimulatedRack } from '#drivers/simulated/rack.ts'
import { testingClock } from '#drivers/testing-clock.ts'
import { GIB, listMachines, makeCompute, until, type Compute } from '../../testing/compute.ts'
import { eachDatabase } from '../../testing/databases.ts'
import { makeHangingMoves } from '../../testing/hanging-moves.ts'
import { seededRandom } from '../../testing/ports.ts'
import { sha256 } from '../../testing/world.ts'

const FENCE = { agent: 'fence_simulated', options: ['ip=10.0.0.1'], secrets: ['passwd=hunter2'] }

interface Shown {
  state: string
  fenced_by: string | null
  problem: string | null
  time_fenced: string | null
  time_restarted: string | null
  instances: { instance_name: string; state: string; to_sled_id: string | null; reason: string | null }[]
}

eachDatabase((_name, open) => {
  describe('failover', () => {
    let world: Compute
    let hosts: SimulatedHosts
    let sleds: string[]
    beforeEach(async () => {
      hosts = makeSimulatedHosts()
      const clock = testingClock()
      const parts = { clock, random: seededRandom(), sleds: 3, disksPerSled: 1, threads: 4, ram: 64 * GIB }
      const rack = makeSimulatedRack({ ...parts, spares: 0, volumes: makeMemoryBlocks(sha256), hosts })
      world = await makeCompute(await open(), { ...rack, clock })
      const { items } = await world.ok('GET', '/v1/system/hardware/sleds')
      sleds = (items as { id: string }[]).map(({ id }) => id)
    })

    const enable = (enabled = true) => world.ok('PUT', '/rackwright/failover-settings', { enabled, wait_seconds: 60 })
    const setFence = (sled: string, more = {}) =>
      world.ok('PUT', `/rackwright/sleds/${sled}/fence`, { ...FENCE, ...more })
    const testFence = (sled: string) => world.ok('POST', `/rackwright/sleds/${sled}/fence/test`)
    const failover = async (sled: string) =>
      (await world.ok('GET', `/rackwright/sleds/${sled}/failover`)).failover as Shown | null
    const become = (sled: string, state: string) =>
      until(world, `the failover to be ${state}`, async () => {
        const found = await failover(sled)
        return found?.state === state && found
      })
    const sledOf = async (id: string) =>
      (await world.host.db.read.selectFrom('instance').select('sled_id').where('id', '=', id).executeTakeFirst())
        ?.sled_id
    async function running(name: string, more = {}) {
      const { id } = await world.make(name, { start: true, ...more })
      await world.reach(id, 'running')
      return { id, sled: (await sledOf(id))! }
    }
    const importance = (name: string, level: string) =>
      world.ok('PUT', `/rackwright/instances/${name}/importance?project=web`, { importance: level })
    const issues = async () => {
      const { items } = await world.ok('GET', '/rackwright/issues')
      return (items as { kind: string }[]).map(({ kind }) => kind)
    }
    const alerted = async (alert_class: string) =>
      (await world.host.db.read.selectFrom('alert').select('id').where('alert_class', '=', alert_class).execute())
        .length > 0

    test('is off by default, and its settings have limits', async () => {
      expect(await world.ok('GET', '/rackwright/failover-settings')).toEqual({ enabled: false, wait_seconds: 300 })
      expect(await enable()).toEqual({ enabled: true, wait_seconds: 60 })
      const bad = await world.admin.raw('PUT', '/rackwright/failover-settings', { enabled: true, wait_seconds: 1 })
      expect(bad.status).toBe(400)
      await enable(false)
      const { sled, id } = await running('db1')
      hosts.set(sled, 'unreachable')
      await until(world, 'an issue', async () => (await issues()).includes('sled_unreachable'))
      for (let n = 0; n < 100; n++) await world.clock.advance(1000)
      expect(await failover(sled)).toBeNull()
      expect((await world.view(id)).run_state).toBe('running')
    })

    test('a fence whose secrets nobody can open any more says so', async () => {
      const [sled] = sleds
      await setFence(sled!)
      const sealed = await world.host.sealer.seal('[]', 'something else')
      await world.host.db.transaction((tx) => tx.updateTable('sled_fence').set({ secrets: sealed }).execute())
      const { test_problem } = await testFence(sled!)
      expect(test_problem).toContain('enter them again')
    })

    test('a fence keeps its secrets to itself, and counts only after a test', async () => {
      const [sled] = sleds
      expect(await world.ok('GET', '/rackwright/fence-agents')).toEqual({ items: ['fence_simulated'] })
      const set = await setFence(sled!)
      expect(set).toMatchObject({ options: FENCE.options, secret_names: ['passwd'], time_tested: null })
      expect(await testFence(sled!)).toMatchObject({ time_tested: expect.any(String), test_problem: null })
      const shown = await world.ok('GET', `/rackwright/sleds/${sled}/fence`)
      expect(JSON.stringify(shown)).not.toContain('hunter2')
      const [row] = await world.host.db.read.selectFrom('sled_fence').selectAll().execute()
      expect(JSON.stringify(row)).not.toContain('hunter2')
      // without new secrets, the old ones stay; the test has to be done again
      const again = await setFence(sled!, { options: ['result=fail'], secrets: null })
      expect(again).toMatchObject({ secret_names: ['passwd'], time_tested: null })
      expect(await testFence(sled!)).toMatchObject({
        time_tested: null,
        test_problem: 'the agent does not reach the power supply of the host',
      })
      const path = `/rackwright/sleds/${sled}/fence`
      for (const body of [
        { agent: 'fence_none', options: [] },
        { agent: '../sh', options: [] },
        { ...FENCE, options: ['action=off'] },
      ])
        expect((await world.admin.raw('PUT', path, body)).status).toBe(400)
      await world.ok('DELETE', path)
      expect(await world.ok('GET', path)).toEqual({ fence: null })
    })

    test('fences, starts the instances elsewhere by importance, and empties the sled when it returns', async () => {
      await enable()
      const first = await running('first')
      const { sled } = first
      // the others are full but for one place
      const others = sleds.filter((id) => id !== sled)
      for (const id of others)
        await world.ok('PUT', `/v1/system/hardware/sleds/${id}/provision-policy`, { state: 'non_provisionable' })
      const low = await running('low')
      const high = await running('high')
      const never = await running('never', { auto_restart_policy: 'never' })
      expect([low.sled, high.sled, never.sled]).toEqual([sled, sled, sled])
      await importance('low', 'low')
      await importance('high', 'high')
      for (const id of others)
        await world.ok('PUT', `/v1/system/hardware/sleds/${id}/provision-policy`, { state: 'provisionable' })
      await world.ok('PUT', `/v1/system/hardware/sleds/${sled}/provision-policy`, { state: 'non_provisionable' })
      const fat = [await running('fat-1', { ncpus: 3 }), await running('fat-2', { ncpus: 3 })]
      expect(new Set(fat.map((each) => each.sled))).toEqual(new Set(others))
      await world.ok('PUT', `/v1/system/hardware/sleds/${sled}/provision-policy`, { state: 'provisionable' })
      await setFence(sled)
      await testFence(sled)
      // the last automatic restart does not put it off
      const now = world.clock.now().toISOString()
      await world.host.db.transaction((tx) =>
        tx.updateTable('instance').set({ time_last_auto_restarted: now }).execute(),
      )

      const began = world.clock.now().getTime()
      hosts.set(sled, 'unreachable')
      await become(sled, 'waiting')
      expect((await world.view(first.id)).run_state).toBe('running')
      const fenced = await become(sled, 'fenced')
      expect(Date.parse(fenced.time_fenced!) - began).toBeGreaterThanOrEqual(60_000)
      expect(fenced.fenced_by).toBe('agent')
      expect(await world.ok('GET', `/v1/system/hardware/sleds/${sled}`)).toMatchObject({ state: 'active' })
      const states = async () =>
        (await failover(sled))!.instances.map(({ instance_name, state }) => [instance_name, state])
      await until(
        world,
        'two restarts',
        async () => (await states()).filter(([, state]) => state === 'restarted').length === 2,
        50,
      )
      expect(await states()).toEqual([['high', 'restarted'], ...(await states()).slice(1, 3), ['low', 'waiting']])
      expect(Object.fromEntries(await states())).toEqual({
        high: 'restarted',
        first: 'restarted',
        never: 'kept',
        low: 'waiting',
      })
      const reasonToWait = async () =>
        (await failover(sled))!.instances.find(({ state }) => state === 'waiting')?.reason
      await until(world, 'a reason to wait', async () => (await reasonToWait())?.includes('do not fit'))
      expect((await world.view(never.id)).run_state).toBe('failed')
      expect(await issues()).toContain('sled_fenced')
      await until(world, 'an alert', () => alerted('sled.fenced'), 50)
      expect(await alerted('instance.restarted')).toBe(true)

      // its host is on again
      await world.reach(low.id, 'running')
      expect(await become(sled, 'ended')).toMatchObject({ problem: null })
      const machines = await listMachines(
        world.host.machines,
        sleds.map((id) => ({ id })),
      )
      expect(machines.map(({ id }) => id).sort()).toEqual([first, low, high, ...fat].map(({ id }) => id).sort())
      expect(world.errors).toEqual([])
    })

    test('a fence is held while the host is away, and let go once what the host ran has ended', async () => {
      await enable()
      const { sled, id } = await running('db1')
      await setFence(sled)
      const steps: string[] = []
      const note = (step: string) => async () => void steps.push(step)
      // as by the storage: the host goes on, and so do its machines
      const machinesThere = async () => (await listMachines(world.host.machines, [{ id: sled }])).map((each) => each.id)
      world.host.fence = {
        agents: async () => ['fence_simulated'],
        isOn: async () => !steps.includes('off') || steps.includes('release'),
        check: note('check'),
        off: note('off'),
        hold: note('hold'),
        async release() {
          expect(await machinesThere()).toEqual([])
          expect((await failover(sled))!.state).toBe('fenced')
          steps.push('release')
        },
      }
      await testFence(sled)
      expect(steps).toEqual(['check'])
      hosts.set(sled, 'unreachable')
      await become(sled, 'fenced')
      await until(world, 'a start elsewhere', async () => (await sledOf(id)) !== sled, 2_000)
      expect(steps).toEqual(['check', 'off', 'hold'])
      const path = `/rackwright/sleds/${sled}/fence`
      const put = async (more = {}) => (await world.admin.raw('PUT', path, { ...FENCE, ...more })).status
      expect(await put()).toBe(400)
      expect((await world.admin.raw('DELETE', path)).body).toMatchObject({
        error_code: 'InvalidRequest',
        message: expect.stringContaining('uses its fence agent'),
      })
      // but nothing could let it go without its secrets
      const sealed = await world.host.sealer.seal('[]', 'something else')
      await world.host.db.transaction((tx) => tx.updateTable('sled_fence').set({ secrets: sealed }).execute())
      expect(await put({ options: ['ip=10.0.0.2'] })).toBe(400)
      expect(await put()).toBe(200)
      hosts.set(sled, 'up')
      await become(sled, 'ended')
      expect(steps.slice(3)).toEqual(['release'])
      expect(await put()).toBe(200)
      await world.ok('DELETE', path)
    })

    test('a fence that was not verified is let go before its sled takes part again, and delays no other', async () => {
      await enable()
      const { sled } = await running('first')
      const policy = `/v1/system/hardware/sleds/${sled}/provision-policy`
      await world.ok('PUT', policy, { state: 'non_provisionable' })
      const { sled: other } = await running('second')
      await world.ok('PUT', policy, { state: 'provisionable' })
      let isAway = true
      let refused = 0
      const off: string[] = []
      const released: string[] = []
      world.host.fence = {
        agents: async () => ['fence_simulated'],
        // nobody can verify that of the first one
        isOn: async ({ sled_id }) => sled_id === sled || !off.includes(sled_id),
        off: async ({ sled_id }) => void off.push(sled_id),
        async release({ sled_id }) {
          if (isAway) throw new DriverError('refused', `the storage did not answer ${++refused} times`)
          released.push(sled_id)
        },
      }
      for (const each of [sled, other]) {
        await setFence(each)
        await testFence(each)
      }
      hosts.set(sled, 'unreachable')
      await until(world, 'an attempt', async () => off.includes(sled))
      expect((await world.admin.raw('DELETE', `/rackwright/sleds/${sled}/fence`)).status).toBe(400)
      hosts.set(sled, 'up')
      await until(world, 'another try', async () => refused > 1)
      expect(await failover(sled)).toMatchObject({ state: 'fencing' })
      hosts.set(other, 'unreachable')
      await become(other, 'fenced')
      expect(await failover(sled)).toMatchObject({ state: 'fencing' })
      expect(released).toEqual([])
      isAway = false
      await become(sled, 'ended')
      expect(released).toEqual([sled])
      hosts.set(other, 'up')
      await become(other, 'ended')
      expect(released).toContain(other)
    })

    test('a fence that comes after the sled takes part again is let go', async () => {
      await enable()
      const { sled } = await running('db1')
      await setFence(sled)
      const steps: string[] = []
      world.host.fence = {
        agents: async () => ['fence_simulated'],
        isOn: async () => !steps.includes('off') || steps.includes('release'),
        // this server stood still, and another one has ended the failover meanwhile
        async off() {
          if (steps.includes('off')) return
          hosts.set(sled, 'up')
          await world.host.db.transaction((tx) => tx.updateTable('failover').set({ state: 'ended' }).execute())
          steps.push('off')
        },
        release: async () => void steps.push('release'),
      }
      await testFence(sled)
      hosts.set(sled, 'unreachable')
      await until(world, 'the end of the fence', async () => steps.includes('release'))
      expect(await failover(sled)).toMatchObject({ state: 'ended' })
    })

    test('a sled is not fenced while a release may be under way that a server has left behind', async () => {
      await enable()
      const { sled } = await running('db1')
      await setFence(sled)
      await testFence(sled)
      const release = world.host.random.uuid()
      const isOpen = async () =>
        (await world.host.db.read.selectFrom('sled_fence').select('release').executeTakeFirstOrThrow()).release !== null
      await world.host.db.transaction((tx) => tx.updateTable('sled_fence').set({ release }).execute())
      const steps: string[] = []
      world.host.fence = {
        agents: async () => ['fence_simulated'],
        isOn: async () => !steps.includes('off'),
        async off() {
          expect(await isOpen()).toBe(false)
          steps.push('off')
        },
        release: async () => void steps.push('release'),
      }
      expect((await world.admin.raw('DELETE', `/rackwright/sleds/${sled}/fence`)).status).toBe(400)
      hosts.set(sled, 'unreachable')
      await become(sled, 'fenced')
      expect(steps).toEqual(['off'])
    })

    test('a release has a limit; another is begun only once that is over, and is no new attempt to fence', async () => {
      await enable()
      const { sled } = await running('db1')
      await setFence(sled)
      await testFence(sled)
      let begun = 0
      let isAway = true
      world.host.fence = {
        agents: async () => ['fence_simulated'],
        isOn: async () => true,
        off: async () => undefined,
        async release(_call, late) {
          begun++
          if (isAway)
            await new Promise((_, reject) => late.addEventListener('abort', () => reject(late.reason as Error)))
        },
      }
      const row = () => world.host.db.read.selectFrom('failover').selectAll().executeTakeFirstOrThrow()
      hosts.set(sled, 'unreachable')
      await become(sled, 'fencing')
      hosts.set(sled, 'up')
      await until(world, 'a release', async () => begun === 1)
      const { attempt } = await row()
      for (let n = 0; n < 30; n++) await world.clock.advance(1000)
      // it may still arrive
      expect([begun, (await row()).attempt]).toEqual([1, attempt])
      await until(world, 'another release', async () => begun === 2, 1_000)
      isAway = false
      await become(sled, 'ended')
    })

    test('what a server has blocked and left behind is let go once the sled takes part again', async () => {
      const { sled } = await running('db1')
      await setFence(sled)
      const released: string[] = []
      world.host.fence = {
        agents: async () => ['fence_simulated'],
        isOn: async () => false,
        off: async () => undefined,
        release: async ({ sled_id }) => void released.push(sled_id),
      }
      const now = world.clock.now().toISOString()
      const times = { time_observed: now, time_unreachable: now, time_ended: now }
      const row = { id: world.host.random.uuid(), sled_id: sled, state: 'ended' as const, waited_ms: 0, attempt: 1 }
      await world.host.db.transaction((tx) =>
        tx
          .insertInto('failover')
          .values({ ...row, ...times })
          .execute(),
      )
      await until(world, 'a release', async () => released.length > 0)
      expect(released).toEqual([sled])
      await world.clock.advance(60_000)
      expect(released).toEqual([sled])
    })

    test('what cannot be fenced stays as it is, until a person confirms that the host is off', async () => {
      await enable()
      const { sled, id } = await running('db1')
      const refused = await world.admin.raw('POST', `/rackwright/sleds/${sled}/confirm-off`)
      expect([refused.status, refused.body.message]).toEqual([
        400,
        expect.stringContaining('answers, so it is not off'),
      ])
      hosts.set(sled, 'unreachable')
      await until(world, 'a problem', async () =>
        (await failover(sled))?.problem?.startsWith('The sled has no fence agent'),
      )
      await setFence(sled)
      await until(world, 'another one', async () => (await failover(sled))?.problem?.includes('has not been tested'))
      expect(await issues()).toContain('failover_blocked')
      await until(world, 'an alert', () => alerted('failover.blocked'))
      expect((await world.view(id)).run_state).toBe('running')
      await world.ok('POST', `/rackwright/sleds/${sled}/confirm-off`)
      const fenced = await become(sled, 'fenced')
      expect(fenced).toMatchObject({ fenced_by: 'person', problem: null })
      await until(world, 'a start elsewhere', async () => (await failover(sled))!.time_restarted !== null)
      await world.reach(id, 'running')
      expect(await sledOf(id)).not.toBe(sled)
      hosts.set(sled, 'up')
      await become(sled, 'ended')
      expect(await issues()).not.toContain('sled_fenced')
    })

    test.each([
      { end: 'failed' as const, what: 'runs during a move goes on where it is' },
      { end: 'completed' as const, what: 'waits at the switch of a move, and may have run there, starts again' },
    ])('once the other sled is off, a machine that $what', async ({ end }) => {
      const { id, sled: from } = await running('db1')
      const to_sled_id = sleds.find((sled) => sled !== from)!
      const [before] = await world.host.machines.list(from)
      world.host.migrations = makeHangingMoves(end, world.host.machines)
      const moving = `/rackwright/instances/${id}`
      await world.ok('POST', `${moving}/migrate`, { sled_id: to_sled_id })
      hosts.set(to_sled_id, 'unreachable')
      const confirm = () => world.admin.raw('POST', `/rackwright/sleds/${to_sled_id}/confirm-off`)
      await until(world, 'an issue', async () => (await issues()).includes('sled_unreachable'))
      await world.ok('POST', `${moving}/migration/cancel`)
      await world.clock.advance(120_000)
      // it may run over there
      expect((await world.view(id)).run_state).toBe('migrating')
      await until(world, 'a confirmation', async () => (await confirm()).status < 300)
      const hasEnded = async () => (await world.ok('GET', `${moving}/migration`)).state === end
      await until(world, 'the end of the move', hasEnded)
      if (end === 'completed')
        await until(world, 'a start', async () => ![to_sled_id, null].includes((await sledOf(id))!))
      await world.reach(id, 'running')
      const sled = (await sledOf(id))!
      expect(sled === from || (end === 'completed' && sled !== to_sled_id)).toBe(true)
      const machine = { id, state: 'running', generation: before!.generation + (end === 'completed' ? 1 : 0) }
      expect(await world.host.machines.list(sled)).toMatchObject([machine])
    })

    test('a sled that answers in time keeps its instances; a failing agent and a lost network end nothing', async () => {
      await enable()
      const { sled, id } = await running('db1')
      await setFence(sled)
      await testFence(sled)
      hosts.set(sled, 'unreachable')
      await become(sled, 'waiting')
      hosts.set(sled, 'up')
      await become(sled, 'ended')
      // the agent was tested, and fails later
      await world.host.db.transaction((tx) =>
        tx
          .updateTable('sled_fence')
          .set({ options: ['result=fail'] })
          .execute(),
      )
      hosts.set(sled, 'unreachable')
      await until(world, 'a failure', async () =>
        (await failover(sled))?.problem?.includes('does not reach the power supply'),
      )
      expect((await failover(sled))!.state).toBe('fencing')
      hosts.set(sled, 'up')
      await become(sled, 'ended')
      for (const each of sleds) hosts.set(each, 'unreachable')
      await until(world, 'a doubt', async () => (await failover(sled))?.problem?.startsWith('Most sleds do not answer'))
      expect((await world.view(id)).run_state).toBe('running')
    })

    test('importance is normal unless somebody has chosen', async () => {
      await world.make('db1')
      const path = '/rackwright/instances/db1/importance?project=web'
      expect(await world.ok('GET', path)).toEqual({ importance: 'normal' })
      expect(await importance('db1', 'high')).toEqual({ importance: 'high' })
      expect(await world.ok('GET', path)).toEqual({ importance: 'high' })
      expect((await world.admin.raw('PUT', path, { importance: 'vital' })).status).toBe(400)
    })
  })
})
