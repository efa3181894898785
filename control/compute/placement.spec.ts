// Placement: capacity, provision policy, affinity and anti-affinity with both policies, and the error when nothing fits.
import type { Wire } from '#contract/api.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { GIB, makeCompute, type Compute } from '../testing/compute.ts'
import { eachDatabase } from '../testing/databases.ts'

const NOWHERE = 'Insufficient capacity: Failed to place instance: '

eachDatabase((_name, open) => {
  describe('placement', () => {
    let world: Compute
    let sleds: string[]

    beforeEach(async () => {
      world = await makeCompute(await open())
      sleds = await addSleds(world, 2)
    })

    const sledOf = async (id: string) =>
      (await world.host.db.read.selectFrom('instance').select('sled_id').where('id', '=', id).executeTakeFirstOrThrow())
        .sled_id
    const started = async (name: string, more: Record<string, unknown> = {}) => {
      const made = await world.make(name, { start: true, ...more })
      expect(made.run_state).toBe('starting')
      return (await sledOf(made.id))!
    }
    const setPolicy = (sled: string, provision_policy: Wire<'SledProvisionPolicy'>) =>
      world.host.db.transaction((tx) =>
        tx.updateTable('sled').set({ provision_policy }).where('id', '=', sled).execute(),
      )
    const group = (kind: 'affinity' | 'anti-affinity', name: string, policy: 'allow' | 'fail') =>
      world.ok('POST', `/v1/${kind}-groups?project=web`, { name, description: '', policy, failure_domain: 'sled' })
    const join = (kind: 'affinity' | 'anti-affinity', name: string, instance: string) =>
      world.ok('POST', `/v1/${kind}-groups/${name}/members/instance/${instance}?project=web`)
    const start = async (name: string) => {
      const { status, body } = await world.admin.raw('POST', `/v1/instances/${name}/start?project=web`)
      return { status, error_code: body.error_code, message: body.message }
    }

    test('picks the emptiest sled, and stopping an instance frees its capacity', async () => {
      const one = await world.make('one', { start: true, ncpus: 40 })
      const others = [await started('two', { ncpus: 40 }), await started('three', { ncpus: 40 })]
      expect(new Set([await sledOf(one.id), ...others])).toEqual(new Set(sleds))
      await world.make('four', { ncpus: 40 })
      expect(await start('four')).toEqual({
        status: 507,
        error_code: 'InsufficientCapacity',
        message: `${NOWHERE}40 vCPUs and 1 GiB of memory do not fit on any of 3 sleds: 3 have too few free threads; it would fit on one of them if 16 more threads were free`,
      })
      const first = await sledOf(one.id)
      await world.reach(one.id, 'running')
      await world.act(one.id, 'stop')
      expect((await start('four')).status).toBe(507)
      await world.reach(one.id, 'stopped')
      expect(await sledOf(one.id)).toBeNull()
      expect((await start('four')).status).toBe(202)
      const four = await world.ok('GET', '/v1/instances/four?project=web')
      expect(await sledOf(four.id as string)).toBe(first)
    })

    test('memory counts too, and the error gives the number of sleds per reason', async () => {
      await setPolicy(sleds[0]!, 'non_provisionable')
      await started('fat', { memory: 250 * GIB })
      await started('broad', { ncpus: 60 })
      await world.make('late', { ncpus: 10, memory: 10 * GIB })
      expect((await start('late')).message).toBe(
        `${NOWHERE}10 vCPUs and 10 GiB of memory do not fit on any of 3 sleds: ` +
          '1 has too few free threads, 1 has too little free memory, 1 takes no new instances; ' +
          'it would fit on one of them if the sled took new instances',
      )
    })

    test('a non-provisionable sled keeps its instances', async () => {
      const kept = await world.make('kept', { start: true })
      const sled = (await sledOf(kept.id))!
      await setPolicy(sled, 'non_provisionable')
      await world.reach(kept.id, 'running')
      for (const name of ['a', 'b', 'c']) expect(await started(name)).not.toBe(sled)
      for (const each of sleds) await setPolicy(each, 'non_provisionable')
      await world.make('none')
      expect((await start('none')).message).toBe(
        `${NOWHERE}1 vCPU and 1 GiB of memory do not fit on any of 3 sleds: 3 take no new instances; it would fit on one of them if the sled took new instances`,
      )
    })

    test('anti-affinity, required: never together', async () => {
      await group('anti-affinity', 'apart', 'fail')
      const places = []
      for (const name of ['a', 'b', 'c']) places.push(await started(name, { anti_affinity_groups: ['apart'] }))
      expect(new Set(places).size).toBe(3)
      await world.make('d', { anti_affinity_groups: ['apart'] })
      expect(await start('d')).toMatchObject({
        status: 507,
        message: `${NOWHERE}1 vCPU and 1 GiB of memory do not fit on any of 3 sleds: 3 run members of its anti-affinity groups; it would fit on one of them if no member of its anti-affinity groups ran there`,
      })
    })

    test('anti-affinity, best effort: apart while capacity lasts, together after that', async () => {
      await group('anti-affinity', 'apart', 'allow')
      const places = []
      for (const name of ['a', 'b', 'c', 'd']) places.push(await started(name, { anti_affinity_groups: ['apart'] }))
      expect(new Set(places.slice(0, 3)).size).toBe(3)
    })

    test('affinity, required: together or not at all', async () => {
      await group('affinity', 'near', 'fail')
      for (const name of ['a', 'b', 'c']) {
        await world.make(name, { ncpus: 30 })
        await join('affinity', 'near', name)
      }
      expect((await start('a')).status).toBe(202)
      expect((await start('b')).status).toBe(202)
      const ids = (await world.ok('GET', '/v1/instances?project=web')).items as { id: string }[]
      expect(await sledOf(ids[0]!.id)).toBe(await sledOf(ids[1]!.id))
      expect(await start('c')).toMatchObject({
        status: 507,
        message: `${NOWHERE}30 vCPUs and 1 GiB of memory do not fit on the sled that its affinity groups require: 1 has too few free threads; it would fit if 26 more threads were free`,
      })
    })

    test('affinity, best effort: together while capacity lasts, elsewhere after that', async () => {
      await group('affinity', 'near', 'allow')
      for (const name of ['a', 'b', 'c']) {
        await world.make(name, { ncpus: 30 })
        await join('affinity', 'near', name)
        expect((await start(name)).status).toBe(202)
      }
      const items = (await world.ok('GET', '/v1/instances?project=web')).items as { id: string }[]
      const [a, b, c] = await Promise.all(items.map(({ id }) => sledOf(id)))
      expect(a).toBe(b)
      expect(c).not.toBe(a)
    })

    test('contradictory groups are refused as a bad request', async () => {
      await group('affinity', 'near', 'fail')
      await group('anti-affinity', 'apart', 'fail')
      await world.make('a')
      await world.make('b')
      for (const name of ['a', 'b']) {
        await join('affinity', 'near', name)
        await join('anti-affinity', 'apart', name)
      }
      expect((await start('a')).status).toBe(202)
      expect(await start('b')).toEqual({
        status: 400,
        error_code: 'InvalidRequest',
        message: 'Failed to place instance: its affinity groups require the sled that its anti-affinity groups forbid',
      })
      await group('affinity', 'far', 'fail')
      for (const name of ['c', 'd', 'e']) await world.make(name, { ncpus: 40 })
      expect((await start('c')).status).toBe(202)
      expect((await start('d')).status).toBe(202)
      for (const name of ['c', 'd']) {
        // they already run apart; only stopped instances can join, so each stops and joins its own group
        await group('affinity', `with-${name}`, 'fail')
        await stopJoinStart(name)
      }
      for (const name of ['c', 'd']) await join('affinity', `with-${name}`, 'e')
      expect(await start('e')).toEqual({
        status: 400,
        error_code: 'InvalidRequest',
        message:
          'Failed to place instance: its affinity groups require 2 sleds at once; stop the members that run apart',
      })
    })

    async function stopJoinStart(name: string) {
      const { id } = (await world.ok('GET', `/v1/instances/${name}?project=web`)) as { id: string }
      await world.act(id, 'stop')
      await world.reach(id, 'stopped')
      await join('affinity', `with-${name}`, name)
      expect((await start(name)).status).toBe(202)
    }

    test('operators see why an instance is where it is, and what stands against the other sleds', async () => {
      const placement = (name: string) => world.ok('GET', `/rackwright/instances/${name}/placement?project=web`)
      await setPolicy(sleds[0]!, 'non_provisionable')
      const { id } = await world.make('one', { start: true, ncpus: 40 })
      const here = await sledOf(id)
      expect(await placement('one')).toMatchObject({
        sled_id: here,
        reason: 'Of the 2 sleds that could take the instance, none had more free vCPUs: 64.',
        refusal: null,
      })
      await setPolicy(sleds[0]!, 'provisionable')
      for (const name of ['two', 'three']) await started(name, { ncpus: 60 })
      const found = await placement('one')
      const against = (found.sleds as Wire<'PlacementSled'>[]).map(({ sled_id, fits, conditions }) => ({
        sled_id,
        fits,
        against: conditions.flatMap((each) => (each.fits ? [] : [each.text])),
      }))
      expect(against).toHaveLength(3)
      expect(against.find(({ sled_id }) => sled_id === here)?.against).toContain('it runs there already')
      for (const { against: reasons } of against.filter(({ sled_id }) => sled_id !== here))
        expect(reasons).toEqual(['4 vCPUs are free, and it needs 40'])
      expect(found.refusal).toBe(
        '40 vCPUs and 1 GiB of memory do not fit on any of 2 other sleds: 2 have too few free threads; ' +
          'it would fit on one of them if 36 more threads were free',
      )
      await world.reach(id, 'running')
      await world.act(id, 'stop')
      await world.reach(id, 'stopped')
      expect(await placement('one')).toMatchObject({ sled_id: null, reason: null, time_placed: null, refusal: null })
    })

    test('parallel starts never exceed capacity', async () => {
      const names = Array.from({ length: 20 }, (_, n) => `p${n}`)
      for (const name of names) await world.make(name, { ncpus: 16 })
      const replies = await Promise.all(names.map(start))
      expect(replies.filter((reply) => reply.status === 202)).toHaveLength(12)
      expect(replies.filter((reply) => reply.status === 507)).toHaveLength(8)
      expect(await world.usage()).toMatchObject({ cpus: 192, memory: 12 * GIB })
      expect(world.errors).toEqual([])
    })
  })
})

/** Inserts sleds into the table, because tests have no hardware to add. Returns the ids of all sleds. */
async function addSleds({ host }: Compute, count: number): Promise<string[]> {
  const first = await host.db.read.selectFrom('sled').selectAll().executeTakeFirstOrThrow()
  const more = Array.from({ length: count }, (_, n) => ({ ...first, id: host.random.uuid(), serial: `more-${n}` }))
  await host.db.transaction((tx) => tx.insertInto('sled').values(more).execute())
  return [first.id, ...more.map((sled) => sled.id)]
}
