// Silos through the API, on every database: what creating one includes, who sees it, when it can be deleted.
import { beforeAll, describe, expect, test } from 'vitest'
import { must } from '../testing/authz-world.ts'
import { makeAuthority } from '../testing/certificates.ts'
import { eachDatabase } from '../testing/databases.ts'
import { diskBody, settleStorage } from '../testing/storage.ts'
import { makeWorld, PASSWORD, type Person, type World } from '../testing/world.ts'

const siloBody = (name: string, more: Record<string, unknown> = {}) => ({
  name,
  description: 'a tenant',
  discoverable: true,
  identity_mode: 'local_only',
  quotas: { cpus: 8, memory: 2 ** 34, storage: 2 ** 40 },
  tls_certificates: [],
  ...more,
})

const users = '/v1/system/identity-providers/local/users'

async function member({ admin, login }: World, silo: string, external_id: string): Promise<Person & { id: string }> {
  const password = { mode: 'password', value: PASSWORD }
  const made = await admin.raw('POST', `${users}?silo=${silo}`, { external_id, password })
  expect(made.status).toBe(201)
  return { ...(await login(silo, external_id)), id: made.body.id as string }
}

/** A silo image outlives the project it was created in. */
async function leaveAnImage({ host }: World, person: Person): Promise<void> {
  const web = 'project=web'
  await must(person, 'POST', `/v1/disks?${web}`, diskBody('blank'))
  await settleStorage(host)
  const snapshot = await must(person, 'POST', `/v1/snapshots?${web}`, { name: 'shot', description: '', disk: 'blank' })
  const source = { type: 'snapshot', id: snapshot.id }
  await must(person, 'POST', '/v1/images', { name: 'left', description: '', os: 'none', version: '1', source })
  await settleStorage(host)
  await must(person, 'DELETE', `/v1/snapshots/shot?${web}`)
  await must(person, 'DELETE', `/v1/disks/blank?${web}`)
}

