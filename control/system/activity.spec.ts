// The activity log and who can read it: through the API on every database.
import { beforeEach, describe, expect, test } from 'vitest'
import { NO_REQUEST, type NewEvent } from '../frame/events.ts'
import { makeSilo, makeUser } from '../testing/authz-world.ts'
import { makeCompute, type Compute } from '../testing/compute.ts'
import { eachDatabase } from '../testing/databases.ts'
import type { Person } from '../testing/world.ts'
import { MAX_SCANNED_EVENTS } from './activity.ts'

interface Entry {
  id: number
  operation: string
  target_name: string | null
  actor_name: string | null
  request_id: string
  address: string | null
}

const blank = { type: 'blank', block_size: 512 }
const disk = (name: string) => ({ name, description: '', size: 2 ** 30, disk_source: blank })

const statusOf = async (query: string, person: Person) =>
  (await person.raw('GET', `/rackwright/activity?${query}`)).status

eachDatabase((_name, open) => {
  describe('activity', () => {
    let world: Compute
    beforeEach(async () => {
      world = await makeCompute(await open())
      await world.plane.stop()
    })
    const page = async (query: string, person: Person = world.admin) => {
      const { status, body } = await person.raw('GET', `/rackwright/activity?${query}`)
      expect(status, JSON.stringify(body)).toBe(200)
      return body as unknown as { items: Entry[]; next_page: string | null }
    }
    const operations = async (query: string, person?: Person) =>
      (await page(query, person)).items.map(({ operation }) => operation)
    const grant = async (policy: string, identity_id: string, role_name: string) => {
      const { role_assignments } = (await world.ok('GET', policy)) as { role_assignments: object[] }
      const assignment = { identity_type: 'silo_user', identity_id, role_name }
      await world.ok('PUT', policy, { role_assignments: [...role_assignments, assignment] })
    }

    test('of a project and of an instance, newest first, with actor and method', async () => {
      const { id } = await world.make('db')
      await world.ok('POST', '/v1/projects', { name: 'other', description: '' })
      await world.act(id, 'start')
      await world.admin.raw('DELETE', `/v1/instances/${id}`)
      const ofProject = await page('project=web')
      expect(ofProject.items.map(({ operation }) => operation)).toEqual([
        'instance_delete',
        'instance_start',
        'instance_create',
        'project_create',
      ])
      expect(ofProject.items[1]).toMatchObject({ actor_name: 'admin', target_name: 'db', status: 202, address: null })
      expect(ofProject.items[0]).toMatchObject({ status: 400, error_code: 'InvalidRequest' })
      expect(ofProject.items[1]!.request_id).toMatch(/^[0-9a-f-]{36}$/)
      expect(ofProject.next_page).toBeNull()
      const ofInstance = ['instance_delete', 'instance_start', 'instance_create']
      expect(await operations('project=web&instance=db')).toEqual(ofInstance)
      expect(await operations(`instance=${id}`)).toEqual(ofInstance)
      expect(await operations('project=other')).toEqual(['project_create'])
    })

    test('of a disk, for those who can read it', async () => {
      const { id } = await world.ok('POST', '/v1/disks?project=web', disk('data'))
      await world.ok('POST', '/v1/disks?project=web', disk('other'))
      await world.ok('PUT', '/rackwright/labels/disk/data?project=web', { labels: ['env=prod'] })
      const ofDisk = ['label_update', 'disk_create']
      expect(await operations('project=web&disk=data')).toEqual(ofDisk)
      expect(await operations(`disk=${id}`)).toEqual(ofDisk)
      expect(await operations(`disk=${id}&operation=disk_create`)).toEqual(['disk_create'])
      expect(await operations('project=web&disk=other')).toEqual(['disk_create'])
      expect(await statusOf('project=web&disk=missing', world.admin)).toBe(404)
      // a name needs its project
      expect(await statusOf('disk=data', world.admin)).toBe(400)
      const viewer = await makeUser(world, 'recovery', 'viewer')
      expect(await statusOf(`disk=${id}`, viewer.person)).toBe(404)
      await grant('/v1/projects/web/policy', viewer.id, 'viewer')
      expect(await operations(`disk=${id}`, viewer.person)).toEqual(ofDisk)
    })

    test('filters, and pages that continue where the last one ended', async () => {
      const { id } = await world.make('db')
      await world.act(id, 'start')
      await world.admin.raw('DELETE', `/v1/instances/${id}`)
      expect(await operations('project=web&result=denied')).toEqual(['instance_delete'])
      expect(await operations('project=web&operation=instance_start')).toEqual(['instance_start'])
      expect(await operations('project=web&noun=project')).toEqual(['project_create'])
      expect(await operations('project=web&actor=00000000-0000-4000-8000-000000000000')).toEqual([])
      expect(await operations('project=web&actor=admin')).toEqual(await operations('project=web'))
      expect(await operations('project=web&actor=nobody')).toEqual([])
      expect(await operations('project=web&end_time=2001-01-01T00:00:00Z')).toEqual([])
      const first = await page('project=web&noun=instance&limit=2')
      expect(first.items.map(({ operation }) => operation)).toEqual(['instance_delete', 'instance_start'])
      expect(await operations(`project=web&noun=instance&limit=2&page_token=${first.next_page}`)).toEqual([
        'instance_create',
      ])
      expect(await statusOf('page_token=zzz', world.admin)).toBe(400)
    })

    test('readers of one project see only that project', async () => {
      await world.make('db')
      const { id, person } = await makeUser(world, 'recovery', 'viewer')
      expect(await statusOf('project=web', person)).toBe(404)
      await grant('/v1/projects/web/policy', id, 'viewer')
      expect(await operations('project=web', person)).toContain('instance_create')
      expect(await operations('project=web&instance=db', person)).toEqual(['instance_create'])
      await world.ok('POST', '/v1/projects', { name: 'other', description: '' })
      expect(await statusOf('project=other', person)).toBe(404)
      // logins and users of the silo require a role on it
      expect(await statusOf('', person)).toBe(403)
      expect(await statusOf('silo=recovery', person)).toBe(403)
      await grant('/v1/policy', id, 'viewer')
      expect(await operations('', person)).toEqual(expect.arrayContaining(['local_idp_user_create', 'instance_create']))
    })

    test('a fleet viewer sees a silo but not its projects; members do not see who the operators are', async () => {
      await makeSilo(world.admin, 'acme')
      const ada = await makeUser(world, 'acme', 'ada')
      await grant('/v1/system/silos/acme/policy', ada.id, 'admin')
      await world.ok('POST', '/v1/projects', { name: 'secret', description: '' }, ada.person)
      const watcher = await makeUser(world, 'recovery', 'watcher')
      expect(await statusOf('silo=acme', watcher.person)).toBe(404)
      await grant('/v1/system/policy', watcher.id, 'viewer')
      const seen = await page('silo=acme', watcher.person)
      const names = seen.items.map(({ operation }) => operation)
      expect(names).toEqual(expect.arrayContaining(['silo_policy_update', 'silo_create']))
      expect(names).not.toContain('project_create')
      expect(JSON.stringify(seen)).not.toContain('secret')
      const own = await page('', ada.person)
      expect(own.items.find(({ operation }) => operation === 'project_create')).toMatchObject({
        actor_name: 'ada',
        target_name: 'secret',
      })
      expect(own.items.find(({ operation }) => operation === 'silo_policy_update')?.actor_name).toBeNull()
      expect(await operations('actor=admin', ada.person)).toEqual([])
      expect(await operations('silo=acme&actor=admin', watcher.person)).toContain('silo_policy_update')
      expect(await statusOf('silo=recovery', ada.person)).toBe(404)
    })

    test('leaves out outcomes and import chunks, and a filter reads a limited number of events', async () => {
      const { id: project_id, silo_id } = await world.host.db.read
        .selectFrom('project')
        .selectAll()
        .where('name', '=', 'web')
        .executeTakeFirstOrThrow()
      const event = (operation: string | null): NewEvent => ({
        ...NO_REQUEST,
        time: world.clock.now().toISOString(),
        time_completed: null,
        operation,
        noun: 'disk',
        target_id: null,
        target_name: null,
        silo_id,
        project_id,
        status: 204,
        error_code: null,
      })
      const add = (count: number, operation: string | null) =>
        world.host.db.transaction(async (tx) => {
          for (let left = count; left > 0; left -= 1000)
            await tx
              .insertInto('event')
              .values(Array.from({ length: Math.min(left, 1000) }, () => event(operation)))
              .execute()
        })
      await add(1, null)
      await add(2, 'disk_blocks_write')
      expect(await operations('project=web')).toEqual(['project_create'])
      await add(MAX_SCANNED_EVENTS, 'disk_blocks_write')
      const first = await page('project=web')
      expect(first.items).toEqual([])
      const next = await page(`project=web&page_token=${first.next_page}`)
      expect(next.items.map(({ operation }) => operation)).toEqual(['project_create'])
      expect(next.next_page).toBeNull()
      const byLongName = `project=web&actor=${'n'.repeat(512)}`
      const { next_page } = await page(byLongName)
      expect(await page(`${byLongName}&page_token=${next_page}`)).toEqual({ items: [], next_page: null })
    })
  })
})
