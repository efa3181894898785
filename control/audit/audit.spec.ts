// The audit log through the API, on every database: what is in a row, who can read it, filters and pages.
// authz-table.spec.ts checks for all operations that every write and no read adds one row.
import { beforeAll, describe, expect, test } from 'vitest'
import { eachDatabase } from '../testing/databases.ts'
import { makeUser, must } from '../testing/authz-world.ts'
import { diskBody, importing, makeStorage } from '../testing/storage.ts'
import { makeWorld, type Person, type World } from '../testing/world.ts'

interface Listed {
  items: Record<string, unknown>[]
  next_page: string | null
}

eachDatabase((_name, open) => {
  describe('the audit log', () => {
    let world: World
    let admin: Person
    let me: string
    let owner: { id: string; person: Person }
    const list = async (query = '') => (await admin.raw('GET', `/rackwright/audit${query}`)).body as unknown as Listed
    const count = async (query: string) => (await admin.raw('GET', `/rackwright/audit/count${query}`)).body
    beforeAll(async () => {
      world = await makeWorld(await open())
      admin = world.admin
      me = (await admin.raw('GET', '/v1/me')).body.id as string
      await must(admin, 'POST', '/v1/system/silos', {
        name: 'acme',
        description: '',
        discoverable: true,
        identity_mode: 'local_only',
        quotas: { cpus: 1, memory: 1, storage: 1 },
        tls_certificates: [],
      })
      owner = await makeUser(world, 'acme', 'owner')
      const role = { identity_type: 'silo_user', identity_id: owner.id, role_name: 'admin' }
      await must(admin, 'PUT', '/v1/system/silos/acme/policy', { role_assignments: [role] })
    })

    test('records actor, operation, subject, address and outcome', async () => {
      const made = await admin.raw('POST', '/v1/projects', { name: 'web', description: '' })
      const silo_id = (await admin.raw('GET', '/v1/me')).body.silo_id
      expect((await list('?limit=1')).items).toEqual([
        {
          id: expect.any(Number),
          time: '2025-03-03T09:00:00.000Z',
          request_id: made.headers.get('x-request-id'),
          address: '127.0.0.1',
          user_agent: null,
          request_uri: '/v1/projects',
          auth_method: 'session_cookie',
          credential_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          actor_id: me,
          actor_name: 'admin',
          actor_silo_id: silo_id,
          operation: 'project_create',
          noun: 'project',
          target_id: made.body.id,
          target_name: 'web',
          silo_id,
          project_id: made.body.id,
          status: 201,
          error_code: null,
          reason: null,
          repeats: 1,
        },
      ])
    })

    test('includes denied attempts of known and unknown callers, but no reads', async () => {
      await world.anonymous.raw('DELETE', '/v1/projects/web')
      await owner.person.raw('POST', '/v1/system/silos', {
        name: 'mine',
        description: '',
        discoverable: true,
        identity_mode: 'local_only',
        quotas: { cpus: 1, memory: 1, storage: 1 },
        tls_certificates: [],
      })
      await admin.raw('POST', '/v1/projects', { name: 'web', description: '' })
      await admin.raw('GET', '/v1/projects/absent')
      const { items } = await list('?limit=3')
      expect(items).toMatchObject([
        { operation: 'project_create', status: 400, error_code: 'ObjectAlreadyExists', actor_id: me },
        { operation: 'silo_create', status: 403, error_code: 'Forbidden', actor_id: owner.id },
        { operation: 'project_delete', status: 401, error_code: 'Unauthorized', actor_id: null },
      ])
      expect((await list('?result=denied&limit=3')).items).toEqual(items)
    })

    test('includes malformed writes of known callers, but not of unknown ones', async () => {
      const asked: [method: string, path: string, body: unknown][] = [
        ['POST', '/v1/projects', 'not JSON'],
        ['POST', '/v1/projects', { name: 'Upper', description: '' }],
        ['PUT', '/v1/projects/Upper', { name: 'web' }],
        ['POST', '/v1/disks?project=Upper', {}],
      ]
      const before = (await list()).items.length
      for (const [method, path, body] of asked) {
        expect((await owner.person.raw(method, path, body)).status).toBe(400)
        expect((await world.anonymous.raw(method, path, body)).status).toBeGreaterThanOrEqual(400)
      }
      // a read, and a write that needs no credentials
      await owner.person.raw('GET', '/v1/projects/Upper')
      await world.anonymous.raw('POST', '/v1/login/acme/local', 'not JSON')
      const { items } = await list()
      const row = { status: 400, error_code: null, actor_id: owner.id, silo_id: items[0]?.actor_silo_id }
      expect(items.filter(({ status }) => status === 400).slice(0, 4)).toMatchObject([
        { ...row, operation: 'disk_create' },
        { ...row, operation: 'project_update' },
        { ...row, operation: 'project_create' },
        { ...row, operation: 'project_create' },
      ])
      // the body of an unknown caller is not looked at: its refusal is about the caller
      const unknown = items.filter(({ actor_id }) => actor_id === null)
      expect(unknown.filter(({ status }) => status === 400)).toEqual([])
      expect(items.length - before).toBe(5)
    })

    test('shows resources in projects of other silos by id only', async () => {
      const made = await must(owner.person, 'POST', '/v1/projects', { name: 'secret-plan', description: '' })
      const { items } = await list(`?target=${made.id}`)
      expect(items).toMatchObject([{ operation: 'project_create', target_id: made.id, target_name: null }])
      expect(JSON.stringify(await list())).not.toContain('secret-plan')
    })

    test('a write whose response failed after the commit is logged once, as successful', async () => {
      const storage = await makeStorage(await open())
      const { id } = await storage.post('/v1/disks?project=web', diskBody('upload', importing))
      await storage.settle()
      await storage.tell(`/v1/disks/${id}/bulk-write-start`)
      storage.blocks.fail('flush')
      const failed = await storage.admin.raw('POST', `/v1/disks/${id}/bulk-write-stop`)
      expect(failed.status).toBe(500)
      expect(await storage.stateOf(id)).toBe('import_ready')
      const rows = (await storage.admin.raw('GET', `/rackwright/audit?target=${id}`)).body as unknown as Listed
      const ofRequest = rows.items.filter((row) => row.request_id === failed.headers.get('x-request-id'))
      expect(ofRequest).toMatchObject([{ operation: 'disk_bulk_write_import_stop', status: 204, error_code: null }])
      expect(storage.errors).toHaveLength(1)
    })

    test('can be filtered by each column and by several', async () => {
      const all = (await list('?limit=1000')).items
      const check = async (query: string, keep: (row: Record<string, unknown>) => boolean) => {
        const expected = all.filter(keep)
        expect(expected.length).toBeGreaterThan(0)
        expect(expected.length).toBeLessThan(all.length)
        expect((await list(`?limit=1000&${query}`)).items, query).toEqual(expected)
      }
      const acme = (await admin.raw('GET', '/v1/system/silos/acme')).body.id
      await check(`actor=${owner.id}`, (row) => row.actor_id === owner.id)
      await check(`actor=${owner.id.toUpperCase()}`, (row) => row.actor_id === owner.id)
      await check('actor=admin', (row) => row.actor_id === me)
      expect((await list('?actor=nobody')).items).toEqual([])
      await check('silo=acme', (row) => row.silo_id === acme)
      await check(`silo=${acme}`, (row) => row.silo_id === acme)
      await check('operation=project_create', (row) => row.operation === 'project_create')
      await check('noun=policy', (row) => row.noun === 'policy')
      await check('result=ok', (row) => (row.status as number) < 400)
      await check('result=denied', (row) => (row.status as number) >= 400)
      await check(`actor=${me}&noun=project&result=ok`, (row) => {
        return row.actor_id === me && row.noun === 'project' && (row.status as number) < 400
      })
      await world.clock.advance(60_000)
      await admin.raw('POST', '/v1/projects', { name: 'later', description: '' })
      const later = await list('?start_time=2025-03-03T09:01:00Z&end_time=2025-03-03T10:02:00%2B01:00')
      expect(later.items).toMatchObject([{ operation: 'project_create', target_name: 'later' }])
      expect((await list('?limit=1000&end_time=2025-03-03T09:01:00Z')).items).toEqual(all)
    })

    test('pages newest first; new rows do not shift pages', async () => {
      const before = (await list('?limit=1000&noun=project')).items
      const seen: unknown[] = []
      let token: string | null = null
      do {
        const page: Listed = await list(`?limit=2&noun=project${token ? `&page_token=${token}` : ''}`)
        seen.push(...page.items)
        token = page.next_page
        await admin.raw('POST', '/v1/projects', { name: 'web', description: '' })
      } while (token)
      expect(seen).toEqual(before)
    })

    test('pages of a user with a very long name follow each other', async () => {
      const all = (await list(`?actor=${owner.id}`)).items
      expect(all.length).toBeGreaterThan(1)
      // identity providers choose the names of their users
      const external_id = 'é'.repeat(512)
      await world.host.db.transaction((tx) =>
        tx.updateTable('silo_user').set({ external_id }).where('id', '=', owner.id).execute(),
      )
      const filter = `?limit=1&actor=${encodeURIComponent(external_id)}`
      const first = await list(filter)
      const second = await list(`${filter}&page_token=${first.next_page}`)
      expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(all.slice(0, 2).map(({ id }) => id))
    })

    test('invalid queries are refused', async () => {
      const ask = async (query: string) => (await admin.raw('GET', `/rackwright/audit?${query}`)).body.message
      expect(await ask('result=maybe')).toMatch(/^unable to parse query string: /)
      expect(await ask('start_time=yesterday')).toMatch(/^unable to parse query string: /)
      const token = btoa(JSON.stringify({ v: 1, scan: {}, last: ['1; drop'] }))
      expect(await ask(`page_token=${token}`)).toBe('invalid page token')
      expect(await ask('silo=absent')).toBe('not found: silo with name "absent"')
      expect((await owner.person.raw('GET', '/rackwright/audit')).body).toMatchObject({ error_code: 'Forbidden' })
      expect((await admin.raw('POST', '/rackwright/audit')).status).toBe(405)
      expect(world.errors).toEqual([])
    })

    test('counts what matches a filter, up to a limit', async () => {
      for (const query of [
        '',
        '?operation=project_create',
        '?actor=owner',
        '?result=denied',
        '?silo=acme',
        '?actor=nobody',
      ]) {
        const { items } = await list(query === '' ? '?limit=1000' : `${query}&limit=1000`)
        expect(await count(query)).toEqual({ count: items.length })
      }
      const event = await world.host.db.read
        .selectFrom('event')
        .selectAll()
        .orderBy('seq', 'desc')
        .executeTakeFirstOrThrow()
      const { seq, ...rest } = event
      await world.host.db.transaction(async (tx) => {
        for (let at = 1; at <= 1010; at += 10) {
          const copies = Array.from({ length: 10 }, (_, one) => ({ ...rest, seq: seq + at + one, target_id: 'many' }))
          await tx.insertInto('event').values(copies).execute()
        }
      })
      expect(await count('?target=many')).toEqual({ count: 1001 })
    })
  })
})
