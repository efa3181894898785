// Moving running instances: what is refused and why, progress, cancelling, stopping meanwhile, capacity on both sleds, and consoles
// that go on.
import type { Wire } from '#contract/api.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { GIB, makeCompute, until, type Compute } from '../testing/compute.ts'
import { eachDatabase } from '../testing/databases.ts'

type Migration = Wire<'InstanceMigration'>

const path = (id: string, more: string) => `/rackwright/instances/${id}/${more}`

eachDatabase((_name, open) => {
  describe('moving an instance', () => {
    let world: Compute
    let sleds: string[]

    beforeEach(async () => {
      world = await makeCompute(await open())
      sleds = await addSled(world)
    })

    const migrate = (id: string, sled_id: string | null = null) =>
      world.admin.raw('POST', path(id, 'migrate'), { sled_id })
    const migration = async (id: string) => (await world.ok('GET', path(id, 'migration'))) as unknown as Migration
    const ended = (id: string, step?: number) =>
      until(
        world,
        'the end of the move',
        async () => {
          const now = await migration(id)
          return now.state !== 'running' && now
        },
        step,
      )
    const sledOf = async (id: string) =>
      (await world.host.db.read.selectFrom('instance').select('sled_id').where('id', '=', id).executeTakeFirstOrThrow())
        .sled_id!
    const running = async (name: string, more: Record<string, unknown> = {}) => {
      const { id } = await world.make(name, { start: true, ...more })
      await world.reach(id, 'running')
      return id
    }
    const other = async (id: string) => {
      const here = await sledOf(id)
      return sleds.find((sled) => sled !== here)!
    }
    const machinesOn = async (sled: string) => (await world.host.machines.list(sled)).map(({ state }) => state)

    test('goes to another sled with its console, and both sleds count it meanwhile', async () => {
      const id = await running('web-1', { ncpus: 4, memory: 4 * GIB })
      const [from, to] = [await sledOf(id), await other(id)]
      const lines = async () => {
        const { data } = await world.ok('GET', `/v1/instances/${id}/serial-console?from_start=0`)
        return new TextDecoder().decode(Uint8Array.from(data as number[]))
      }
      const reply = await migrate(id)
      expect(reply.status).toBe(202)
      expect(reply.body).toMatchObject({ instance_id: id, from_sled_id: from, to_sled_id: to, state: 'running' })
      expect((await world.view(id)).run_state).toBe('migrating')
      const loads = (await world.ok('GET', '/rackwright/sled-loads')).items as Wire<'SledLoad'>[]
      for (const sled of [from, to])
        expect(loads.find((load) => load.id === sled)).toMatchObject({ instances: 1, cpus: 4, memory: 4 * GIB })
      const { items } = await world.ok('GET', `/v1/system/hardware/sleds/${from}/instances`)
      expect(items).toMatchObject([{ id, state: 'migrating', migration_id: reply.body.id, active_sled_id: from }])

      const half = await until(
        world,
        'progress',
        async () => {
          const now = await migration(id)
          return now.total > 0 && now.remaining < now.total && now
        },
        100,
      )
      expect(half).toMatchObject({ total: 4 * GIB, state: 'running', time_ended: null })
      const before = await lines()
      expect(before).not.toBe('')

      expect(await ended(id)).toMatchObject({ state: 'completed', remaining: 0, reason: null })
      expect(await world.view(id)).toMatchObject({ run_state: 'running' })
      expect(await sledOf(id)).toBe(to)
      expect(await lines()).toContain(before)
      expect([await machinesOn(from), await machinesOn(to)]).toEqual([[], ['running']])
      expect((await world.ok('GET', `/v1/system/hardware/sleds/${to}/instances`)).items).toMatchObject([
        { id, migration_id: null },
      ])
      expect(await world.ok('GET', path(id, 'placement'))).toMatchObject({
        sled_id: to,
        reason: 'It is the only other sled.',
      })
      const { items: events } = await world.ok('GET', `/rackwright/activity?instance=${id}`)
      const told = events as { operation: string | null; outcome: string | null }[]
      expect(told.map(({ operation, outcome }) => operation ?? outcome)).toEqual(
        expect.arrayContaining(['instance_migrate', 'moved']),
      )
      expect(world.errors).toEqual([])
    })

    test('only running instances move, and only to a sled that takes them', async () => {
      const { id } = await world.make('idle')
      expect(await migrate(id)).toMatchObject({
        status: 400,
        body: { message: 'instance must be running to be moved, and it is stopped' },
      })
      expect((await world.admin.raw('GET', path(id, 'migration'))).status).toBe(404)
      const busy = await running('busy', { ncpus: 40 })
      expect(await migrate(busy, await sledOf(busy))).toMatchObject({
        status: 507,
        body: { message: expect.stringContaining('it runs there already') },
      })
      expect((await migrate(busy, '51ed0000-0000-4000-8000-00000000ffff')).status).toBe(404)
      await running('wall', { ncpus: 40 })
      expect(await migrate(busy)).toMatchObject({
        status: 507,
        body: {
          message:
            'Insufficient capacity: Failed to place instance: 40 vCPUs and 1 GiB of memory do not fit on the only other sled: ' +
            '1 has too few free threads; it would fit if 16 more threads were free',
        },
      })
      expect((await world.view(busy)).run_state).toBe('running')
      // the name of an instance needs a project
      expect((await world.admin.raw('POST', path('busy', 'migrate'), {})).status).toBe(400)
      expect((await world.admin.raw('POST', `${path('busy', 'migrate')}?project=web`, {})).status).toBe(507)
    })

    test('the place on the other sled is taken as soon as the move is accepted', async () => {
      const id = await running('first', { ncpus: 40 })
      const to = await other(id)
      expect((await migrate(id)).status).toBe(202)
      await world.make('second', { ncpus: 30 })
      const refused = await world.admin.raw('POST', '/v1/instances/second/start?project=web')
      expect(refused.status).toBe(507)
      await ended(id)
      expect(await sledOf(id)).toBe(to)
      expect((await world.admin.raw('POST', '/v1/instances/second/start?project=web')).status).toBe(202)
    })

    test('a cancelled move leaves the instance where it is', async () => {
      const id = await running('stay')
      const here = await sledOf(id)
      await migrate(id)
      await until(world, 'the copy', async () => (await migration(id)).total > 0, 100)
      expect(await world.ok('POST', path(id, 'migration/cancel'))).toMatchObject({ is_cancelled: true })
      expect(await ended(id, 100)).toMatchObject({ state: 'cancelled' })
      expect(await world.view(id)).toMatchObject({ run_state: 'running' })
      expect(await sledOf(id)).toBe(here)
      expect(await machinesOn(await other(id))).toEqual([])
      // once more, now that it has ended
      expect(await world.ok('POST', path(id, 'migration/cancel'))).toMatchObject({ state: 'cancelled' })
    })

    test('stopping an instance cancels its move first', async () => {
      const id = await running('halt')
      await migrate(id)
      await until(world, 'the copy', async () => (await migration(id)).total > 0, 100)
      expect((await world.act(id, 'stop')).status).toBe(202)
      await world.reach(id, 'stopped', 100)
      expect((await migration(id)).state).toBe('cancelled')
      for (const sled of sleds) expect(await machinesOn(sled)).toEqual([])
      expect(await world.usage()).toMatchObject({ cpus: 0, memory: 0 })
    })

    test('a forced stop does not wait for it either', async () => {
      const id = await running('axe')
      await migrate(id)
      await until(world, 'the copy', async () => (await migration(id)).total > 0, 100)
      expect((await world.admin.raw('POST', path(id, 'force-stop'))).status).toBe(202)
      await world.reach(id, 'stopped', 100)
      for (const sled of sleds) expect(await machinesOn(sled)).toEqual([])
    })

    test('a move that fails says why, and the instance goes on', async () => {
      const id = await running('refuses-to-move')
      const here = await sledOf(id)
      await migrate(id)
      expect(await ended(id)).toMatchObject({
        state: 'failed',
        reason: expect.stringContaining('does not start there'),
      })
      expect(await world.view(id)).toMatchObject({ run_state: 'running' })
      expect(await sledOf(id)).toBe(here)
    })

    test('a snapshot that is asked for meanwhile is taken once the machine has arrived', async () => {
      const disk_source = { type: 'blank', block_size: 512 }
      const disk = { type: 'create', name: 'data', description: '', size: GIB, disk_source }
      const id = await running('disks', { disks: [disk] })
      await migrate(id)
      await until(world, 'the copy', async () => (await migration(id)).total > 0, 100)
      const copied: string[] = []
      const real = world.host.machines.copyDisk.bind(world.host.machines)
      world.host.machines.copyDisk = async (at, ...rest) => {
        copied.push(at.sled_id)
        return real(at, ...rest)
      }
      const asked = world.ok('POST', '/v1/snapshots?project=web', { name: 'snap', description: '', disk: 'data' })
      await ended(id)
      await until(world, 'the snapshot', async () => {
        const { body } = await world.admin.raw('GET', '/v1/snapshots/snap?project=web')
        return body.state === 'ready'
      })
      await asked
      expect(copied).toEqual([await sledOf(id)])
    })
  })
})

/** One more sled of 64 threads. */
async function addSled(world: Compute): Promise<string[]> {
  const rows = world.host.db.read.selectFrom('sled').selectAll()
  const first = await rows.executeTakeFirstOrThrow()
  const id = '51ed0000-0000-4000-8000-000000000001'
  await world.host.db.transaction((tx) =>
    tx
      .insertInto('sled')
      .values({ ...first, id, serial: `${first.serial}-2` })
      .execute(),
  )
  return [first.id, id]
}
