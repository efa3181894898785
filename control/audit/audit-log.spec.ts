// The audit log at its published path, on every database: what an entry says, its order and pages.
import { beforeAll, describe, expect, test } from 'vitest'
import { eachDatabase } from '../testing/databases.ts'
import { makeUser, must } from '../testing/authz-world.ts'
import { resetPassword } from '../people/login/reset-password.ts'
import { makeWorld, type World } from '../testing/world.ts'

interface Listed {
  items: Record<string, unknown>[]
  next_page: string | null
}

const PATH = '/v1/system/audit-log'
const START = 'start_time=2025-01-01T00:00:00Z'

eachDatabase((_name, open) => {
  describe('the published audit log', () => {
    let world: World
    const list = async (query = START) => (await world.admin.raw('GET', `${PATH}?${query}`)).body as unknown as Listed
    const newest = async () => (await list(`${START}&sort_by=time_and_id_descending&limit=1`)).items[0]!
    beforeAll(async () => {
      world = await makeWorld(await open())
    })

    test('says who did what from where, with which program and credential', async () => {
      const agent = { 'user-agent': 'rackwright-cli/1.2.3' }
      const made = await world.admin.raw('POST', '/v1/projects?x=secret', { name: 'web', description: '' }, agent)
      const { body: me } = await world.admin.raw('GET', '/v1/me')
      const session = await world.host.db.read.selectFrom('session').select('id').executeTakeFirstOrThrow()
      const request_id = made.headers.get('x-request-id')
      expect(await newest()).toEqual({
        id: request_id,
        time_started: '2025-03-03T09:00:00.000Z',
        time_completed: '2025-03-03T09:00:00.000Z',
        request_id,
        request_uri: '/v1/projects',
        operation_id: 'project_create',
        source_ip: '127.0.0.1',
        user_agent: 'rackwright-cli/1.2.3',
        actor: { kind: 'silo_user', silo_id: me.silo_id, silo_user_id: me.id },
        auth_method: 'session_cookie',
        credential_id: session.id,
        result: { kind: 'success', http_status_code: 201 },
      })
    })

    test('a token is named by its ID', async () => {
      const asked = await world.anonymous.raw(
        'POST',
        '/device/auth',
        'client_id=93bb2b4c-33f0-4dcf-9c5f-7ae0ad2b2b39',
        { 'content-type': 'application/x-www-form-urlencoded' },
      )
      const { device_code, user_code } = asked.body
      await must(world.admin, 'POST', '/device/confirm', { user_code })
      const form = new URLSearchParams({
        grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
        device_code: String(device_code),
        client_id: '93bb2b4c-33f0-4dcf-9c5f-7ae0ad2b2b39',
      })
      const { body } = await world.anonymous.raw('POST', '/device/token', form.toString(), {
        'content-type': 'application/x-www-form-urlencoded',
      })
      const person = world.withToken(String(body.access_token))
      await person.raw('POST', '/v1/projects', { name: 'by-token', description: '' })
      const token = await world.host.db.read.selectFrom('device_access_token').select('id').executeTakeFirstOrThrow()
      expect(await newest()).toMatchObject({ auth_method: 'access_token', credential_id: token.id })
    })

    test('refusals have their code, and unknown callers no credential', async () => {
      await world.anonymous.raw('DELETE', '/v1/projects/web')
      expect(await newest()).toMatchObject({
        request_uri: '/v1/projects/web',
        actor: { kind: 'unauthenticated' },
        auth_method: null,
        credential_id: null,
        result: { kind: 'error', http_status_code: 401, error_code: 'Unauthorized', error_message: 'Unauthorized' },
      })
    })

    test('events without a request are not listed, and rows from before have the route as their path', async () => {
      const before = await newest()
      await makeUser(world, 'recovery', 'ada')
      const made = await newest()
      await resetPassword(world.host.db, { silo: 'recovery', user: 'ada', password_hash: 'x', now: world.clock.now() })
      expect(await newest()).toEqual(made)

      await world.host.db.transaction((tx) =>
        tx
          .updateTable('event')
          .set({ request_uri: null, time_completed: null, auth_method: null, credential_id: null })
          .where('request_id', '=', before.id as string)
          .execute(),
      )
      const { items } = await list()
      expect(items.find(({ id }) => id === before.id)).toMatchObject({
        request_uri: '/v1/projects/{project}',
        time_completed: before.time_started,
        auth_method: null,
      })
    })

    test('names in projects that the reader cannot see are left out', async () => {
      await must(world.admin, 'POST', '/v1/system/silos', {
        name: 'acme',
        description: '',
        discoverable: true,
        identity_mode: 'local_only',
        quotas: { cpus: 1, memory: 1, storage: 1 },
        tls_certificates: [],
      })
      const owner = await makeUser(world, 'acme', 'owner')
      const role = { identity_type: 'silo_user', identity_id: owner.id, role_name: 'admin' }
      await must(world.admin, 'PUT', '/v1/system/silos/acme/policy', { role_assignments: [role] })
      await must(owner.person, 'POST', '/v1/projects', { name: 'hidden', description: '' })
      await owner.person.raw('PUT', '/v1/projects/hidden', { description: 'changed' })
      expect(await newest()).toMatchObject({ request_uri: '/v1/projects/{project}' })
      await owner.person.raw('DELETE', '/v1/projects/guessed')
      expect(await newest()).toMatchObject({ request_uri: '/v1/projects/{project}' })
    })

    test('is sorted both ways and read in pages, between two times', async () => {
      await world.clock.advance(3_600_000)
      await must(world.admin, 'POST', '/v1/projects', { name: 'later', description: '' })
      const up = (await list()).items
      const down = (await list(`${START}&sort_by=time_and_id_descending`)).items
      expect(down.map(({ id }) => id)).toEqual(up.map(({ id }) => id).toReversed())
      expect(up.at(-1)).toMatchObject({ operation_id: 'project_create' })

      for (const sort of ['ascending', 'descending']) {
        const paged: unknown[] = []
        let { items, next_page } = await list(`${START}&sort_by=time_and_id_${sort}&limit=2`)
        for (; items.length > 0; { items, next_page } = await list(`limit=2&page_token=${next_page}`))
          paged.push(...items.map(({ id }) => id))
        expect(paged).toEqual((sort === 'ascending' ? up : down).map(({ id }) => id))
      }
      const last = up.at(-1)!.time_started as string
      expect((await list(`${START}&end_time=${last}`)).items).toEqual(up.slice(0, -1))
      expect((await list(`start_time=${last}`)).items).toEqual(up.slice(-1))
    })

    test('the start time is required', async () => {
      expect((await world.admin.raw('GET', PATH)).status).toBe(400)
      expect((await world.admin.raw('GET', `${PATH}?page_token=xyz`)).status).toBe(400)
    })
  })
})
