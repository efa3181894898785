// Every event names its subject, whatever else the handler looked up and even if the request was refused.
import { beforeAll, describe, expect, test } from 'vitest'
import { makeUser, must } from '../testing/authz-world.ts'
import { eachDatabase } from '../testing/databases.ts'
import { makeWorld, type Person, type World } from '../testing/world.ts'

eachDatabase((_name, open) => {
  describe('the subject of an event', () => {
    let world: World
    let admin: Person
    let member: Person
    let silo_id: string
    let project_id: string
    const lastEvent = () =>
      world.host.db.read.selectFrom('event').selectAll().orderBy('seq', 'desc').executeTakeFirstOrThrow()

    beforeAll(async () => {
      world = await makeWorld(await open())
      admin = world.admin
      silo_id = (await admin.raw('GET', '/v1/me')).body.silo_id as string
      project_id = (await must(admin, 'POST', '/v1/projects', { name: 'web', description: '' })).id as string
      const user = await makeUser(world, 'recovery', 'member')
      member = user.person
      const viewer = { identity_type: 'silo_user', identity_id: user.id, role_name: 'viewer' }
      await must(admin, 'PUT', '/v1/projects/web/policy', { role_assignments: [viewer] })
    })

    test('of a new resource is the resource, in the scope of its project', async () => {
      const router = { name: 'custom', description: '' }
      const made = await must(admin, 'POST', '/v1/vpc-routers?project=web&vpc=default', router)
      expect(await lastEvent()).toMatchObject({ target_id: made.id, target_name: 'custom', silo_id, project_id })
    })

    test('is not the last row that was looked up', async () => {
      const subnet = await must(admin, 'GET', '/v1/vpc-subnets/default?project=web&vpc=default')
      const changes = { description: 'routed', custom_router: 'custom' }
      await must(admin, 'PUT', `/v1/vpc-subnets/${String(subnet.id)}`, changes)
      expect(await lastEvent()).toMatchObject({ target_id: subnet.id, target_name: 'default', silo_id, project_id })
    })

    test('is known when the caller lacks the role', async () => {
      const vpc = await must(admin, 'GET', '/v1/vpcs/default?project=web')
      expect((await member.raw('DELETE', `/v1/vpcs/${String(vpc.id)}`)).status).toBe(403)
      expect(await lastEvent()).toMatchObject({ status: 403, target_id: vpc.id, silo_id, project_id })
    })

    test('is known when the resource is in the wrong state', async () => {
      const vpc = await must(admin, 'GET', '/v1/vpcs/default?project=web')
      expect((await admin.raw('DELETE', `/v1/vpcs/${String(vpc.id)}`)).status).toBe(400)
      expect(await lastEvent()).toMatchObject({ status: 400, target_id: vpc.id, silo_id, project_id })
    })

    test('is missing when nothing was found, and the event belongs to the silo of the caller', async () => {
      expect((await admin.raw('DELETE', '/v1/vpcs/absent?project=web')).status).toBe(404)
      expect(await lastEvent()).toMatchObject({ status: 404, target_id: null, silo_id, project_id: null })
    })
  })
})
