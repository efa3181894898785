// The name, description and notes of an instance through the API, on every database.
import { beforeAll, expect, test } from 'vitest'
import { makeCompute, type Compute } from '../testing/compute.ts'
import { eachDatabaseAndWasm } from '../testing/databases.ts'
import { talk } from '../testing/talk.ts'

const at = (id: string) => `/rackwright/instances/${id}/identity`

eachDatabaseAndWasm((_name, open) => {
  let world: Compute
  beforeAll(async () => {
    world = await makeCompute(await open())
  })

  test('change, and the hostname stays', async () => {
    const before = await world.make('first')
    const body = { name: 'second', description: 'Now renamed', notes: 'Backups at night.\nAsk Ada.', hostname: 'other' }
    const after = await world.ok('PUT', at(before.id), body)
    const { id, time_created } = before
    const changed = { id, name: 'second', description: 'Now renamed', hostname: 'first', time_created }
    expect(after).toEqual({ ...changed, notes: body.notes, time_modified: after.time_modified })
    expect(await world.ok('GET', '/rackwright/instances/second/identity?project=web')).toEqual(after)
    expect(await world.view(id)).toEqual({ ...before, ...changed, time_modified: after.time_modified })
  })

  test('what is left out stays', async () => {
    const { id } = await world.make('partly', { description: 'here' })
    await world.ok('PUT', at(id), { notes: 'kept' })
    expect(await world.ok('PUT', at(id), { name: 'partly-2', notes: null })).toMatchObject({
      name: 'partly-2',
      description: 'here',
      notes: 'kept',
    })
    expect(await world.ok('PUT', at(id), { notes: '' })).toMatchObject({ name: 'partly-2', notes: '' })
  })

  test('notes are in no answer of the published API', async () => {
    const { id } = await world.make('quiet')
    await world.ok('PUT', at(id), { notes: 'secret handshake' })
    for (const path of [`/v1/instances/${id}`, '/v1/instances?project=web'])
      expect(JSON.stringify(await world.ok('GET', path))).not.toContain('handshake')
  })

  test('refuse a name that is taken, and what is too long', async () => {
    const { id } = await world.make('late')
    await world.make('early')
    const refused = async (body: object) => (await talk(world.admin).refused('PUT', at(id), body)).slice(0, 2)
    expect(await refused({ name: 'early' })).toEqual([400, 'ObjectAlreadyExists'])
    expect(await refused({ description: 'x'.repeat(513) })).toEqual([400, 'InvalidValue'])
    expect((await refused({ notes: 'x'.repeat(10_001) }))[0]).toBe(400)
    expect(await world.ok('PUT', at(id), { name: 'late', notes: 'x'.repeat(10_000) })).toMatchObject({ name: 'late' })
  })

  test('the log names the instance as it was', async () => {
    const { id } = await world.make('logged')
    await world.ok('PUT', at(id), { name: 'logged-2' })
    const { items } = await world.ok('GET', '/rackwright/audit?operation=instance_identity_update&limit=1')
    expect(items).toMatchObject([{ target_id: id, target_name: 'logged' }])
  })
})
