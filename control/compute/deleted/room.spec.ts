// What is kept counts toward the quota and gives way; who may restore what; and rows of an older schema.
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { migrate, migrations } from '../../db/migrate.ts'
import type { Migration } from '../../db/migration.ts'
import { addColumn } from '../../db/create.ts'
import { text } from '../../db/define.ts'
import { eachDatabase } from '../../testing/databases.ts'
import { makeDeleted, withDeleted, type DeletedWorld } from '../../testing/deleted.ts'
import { GIB, until } from '../../testing/compute.ts'

const PASSWORD = 'correct horse'
const silo = (name: string) => ({
  name,
  description: '',
  discoverable: true,
  identity_mode: 'local_only',
  admin_group_name: null,
  quotas: { cpus: 9, memory: 9 * GIB, storage: 9 * GIB },
  tls_certificates: [],
  mapped_fleet_roles: {},
})

/** A later step with a new column, which kept disks get too. */
const later: Migration = {
  name: '9999-later',
  async up(db, dialect) {
    await addColumn(db, dialect, 'disk', 'shade', text().nullable())
  },
  kept: { disk: (row) => ({ ...row, shade: 'gray' }) },
}

eachDatabase((_name, open) => {
  describe('what is kept', () => {
    let w: DeletedWorld
    beforeAll(async () => {
      w = await makeDeleted(await open())
      return () => w.plane.stop()
    })
    const quota = (storage: number) => w.ok('PUT', '/v1/system/silos/recovery/quotas', { storage })
    const keptStorage = async () => (await w.ok('GET', '/rackwright/silos/recovery/deleted-usage')).storage
    const names = async () => (await w.kept()).map(({ name }) => name)

    test('counts toward the quota, and the oldest gives way to a create', async () => {
      for (const name of ['oldest', 'middle', 'newest']) {
        await w.disk(name)
        await w.ok('DELETE', `/v1/disks/${name}?project=web`)
        await w.clock.advance(1000)
      }
      expect((await w.usage()).storage).toBe(0)
      expect(await keptStorage()).toBe(3 * GIB)
      expect((await w.ok('GET', '/rackwright/system/deleted-usage')).items).toMatchObject([{ storage: 3 * GIB }])
      const oldest = await w.keptOne('oldest')
      await quota(4 * GIB)
      await w.disk('fits')
      expect(await names()).toEqual(['newest', 'middle', 'oldest'])
      await w.disk('needs-room')
      expect(await names()).toEqual(['newest', 'middle'])
      await until(w, 'the volume to go', async () => !(await w.volumes()).includes(oldest.resource_id))
      const activity = (await w.ok('GET', '/rackwright/activity?project=web')).items as Record<string, unknown>[]
      expect(activity.find(({ outcome }) => outcome === 'removed')).toMatchObject({
        noun: 'disk',
        target_name: 'oldest',
        reason: 'to make room in the silo quota',
      })
    })

    test('stays when a create would not fit anyway, and can be restored within a full quota', async () => {
      const large = { name: 'large', description: '', size: 5 * GIB, disk_source: { type: 'blank', block_size: 512 } }
      expect((await w.admin.raw('POST', '/v1/disks?project=web', large)).status).toBe(507)
      expect(await names()).toEqual(['newest', 'middle'])
      await w.restore('newest')
      expect([await keptStorage(), (await w.usage()).storage]).toEqual([GIB, 3 * GIB])
      await quota(1000 * GIB)
    })

    test('gives way when the host has no space', async () => {
      await w.disk('spacious', { size: 2 * GIB })
      await w.ok('DELETE', '/v1/disks/spacious?project=web')
      const { can, space } = w.host
      Object.assign(w.host, { can: { ...can, has_limited_space: true }, space: async () => ({ free: 0, total: GIB }) })
      await w.disk('squeezed')
      Object.assign(w.host, { can, space })
      expect(await names()).not.toContain('middle')
    })

    test('is not more than so much: the oldest goes, and the activity says so', async () => {
      for (const name of ['first', 'second', 'third']) {
        await w.ok('POST', '/v1/vpcs?project=web', { name, description: '', dns_name: name })
        await w.ok('DELETE', `/v1/vpc-subnets/default?project=web&vpc=${name}`)
        await w.ok('DELETE', `/v1/vpcs/${name}?project=web`)
        await w.clock.advance(1000)
      }
      // subnets count too, and go with their VPC
      await w.removeFinal(100)
      expect(await names()).toEqual(expect.arrayContaining(['first', 'second', 'third']))
      while (await w.removeFinal(4));
      expect(await names()).toEqual(['third', 'second'])
      const activity = (await w.ok('GET', '/rackwright/activity?project=web')).items as Record<string, unknown>[]
      expect(activity.find(({ target_name }) => target_name === 'first')).toMatchObject({
        outcome: 'removed',
        reason: 'because too much was deleted since',
      })
    })

    test('goes with its silo', async () => {
      await w.ok('POST', '/v1/system/silos', silo('acme'))
      const users = '/v1/system/identity-providers/local/users?silo=acme'
      const password = { mode: 'password', value: PASSWORD }
      const { id: identity_id } = await w.ok('POST', users, { external_id: 'ann', password })
      const role_assignments = [{ identity_type: 'silo_user', identity_id, role_name: 'admin' }]
      await w.ok('PUT', '/v1/system/silos/acme/policy', { role_assignments })
      const ann = await w.login('acme', 'ann', PASSWORD)
      await w.ok('POST', '/v1/projects', { name: 'p', description: '' }, ann)
      const body = { name: 'd', description: '', size: GIB, disk_source: { type: 'blank', block_size: 512 } }
      const { id } = await w.ok('POST', '/v1/disks?project=p', body, ann)
      await until(w, 'the volume', async () => (await w.volumes()).includes(String(id)))
      await w.quiet()
      for (const path of ['disks/d?project=p', 'vpc-subnets/default?project=p&vpc=default', 'vpcs/default?project=p'])
        await w.ok('DELETE', `/v1/${path}`, undefined, ann)
      await w.ok('DELETE', '/v1/projects/p', undefined, ann)
      expect(await w.kept('silo=acme', ann)).toHaveLength(1)
      await w.ok('DELETE', '/v1/system/silos/acme')
      await until(w, 'the volume to go', async () => !(await w.volumes()).includes(String(id)))
    })

    test('projects: silo collaborators restore them, silo viewers only see them, project admins neither', async () => {
      const { id: project } = await w.ok('POST', '/v1/projects', { name: 'guarded', description: '' })
      const people: Record<string, string> = {}
      for (const external_id of ['viewer', 'collaborator', 'owner']) {
        const password = { mode: 'password', value: PASSWORD }
        const users = '/v1/system/identity-providers/local/users?silo=recovery'
        people[external_id] = String((await w.ok('POST', users, { external_id, password })).id)
      }
      const role = (name: string, role_name: string) => ({
        identity_type: 'silo_user',
        identity_id: people[name],
        role_name,
      })
      const policy = await w.ok('GET', '/v1/policy')
      const held = policy.role_assignments as object[]
      const added = [role('viewer', 'viewer'), role('collaborator', 'collaborator')]
      await w.ok('PUT', '/v1/policy', { role_assignments: [...held, ...added] })
      await w.ok('PUT', `/v1/projects/${String(project)}/policy`, { role_assignments: [role('owner', 'admin')] })
      await w.ok('DELETE', '/v1/vpc-subnets/default?project=guarded&vpc=default')
      await w.ok('DELETE', '/v1/vpcs/default?project=guarded')
      const owner = await w.login('recovery', 'owner', PASSWORD)
      await w.ok('DELETE', '/v1/projects/guarded', undefined, owner)
      const { id } = await w.keptOne('guarded', 'silo=recovery')
      const as = (name: string) => w.login('recovery', name, PASSWORD)
      const [viewer, collaborator] = [await as('viewer'), await as('collaborator')]
      expect((await w.tryRestore(id, {}, owner)).status).toBe(404)
      expect((await owner.raw('GET', '/rackwright/deleted?silo=recovery')).status).toBe(403)
      expect((await w.kept('silo=recovery', viewer)).map((each) => each.id)).toContain(id)
      expect((await w.tryRestore(id, {}, viewer)).status).toBe(403)
      expect((await viewer.raw('DELETE', `/rackwright/deleted/${id}`)).status).toBe(403)
      expect((await w.tryRestore(id, {}, collaborator)).status).toBe(200)
      // with its policy
      expect((await owner.raw('GET', '/v1/projects/guarded')).status).toBe(200)
    })
  })

  test('kept rows of an older schema are converted by migrations, and restore', async () => {
    const w = await makeDeleted(await open())
    const disk = await w.disk('old')
    await w.ok('DELETE', '/v1/disks/old?project=web')
    expect(await migrate(w.host.db, w.clock.now(), [...migrations, later])).toEqual(['9999-later'])
    const row = await w.host.db.read.selectFrom('deleted').selectAll().executeTakeFirstOrThrow()
    expect(row.schema_version).toBe(9999)
    expect(row.kept_rows.disk).toMatchObject([{ id: disk.id, shade: 'gray' }])
    expect(await withDeleted(w).restore('old')).toMatchObject({ resource_id: disk.id })
    const found = await sql<{ shade: string }>`select shade from disk where id = ${disk.id}`.execute(w.host.db.read)
    expect(found.rows).toMatchObject([{ shade: 'gray' }])
    await w.plane.stop()
  })
})
