// Draining a sled: the plan, the moves a few at a time, who stays and why, stopping it, and going on after a crash.
import type { Wire } from '#contract/api.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { makeCompute, SLED_ID, until, type Compute } from '../testing/compute.ts'
import { eachDatabase } from '../testing/databases.ts'

type Drain = Wire<'SledDrain'>
type Plan = Wire<'SledDrainPlan'>

const OTHER = '51ed0000-0000-4000-8000-000000000001'
const path = `/rackwright/sleds/${SLED_ID}`

const states = ({ instances }: Drain) => instances.map((one) => [one.instance_name, one.state])

eachDatabase((_name, open) => {
  describe('draining a sled', () => {
    let world: Compute

    beforeEach(async () => {
      world = await makeCompute(await open())
    })

    /** One more sled, which takes nothing that has been started before. */
    const addSled = () =>
      world.host.db.transaction(async (tx) => {
        const first = await tx.selectFrom('sled').selectAll().executeTakeFirstOrThrow()
        await tx
          .insertInto('sled')
          .values({ ...first, id: OTHER, serial: 'second', provision_policy: 'provisionable' })
          .execute()
      })
    const close = (state = 'non_provisionable') =>
      world.ok('PUT', `/v1/system/hardware/sleds/${SLED_ID}/provision-policy`, { state })
    const running = async (name: string, more: Record<string, unknown> = {}) => {
      const { id } = await world.make(name, { start: true, ...more })
      await world.reach(id, 'running')
      return id
    }
    const drain = async () => (await world.ok('GET', `${path}/drain`)) as unknown as Drain
    const plan = async () => (await world.ok('GET', `${path}/drain-plan`)) as unknown as Plan
    const ended = (step?: number) =>
      until(
        world,
        'the end of the drain',
        async () => {
          const now = await drain()
          return now.state !== 'running' && now
        },
        step,
      )

    test('the plan comes true: those that fit move, two at a time, and the others say why they stay', async () => {
      for (const name of ['a', 'b', 'c']) await running(name, { ncpus: 10 })
      await running('wide', { ncpus: 30 })
      await addSled()
      await close()
      // on the other sled, of 64 threads
      await running('wall', { ncpus: 30 })
      const { instances } = await plan()
      expect(instances.map((one) => [one.instance_name, one.to_sled_id])).toEqual([
        ['wide', OTHER],
        ...instances.slice(1).map((one) => [one.instance_name, null]),
      ])
      expect(instances[1]!.reason).toContain('has too few free threads; it would fit if 6 more threads were free')

      expect((await world.admin.raw('POST', `${path}/drain`)).status).toBe(202)
      let most = 0
      const result = await until(
        world,
        'the end',
        async () => {
          const now = await drain()
          most = Math.max(most, now.instances.filter(({ state }) => state === 'moving').length)
          return now.state !== 'running' && now
        },
        250,
      )
      expect(result.state).toBe('completed')
      expect(states(result)).toEqual(instances.map((one) => [one.instance_name, one.to_sled_id ? 'moved' : 'left']))
      expect(result.instances[1]!.reason).toContain('too few free threads')
      expect(most).toBe(1)
      expect((await world.ok('GET', '/rackwright/drains')).items).toEqual([result])
      expect(world.errors).toEqual([])
    })

    test('empties the sled, two at a time', async () => {
      for (const name of ['a', 'b', 'c', 'd']) await running(name)
      await addSled()
      await close()
      await world.ok('POST', `${path}/drain`)
      const counts = new Set<number>()
      await until(
        world,
        'the end',
        async () => {
          const { state, instances } = await drain()
          counts.add(instances.filter((one) => one.state === 'moving').length)
          return state === 'completed'
        },
        250,
      )
      expect(Math.max(...counts)).toBe(2)
      expect((await world.ok('GET', `/v1/system/hardware/sleds/${SLED_ID}/instances`)).items).toEqual([])
      expect((await world.host.machines.list(OTHER)).map(({ state }) => state)).toEqual(Array(4).fill('running'))
      expect((await plan()).instances).toEqual([])
    })

    test('is refused while new instances could go there', async () => {
      await addSled()
      const refused = await world.admin.raw('POST', `${path}/drain`)
      expect(refused).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining('must not be provisionable') },
      })
      expect((await world.admin.raw('GET', `${path}/drain`)).status).toBe(404)
      await close()
      // nothing runs there
      await world.ok('POST', `${path}/drain`)
      expect(await ended()).toMatchObject({ state: 'completed', instances: [] })
    })

    test('stopping it leaves those that wait, and those on their way arrive', async () => {
      for (const name of ['a', 'b', 'c']) await running(name)
      await addSled()
      await close()
      await world.ok('POST', `${path}/drain`)
      await until(world, 'moves', async () => (await drain()).instances.some(({ state }) => state === 'moving'), 100)
      const stopped = (await world.ok('POST', `${path}/drain/stop`)) as unknown as Drain
      expect(stopped.state).toBe('stopped')
      const result = await until(world, 'arrivals', async () => {
        const now = await drain()
        return now.instances.every(({ state }) => state !== 'moving') && now
      })
      expect(states(result).map(([, state]) => state)).toEqual(['moved', 'moved', 'left'])
      expect(result.instances[2]!.reason).toBe('The drain was stopped.')
    })

    test('making the sled provisionable again stops it', async () => {
      for (const name of ['a', 'b', 'c']) await running(name)
      await addSled()
      await close()
      await world.ok('POST', `${path}/drain`)
      await close('provisionable')
      expect((await ended(100)).state).toBe('stopped')
    })

    test('members of a required affinity group stay together, and the plan says so', async () => {
      const body = { name: 'near', description: '', policy: 'fail', failure_domain: 'sled' }
      await world.ok('POST', '/v1/affinity-groups?project=web', body)
      for (const name of ['a', 'b']) {
        const { id } = await world.make(name)
        await world.ok('POST', `/v1/affinity-groups/near/members/instance/${name}?project=web`)
        await world.act(id, 'start')
        await world.reach(id, 'running')
      }
      await addSled()
      await close()
      for (const { to_sled_id, reason } of (await plan()).instances) {
        expect(to_sled_id).toBeNull()
        expect(reason).toContain('its affinity groups require it to stay with their members')
      }
    })
  })
})
