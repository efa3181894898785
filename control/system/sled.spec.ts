// Racks, sleds, physical disks and switches through the API, on every database; adding sleds and closing them to new instances.
import { beforeEach, describe, expect, test } from 'vitest'
import { makeMemoryBlocks } from '#drivers/simulated/blocks-memory.ts'
import { makeSimulatedRack } from '#drivers/simulated/rack.ts'
import { testingClock } from '#drivers/testing-clock.ts'
import type { SledFacts } from '#drivers/hardware.ts'
import { GIB, makeCompute, until, type Compute } from '../testing/compute.ts'
import { eachDatabase } from '../testing/databases.ts'
import { seededRandom } from '../testing/ports.ts'
import { sha256 } from '../testing/storage.ts'
import { makeWorld } from '../testing/world.ts'
import { registerHardware } from './inventory.ts'

interface Sled {
  id: string
  baseboard: { part: string; serial: string; revision: number }
  rack_id: string
  policy: unknown
  state: string
  usable_hardware_threads: number
  usable_physical_ram: number
}

const SLEDS = '/v1/system/hardware/sleds'
const ABSENT = '00000000-0000-4000-8000-000000000000'

const hostFacts: SledFacts = {
  id: '51ed0000-0000-4000-8000-00000000beef',
  part: 'PowerEdge',
  serial: 'host-1',
  revision: 0,
  usable_hardware_threads: 2,
  usable_physical_ram: 8 * GIB,
  cubby: 0,
  disks: [
    { vendor: 'Samsung', model: 'PM9A3', serial: 'a', form_factor: 'u2' },
    { vendor: 'Samsung', model: 'PM9A3', serial: 'b', form_factor: 'u2' },
  ],
  runs_machines: false,
  role: 'member',
}

