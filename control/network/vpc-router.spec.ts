// Routers through the API, on every database.
import { beforeAll, expect, test } from 'vitest'
import { eachDatabase } from '../testing/databases.ts'
import { countRows, talk, type Talk } from '../testing/talk.ts'
import { makeWorld, type World } from '../testing/world.ts'

const named = (name: string) => ({ name, description: '' })
const inDefault = 'vpc=default&project=web'

eachDatabase((_name, open) => {
  let world: World
  let t: Talk
  beforeAll(async () => {
    world = await makeWorld(await open())
    t = talk(world.admin)
    await t.post('/v1/projects', named('web'))
  })

  test('created by users are custom, and are listed with the system router', async () => {
    const made = await t.post(`/v1/vpc-routers?${inDefault}`, { name: 'mine', description: 'my own' })
    expect(made).toMatchObject({ name: 'mine', description: 'my own', kind: 'custom' })
    expect(await t.get(`/v1/vpc-routers/mine?${inDefault}`)).toEqual(made)
    expect(await t.get(`/v1/vpc-routers/${made.id}`)).toEqual(made)
    const listed = await t.list(`/v1/vpc-routers?${inDefault}`)
    expect(listed.map(({ name, kind }) => [name, kind])).toEqual([
      ['mine', 'custom'],
      ['system', 'system'],
    ])
    const renamed = await t.put(`/v1/vpc-routers/${made.id}`, { name: 'ours' })
    expect(renamed).toEqual({ ...made, name: 'ours' })
  })

  test('the system router can be renamed but not deleted', async () => {
    const { system_router_id } = await t.get('/v1/vpcs/default?project=web')
    const path = `/v1/vpc-routers/${system_router_id as string}`
    expect(await t.put(path, { description: 'of the house' })).toMatchObject({ name: 'system', kind: 'system' })
    expect(await t.put(path, { name: 'house' })).toMatchObject({ name: 'house', description: 'of the house' })
    expect(await t.refused('DELETE', path)).toEqual([400, 'InvalidRequest', 'cannot delete system router'])
    await t.put(path, { name: 'system' })
  })

  test('deleting a custom router deletes its routes and detaches its subnets', async () => {
    const before = await countRows(world.host.db)
    const router = await t.post(`/v1/vpc-routers?${inDefault}`, named('brief'))
    await t.put(`/v1/vpc-subnets/default?${inDefault}`, { custom_router: 'brief' })
    const drop = { destination: { type: 'ip', value: '10.0.0.1' }, target: { type: 'drop' } }
    await t.post(`/v1/vpc-router-routes?router=${router.id}`, { ...named('away'), ...drop })
    await t.del(`/v1/vpc-routers/${router.id}`)
    expect(await t.get(`/v1/vpc-subnets/default?${inDefault}`)).toMatchObject({ custom_router_id: null })
    expect(await countRows(world.host.db)).toEqual(before)
  })

  test('names are unique within a VPC', async () => {
    await t.post(`/v1/vpc-routers?${inDefault}`, named('one'))
    await t.post(`/v1/vpc-routers?${inDefault}`, named('two'))
    const clash = [400, 'ObjectAlreadyExists', 'already exists: vpc-router "one"']
    expect(await t.refused('POST', `/v1/vpc-routers?${inDefault}`, named('one'))).toEqual(clash)
    expect(await t.refused('PUT', `/v1/vpc-routers/two?${inDefault}`, { name: 'one' })).toEqual(clash)
  })

  test('are found by name with their VPC, or by id without', async () => {
    const { id } = await t.get(`/v1/vpc-routers/system?${inDefault}`)
    const withParent = [400, 'InvalidRequest', 'when providing router as an ID vpc and project should not be specified']
    expect(await t.refused('GET', `/v1/vpc-routers/${id}?${inDefault}`)).toEqual(withParent)
    expect(await t.refused('GET', '/v1/vpc-routers/system')).toEqual([
      400,
      'InvalidRequest',
      'router should either be an ID or vpc should be specified',
    ])
    expect((await t.refused('GET', `/v1/vpc-routers/gone?${inDefault}`))[2]).toBe(
      'not found: vpc-router with name "gone"',
    )
  })

  test('no unexpected errors were logged', () => expect(world.errors).toEqual([]))
})