eachDatabase((_name, open) => {
  describe('silos', () => {
    let world: World
    let admin: Person
    beforeAll(async () => {
      world = await makeWorld(await open())
      admin = world.admin
    })

    test('are created with quotas and zero utilization, and found by name and id', async () => {
      const made = await admin.raw('POST', '/v1/system/silos', siloBody('acme'))
      expect(made.status).toBe(201)
      expect(made.body).toEqual({
        id: expect.any(String),
        name: 'acme',
        description: 'a tenant',
        discoverable: true,
        identity_mode: 'local_only',
        mapped_fleet_roles: {},
        time_created: '2025-03-03T09:00:00.000Z',
        time_modified: '2025-03-03T09:00:00.000Z',
      })
      for (const selector of ['acme', made.body.id])
        expect((await admin.raw('GET', `/v1/system/silos/${selector}`)).body).toEqual(made.body)
      const quotas = { cpus: 8, memory: 2 ** 34, storage: 2 ** 40 }
      expect((await admin.raw('GET', '/v1/system/silos/acme/quotas')).body).toEqual({
        silo_id: made.body.id,
        ...quotas,
      })
      expect((await admin.raw('GET', '/v1/system/utilization/silos/acme')).body).toEqual({
        silo_id: made.body.id,
        silo_name: 'acme',
        provisioned: { cpus: 0, memory: 0, storage: 0 },
        allocated: quotas,
      })
    })

    test('a taken name is refused', async () => {
      const clash = await admin.raw('POST', '/v1/system/silos', siloBody('recovery'))
      expect(clash.status).toBe(400)
      expect(clash.body).toMatchObject({
        error_code: 'ObjectAlreadyExists',
        message: 'already exists: silo "recovery"',
      })
    })

    test('the list shows only discoverable silos; the others are found by name', async () => {
      await admin.raw('POST', '/v1/system/silos', siloBody('hidden', { discoverable: false }))
      const { items } = (await admin.raw('GET', '/v1/system/silos')).body as { items: { name: string }[] }
      const names = items.map(({ name }) => name)
      expect(names).toContain('recovery')
      expect(names).not.toContain('hidden')
      expect(names).not.toContain('default-silo')
      expect((await admin.raw('GET', '/v1/system/silos/hidden')).status).toBe(200)
      expect((await admin.raw('GET', '/v1/system/silos/default-silo')).body).toMatchObject({
        id: '001de000-5110-4000-8000-000000000000',
        discoverable: false,
        identity_mode: 'local_only',
      })
      expect((await admin.raw('GET', '/v1/system/silos/internal')).body.id).toBe('001de000-5110-4000-8000-000000000001')
    })

    test('an admin group is created and administers the silo', async () => {
      await admin.raw('POST', '/v1/system/silos', siloBody('grouped', { admin_group_name: 'the admins' }))
      const someone = await member(world, 'grouped', 'ann')
      const { items } = (await someone.raw('GET', '/v1/groups')).body as { items: { id: string }[] }
      expect(items).toEqual([{ id: expect.any(String), display_name: 'the admins', silo_id: expect.any(String) }])
      expect((await someone.raw('GET', '/v1/policy')).body).toEqual({
        role_assignments: [{ identity_type: 'silo_group', identity_id: items[0]!.id, role_name: 'admin' }],
      })
      expect((await someone.raw('GET', `/v1/groups/${items[0]!.id}`)).body).toEqual(items[0])
      expect((await someone.raw('GET', `/v1/users?group=${items[0]!.id}`)).body).toEqual({
        items: [],
        next_page: null,
      })
      const absent = '00000000-0000-4000-8000-000000000000'
      expect((await someone.raw('GET', `/v1/users?group=${absent}`)).body.message).toBe(
        `not found: silo-group with id "${absent}"`,
      )
    })

    test('mapped fleet roles apply to holders of the silo role or a stronger one', async () => {
      const mapped_fleet_roles = { admin: ['admin', 'admin'], viewer: ['viewer'] }
      const made = await admin.raw('POST', '/v1/system/silos', siloBody('mapped', { mapped_fleet_roles }))
      expect(made.body.mapped_fleet_roles).toEqual({ admin: ['admin'], viewer: ['viewer'] })
      const [chief, plain] = [await member(world, 'mapped', 'chief'), await member(world, 'mapped', 'plain')]
      const grant = { identity_type: 'silo_user', identity_id: chief.id, role_name: 'admin' }
      await admin.raw('PUT', '/v1/system/silos/mapped/policy', { role_assignments: [grant] })
      expect((await chief.raw('POST', '/v1/system/silos', siloBody('made-by-chief'))).status).toBe(201)
      expect((await chief.raw('GET', '/v1/system/policy')).status).toBe(200)
      expect((await plain.raw('GET', '/v1/system/policy')).status).toBe(403)
    })

    test('only a fleet admin can map fleet roles', async () => {
      await admin.raw(
        'POST',
        '/v1/system/silos',
        siloBody('staff', { mapped_fleet_roles: { admin: ['collaborator'] } }),
      )
      const helper = await member(world, 'staff', 'helper')
      const grant = { identity_type: 'silo_user', identity_id: helper.id, role_name: 'admin' }
      await admin.raw('PUT', '/v1/system/silos/staff/policy', { role_assignments: [grant] })
      const ask = (mapped_fleet_roles: object) =>
        helper.raw('POST', '/v1/system/silos', siloBody('by-helper', { mapped_fleet_roles }))
      expect((await ask({ viewer: ['viewer'] })).body).toMatchObject({ error_code: 'Forbidden', message: 'Forbidden' })
      expect((await ask({ viewer: [] })).status).toBe(201)
    })

    test('certificates are created with it and checked, and their names must be unique', async () => {
      const { leaf } = await makeAuthority()
      const tls = { name: 'front', description: '', service: 'external_api', ...(await leaf()) }
      const twice = await admin.raw('POST', '/v1/system/silos', siloBody('twice', { tls_certificates: [tls, tls] }))
      expect(twice.body.message).toBe('already exists: certificate "front"')
      expect((await admin.raw('GET', '/v1/system/silos/twice')).status).toBe(404)
      const bad = await admin.raw(
        'POST',
        '/v1/system/silos',
        siloBody('bad', { tls_certificates: [{ ...tls, cert: '' }] }),
      )
      expect(bad.body).toMatchObject({ error_code: 'InvalidValue' })
      const made = await admin.raw('POST', '/v1/system/silos', siloBody('secured', { tls_certificates: [tls] }))
      expect(made.status).toBe(201)
      const chief = await member(world, 'secured', 'chief')
      const grant = { identity_type: 'silo_user', identity_id: chief.id, role_name: 'admin' }
      await admin.raw('PUT', '/v1/system/silos/secured/policy', { role_assignments: [grant] })
      expect((await chief.raw('GET', '/v1/certificates')).body).toMatchObject({ items: [{ name: 'front' }] })
    })

    test('can be deleted only without projects, and the rest is deleted with them', async () => {
      await admin.raw('POST', '/v1/system/silos', siloBody('doomed', { admin_group_name: 'admins' }))
      const chief = await member(world, 'doomed', 'chief')
      const grant = { identity_type: 'silo_user', identity_id: chief.id, role_name: 'admin' }
      await admin.raw('PUT', '/v1/system/silos/doomed/policy', { role_assignments: [grant] })
      const { role_assignments } = (await admin.raw('GET', '/v1/system/policy')).body as { role_assignments: object[] }
      await admin.raw('PUT', '/v1/system/policy', {
        role_assignments: [...role_assignments, { ...grant, role_name: 'viewer' }],
      })
      await chief.raw('POST', '/v1/projects', { name: 'web', description: '' })
      const refused = await admin.raw('DELETE', '/v1/system/silos/doomed')
      expect(refused.status).toBe(400)
      expect(refused.body).toMatchObject({
        error_code: 'InvalidRequest',
        message: 'silo to be deleted contains a project',
      })
      await leaveAnImage(world, chief)
      await chief.raw('DELETE', '/v1/vpc-subnets/default?vpc=default&project=web')
      await chief.raw('DELETE', '/v1/vpcs/default?project=web')
      expect((await chief.raw('DELETE', '/v1/projects/web')).status).toBe(204)
      expect((await admin.raw('DELETE', '/v1/system/silos/doomed')).status).toBe(204)
      expect((await admin.raw('GET', '/v1/system/silos/doomed')).body.message).toBe(
        'not found: silo with name "doomed"',
      )
      await settleStorage(world.host)
      expect(await world.host.volumes.list()).toEqual([])
      expect((await chief.raw('GET', '/v1/me')).status).toBe(401)
      expect((await admin.raw('GET', '/v1/system/policy')).body).toEqual({ role_assignments })
      expect((await admin.raw('POST', '/v1/system/silos', siloBody('doomed'))).status).toBe(201)
    })

    test('built-in silos cannot be deleted', async () => {
      for (const name of ['default-silo', 'internal']) {
        const refused = await admin.raw('DELETE', `/v1/system/silos/${name}`)
        expect(refused.status).toBe(400)
        expect(refused.body.message).toBe('built-in silos cannot be deleted')
      }
    })

    test('a silo is hidden from members of another', async () => {
      await admin.raw('POST', '/v1/system/silos', siloBody('one'))
      await admin.raw('POST', '/v1/system/silos', siloBody('two'))
      const stranger = await member(world, 'one', 'stranger')
      const { body } = await stranger.raw('GET', '/v1/system/silos/two')
      expect(body).toMatchObject({ error_code: 'ObjectNotFound', message: 'not found: silo with name "two"' })
      expect((await stranger.raw('GET', '/v1/system/users?silo=two')).body.message).toBe(body.message)
      expect((await stranger.raw('GET', '/v1/system/silos/one')).status).toBe(200)
      expect(world.errors).toEqual([])
    })
  })
})