eachDatabase((_name, open) => {
  describe('hardware', () => {
    let world: Compute
    beforeEach(async () => {
      world = await makeCompute(await open())
    })

    const items = async <T>(path: string) => (await world.ok('GET', path)).items as T[]
    const list = () => items<Sled>(SLEDS)
    const spares = () => items<{ baseboard: Sled['baseboard']; cubby: number }>(`${SLEDS}-uninitialized`)
    const add = (body: unknown) => world.admin.raw('POST', SLEDS, body)
    const setPolicy = (id: string, state: string) =>
      world.admin.raw('PUT', `${SLEDS}/${id}/provision-policy`, { state })
    const on = (sled: string) => items<Record<string, unknown>>(`${SLEDS}/${sled}/instances`)
    const joined = (id: string) =>
      until(world, 'the sled to join', async () => (await world.admin.raw('GET', `${SLEDS}/${id}`)).status === 200)

    test('one rack with its sleds, disks and switches', async () => {
      const [rack, ...others] = await items<{ id: string }>('/v1/system/hardware/racks')
      expect(others).toEqual([])
      expect(await world.ok('GET', `/v1/system/hardware/racks/${rack!.id}`)).toEqual(rack)
      const [sled] = await list()
      expect(sled).toEqual({
        id: expect.any(String),
        baseboard: { part: 'SIM-SLED', serial: 'SIM0001', revision: 1 },
        rack_id: rack!.id,
        policy: { kind: 'in_service', provision_policy: 'provisionable' },
        state: 'active',
        usable_hardware_threads: 64,
        usable_physical_ram: 256 * GIB,
        time_created: expect.any(String),
        time_modified: expect.any(String),
      })
      expect(await world.ok('GET', `${SLEDS}/${sled!.id}`)).toEqual(sled)

      const disks = await items<{ id: string }>('/v1/system/hardware/disks')
      expect(disks).toHaveLength(2)
      expect(await items(`${SLEDS}/${sled!.id}/disks`)).toEqual(disks)
      const disk = await world.ok('GET', `/v1/system/hardware/disks/${disks[0]!.id}`)
      expect(disk).toMatchObject({
        sled_id: sled!.id,
        form_factor: 'u2',
        policy: { kind: 'in_service' },
        state: 'active',
      })

      const switches = await items<{ id: string }>('/v1/system/hardware/switches')
      expect(switches).toHaveLength(2)
      const first = await world.ok('GET', `/v1/system/hardware/switches/${switches[0]!.id}`)
      expect(first).toMatchObject({ rack_id: rack!.id, baseboard: { part: 'SIM-SWITCH' } })
    })

    test('unknown ids are not found', async () => {
      const message = async (path: string) =>
        (await world.admin.raw('GET', `/v1/system/hardware/${path}/${ABSENT}`)).body.message
      expect(await message('racks')).toBe(`not found: rack with id "${ABSENT}"`)
      expect(await message('sleds')).toBe(`not found: sled with id "${ABSENT}"`)
      expect(await message('disks')).toBe(`not found: physical-disk with id "${ABSENT}"`)
      expect(await message('switches')).toBe(`not found: switch with id "${ABSENT}"`)
      expect((await setPolicy(ABSENT, 'provisionable')).status).toBe(404)
      for (const part of ['instances', 'disks'])
        expect((await world.admin.raw('GET', `${SLEDS}/${ABSENT}/${part}`)).status).toBe(404)
    })

    test('adding a spare sled returns the same id until it has joined, and is refused after that', async () => {
      const [spare, next] = await spares()
      expect(spare).toMatchObject({ baseboard: { part: 'SIM-SLED', serial: 'SIM0002' }, cubby: 1 })
      const { part, serial } = spare!.baseboard
      const first = await add({ part, serial })
      expect(first.status).toBe(201)
      const id = first.body.id as string
      expect(await add({ part, serial })).toMatchObject({ status: 201, body: { id } })
      await joined(id)
      expect(await spares()).toEqual([next])
      expect((await list()).map((sled) => sled.id)).toContain(id)
      expect(await items(`${SLEDS}/${id}/disks`)).toHaveLength(2)
      expect(await add({ part, serial })).toMatchObject({
        status: 400,
        body: { error_code: 'ObjectAlreadyExists', message: `already exists: sled "${serial} (${part}): ${id}"` },
      })
      const unknown = await add({ part, serial: 'nobody' })
      expect(unknown).toMatchObject({ status: 404, body: { error_code: 'ObjectNotFound' } })
      expect(unknown.body.message).toMatch(/^not found: sled with name "nobody/)
    })

    test('a sled that was being added when the server stopped joins after the restart, under the same id', async () => {
      const [spare] = await spares()
      const { part, serial } = spare!.baseboard
      await world.plane.stop()
      const { id } = (await add({ part, serial })).body as { id: string }
      await registerHardware(world.host)
      const again = await makeWorld(world.host.db, { clock: world.clock }, world.admin.session)
      await again.plane.start()
      await joined(id)
      await again.stop()
    })

    test('instances go to an added sled, and a sled closed to new instances keeps its own', async () => {
      const [first] = await list()
      const { part, serial } = (await spares())[0]!.baseboard
      const second = (await add({ part, serial })).body.id as string
      await joined(second)
      const one = await world.make('one', { start: true })
      const two = await world.make('two', { start: true })
      const both = [...(await on(first!.id)), ...(await on(second))]
      expect(both.map(({ id }) => id).sort()).toEqual([one.id, two.id].sort())
      expect((await on(second))[0]).toEqual({
        id: expect.any(String),
        name: expect.stringMatching(/one|two/),
        silo_name: 'recovery',
        project_name: 'web',
        state: expect.stringMatching(/starting|running/),
        ncpus: 1,
        memory: GIB,
        active_sled_id: second,
        migration_id: null,
        time_created: expect.any(String),
        time_modified: expect.any(String),
      })

      const closed = await setPolicy(second, 'non_provisionable')
      expect(closed).toMatchObject({
        status: 200,
        body: { old_state: 'provisionable', new_state: 'non_provisionable' },
      })
      expect((await setPolicy(second, 'non_provisionable')).body).toEqual({
        old_state: 'non_provisionable',
        new_state: 'non_provisionable',
      })
      const kept = await on(second)
      for (const name of ['a', 'b', 'c']) await world.make(name, { start: true })
      expect((await on(second)).map(({ id }) => id)).toEqual(kept.map(({ id }) => id))
      expect(await on(first!.id)).toHaveLength(4)
      await world.act(one.id, 'stop')
      await world.reach(one.id, 'stopped')
      await world.act(two.id, 'stop')
      await world.reach(two.id, 'stopped')
      expect(await on(second)).toEqual([])
    })

    test('an expunged sled drops out of the list and cannot change its policy', async () => {
      const [sled] = await list()
      await world.host.db.transaction((tx) => tx.updateTable('sled').set({ policy_kind: 'expunged' }).execute())
      expect(await list()).toEqual([])
      expect((await world.ok('GET', `${SLEDS}/${sled!.id}`)).policy).toEqual({ kind: 'expunged' })
      expect(await setPolicy(sled!.id, 'provisionable')).toMatchObject({
        status: 409,
        body: { error_code: 'Conflict' },
      })
    })

    const walk = async (path: string) => {
      const seen: unknown[] = []
      let token: string | null = ''
      do {
        const page: { items: unknown[]; next_page: string | null } = (await world.ok(
          'GET',
          `${path}?limit=1${token ? `&page_token=${token}` : ''}`,
        )) as never
        seen.push(...page.items)
        token = page.next_page
      } while (token)
      return seen
    }
    test('lists come in pages', async () => {
      for (const path of ['disks', 'switches'])
        expect(await walk(`/v1/system/hardware/${path}`)).toEqual(await items(`/v1/system/hardware/${path}`))
    })

    test('waiting sleds come all at once', async () => {
      const page = await world.ok('GET', `${SLEDS}-uninitialized?limit=1`)
      expect(page).toEqual({ items: [expect.anything(), expect.anything()], next_page: null })
      const { next_page } = await world.ok('GET', `${SLEDS}?limit=1`)
      const refused = await world.admin.raw('GET', `${SLEDS}-uninitialized?page_token=${next_page as string}`)
      expect([refused.status, refused.body.message]).toEqual([400, 'invalid page token'])
    })
  })

  describe('the inventory', () => {
    const clock = testingClock()
    const rackOf = (host: SledFacts | undefined, sleds: number, spares = 0) =>
      makeSimulatedRack({
        clock,
        random: seededRandom(),
        sleds,
        spares,
        disksPerSled: 1,
        host,
        volumes: makeMemoryBlocks(sha256),
      }).hardware

    test('the host is in service with its current facts but accepts no instances', async () => {
      const world = await makeWorld(await open(), { hardware: rackOf(hostFacts, 1) })
      const find = async () => {
        const { items } = (await world.admin.raw('GET', SLEDS)).body as unknown as { items: Sled[] }
        return items.find((sled) => sled.baseboard.part === 'PowerEdge')!
      }
      const sled = await find()
      expect(sled).toMatchObject({
        policy: { kind: 'in_service', provision_policy: 'non_provisionable' },
        usable_hardware_threads: 2,
        usable_physical_ram: 8 * GIB,
      })
      await world.admin.raw('PUT', `${SLEDS}/${sled.id}/provision-policy`, { state: 'provisionable' })
      const grown = {
        ...hostFacts,
        usable_physical_ram: 16 * GIB,
        disks: [hostFacts.disks[1]!, { ...hostFacts.disks[0]!, serial: 'c' }],
      }
      await registerHardware({ ...world.host, hardware: rackOf(grown, 1) })
      expect(await find()).toMatchObject({
        id: sled.id,
        policy: { provision_policy: 'provisionable' },
        usable_physical_ram: 16 * GIB,
      })
      const serials = async () => {
        const { body } = await world.admin.raw('GET', `${SLEDS}/${sled.id}/disks`)
        return (body.items as { serial: string }[]).map(({ serial }) => serial).sort()
      }
      expect(await serials()).toEqual(['b', 'c'])
      await registerHardware({ ...world.host, hardware: rackOf(hostFacts, 1) })
      expect(await serials()).toEqual(['a', 'b'])
    })

    test('sleds plugged in later wait to be added, and disappear when unplugged', async () => {
      const world = await makeWorld(await open(), { hardware: rackOf(undefined, 1) })
      const waiting = async () => {
        const { body } = await world.admin.raw('GET', `${SLEDS}-uninitialized`)
        return (body.items as { baseboard: { serial: string } }[]).map(({ baseboard }) => baseboard.serial)
      }
      expect(await waiting()).toEqual([])
      await registerHardware({ ...world.host, hardware: rackOf(undefined, 3) })
      expect(await waiting()).toEqual(['SIM0002', 'SIM0003'])
      await registerHardware({ ...world.host, hardware: rackOf(undefined, 1) })
      expect(await waiting()).toEqual([])
      expect(((await world.admin.raw('GET', SLEDS)).body.items as unknown[]).length).toBe(1)
    })
  })
})
