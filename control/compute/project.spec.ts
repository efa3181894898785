// Projects through the API, on every database: the pattern that other resources' specs follow.
import { describe, expect, test } from 'vitest'
import { eachDatabaseAndWasm } from '../testing/databases.ts'
import { makeWorld } from '../testing/world.ts'

eachDatabaseAndWasm((_name, open) => {
  describe('projects', () => {
    test('can be created, viewed, renamed and deleted', async () => {
      const { admin, errors } = await makeWorld(await open())
      const made = await admin.raw('POST', '/v1/projects', { name: 'web', description: 'the site' })
      expect(made.status).toBe(201)
      expect(made.body).toEqual({
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        name: 'web',
        description: 'the site',
        time_created: '2025-03-03T09:00:00.000Z',
        time_modified: '2025-03-03T09:00:00.000Z',
      })
      expect((await admin.raw('GET', '/v1/projects/web')).body).toEqual(made.body)
      expect((await admin.raw('GET', `/v1/projects/${made.body.id}`)).body).toEqual(made.body)

      const renamed = await admin.raw('PUT', '/v1/projects/web', { name: 'shop' })
      expect(renamed.status).toBe(200)
      expect(renamed.body).toMatchObject({ id: made.body.id, name: 'shop', description: 'the site' })
      expect((await admin.raw('GET', '/v1/projects/web')).status).toBe(404)
      expect(errors).toEqual([])
    })

    test('an empty project can be deleted, and its name is free at once', async () => {
      const { admin } = await makeWorld(await open())
      const project = await emptyProject(admin, 'web')
      expect((await admin.raw('DELETE', '/v1/projects/web')).status).toBe(204)
      const gone = await admin.raw('GET', `/v1/projects/${project}`)
      expect(gone.status).toBe(404)
      expect(gone.body).toMatchObject({
        error_code: 'ObjectNotFound',
        message: `not found: project with id "${project}"`,
      })
      expect((await admin.raw('POST', '/v1/projects', { name: 'web', description: '' })).status).toBe(201)
    })

    test('a taken name is refused, on create and on rename', async () => {
      const { admin } = await makeWorld(await open())
      await admin.raw('POST', '/v1/projects', { name: 'web', description: '' })
      await admin.raw('POST', '/v1/projects', { name: 'db', description: '' })
      const refusal = { error_code: 'ObjectAlreadyExists', message: 'already exists: project "web"' }
      for (const clash of [
        await admin.raw('POST', '/v1/projects', { name: 'web', description: '' }),
        await admin.raw('PUT', '/v1/projects/db', { name: 'web' }),
      ]) {
        expect(clash.status).toBe(400)
        expect(clash.body).toEqual({ ...refusal, request_id: clash.headers.get('x-request-id') })
      }
    })

    test('bad input is refused with its reason', async () => {
      const { admin } = await makeWorld(await open())
      const message = async (body: unknown) => {
        const reply = await admin.raw('POST', '/v1/projects', body)
        expect(reply.status).toBe(400)
        expect(reply.body.error_code).toBeUndefined()
        return reply.body.message
      }
      expect(await message('{"name": "web",')).toMatch(/^unable to parse JSON body: .* at line 1 column \d+$/)
      expect(await message({ name: 'web' })).toBe(
        'unable to parse JSON body: missing field `description` at line 1 column 1',
      )
      expect(await message({ name: 'Web', description: '' })).toBe(
        'unable to parse JSON body: name: name must begin with an ASCII lowercase character at line 1 column 9',
      )
      expect(await message({ name: 'x'.repeat(64), description: '' })).toContain(
        'name may contain at most 63 characters',
      )
      const large = await admin.raw('POST', '/v1/projects', { name: 'web', description: 'x'.repeat(1_100_000) })
      expect(large.body.message).toBe('request body exceeded maximum size of 1048576 bytes')
      const form = await admin.raw('POST', '/v1/projects', 'name=web', {
        'content-type': 'application/x-www-form-urlencoded',
      })
      expect(form.body.message).toBe(
        'expected content type "application/json", got "application/x-www-form-urlencoded"',
      )
    })

    test('a description that is too long is refused with its limit', async () => {
      const { admin } = await makeWorld(await open())
      const reply = await admin.raw('POST', '/v1/projects', { name: 'web', description: 'x'.repeat(513) })
      expect(reply.status).toBe(400)
      expect(reply.body).toMatchObject({
        error_code: 'InvalidValue',
        message: 'unsupported value for "description": description may contain at most 512 characters',
      })
    })

    test('anonymous callers, wrong paths and wrong methods are refused', async () => {
      const { anonymous, admin, withToken } = await makeWorld(await open())
      const refused = await anonymous.raw('GET', '/v1/projects')
      expect(refused.status).toBe(401)
      expect(refused.body).toMatchObject({ error_code: 'Unauthorized', message: 'credentials missing or invalid' })
      expect((await withToken('rw-token-0').raw('GET', '/v1/projects/nothing')).status).toBe(401)
      expect((await admin.raw('GET', '/v1/nothing')).body.message).toBe('Not Found')
      const method = await admin.raw('PATCH', '/v1/projects')
      expect(method.status).toBe(405)
      expect(method.headers.get('allow')).toBe('GET, POST')
    })

    test('50 parallel creates of one name give one project and 49 clean refusals', async () => {
      const { admin, errors } = await makeWorld(await open())
      const replies = await Promise.all(
        Array.from({ length: 50 }, () => admin.raw('POST', '/v1/projects', { name: 'web', description: '' })),
      )
      expect(replies.filter((reply) => reply.status === 201)).toHaveLength(1)
      const refused = replies.filter((reply) => reply.status === 400)
      expect(refused).toHaveLength(49)
      expect(new Set(refused.map((reply) => reply.body.error_code))).toEqual(new Set(['ObjectAlreadyExists']))
      expect(errors).toEqual([])
    })

    test('3,000 projects paged by 25 in each sort mode, with inserts in between: none twice, none missing', async () => {
      const { admin, host } = await makeWorld(await open())
      // inserted directly: 3,000 creates through the API would take much longer and test nothing more
      const silo = (
        await host.db.read.selectFrom('silo').select('id').where('name', '=', 'recovery').executeTakeFirstOrThrow()
      ).id
      const row = (i: number) => ({
        id: host.random.uuid(),
        silo_id: silo,
        name: `p-${String((i * 7919) % 3000).padStart(4, '0')}${i % 3 === 0 ? '' : '-x'}`,
        description: '',
        time_created: '2025-03-03T09:00:00.000Z',
        time_modified: '2025-03-03T09:00:00.000Z',
      })
      const rows = Array.from({ length: 3000 }, (_, i) => row(i))
      await host.db.transaction(async (tx) => {
        for (let i = 0; i < rows.length; i += 500)
          await tx
            .insertInto('project')
            .values(rows.slice(i, i + 500))
            .execute()
      })
      for (const sort of ['name_ascending', 'name_descending', 'id_ascending']) {
        const seen: { id: string; name: string }[] = []
        let token: string | null = null
        let pages = 0
        do {
          const query: string = token ? `limit=25&page_token=${token}` : `limit=25&sort_by=${sort}`
          const reply = await admin.raw('GET', `/v1/projects?${query}`)
          expect(reply.status).toBe(200)
          const { items, next_page } = reply.body as { items: { id: string; name: string }[]; next_page: string | null }
          seen.push(...items)
          token = next_page
          expect(token === null).toBe(items.length === 0)
          if (++pages % 20 === 0)
            await admin.raw('POST', '/v1/projects', {
              name: `mid-${sort.replaceAll('_', '-')}-${pages}`,
              description: '',
            })
        } while (token)
        const ids = seen.map((project) => project.id)
        expect(new Set(ids).size).toBe(ids.length)
        expect(rows.every(({ id }) => ids.includes(id))).toBe(true)
        const keys = seen.map((project) => (sort === 'id_ascending' ? project.id : project.name))
        const sorted = [...keys].sort()
        expect(keys).toEqual(sort === 'name_descending' ? sorted.reverse() : sorted)
      }
    })

    test('bad limits and tokens are refused', async () => {
      const { admin } = await makeWorld(await open())
      expect((await admin.raw('GET', '/v1/projects?limit=0')).body.message).toMatch(/^unable to parse query string: /)
      expect((await admin.raw('GET', '/v1/projects?limit=-1')).status).toBe(400)
      expect((await admin.raw('GET', '/v1/projects?page_token=nonsense')).body.message).toBe('invalid page token')
      expect((await admin.raw('GET', `/v1/projects?page_token=${'x'.repeat(513)}`)).body.message).toBe(
        'invalid page token',
      )
      expect((await admin.raw('GET', '/v1/projects?limit=20000')).status).toBe(200)
      expect((await admin.raw('GET', '/v1/projects?sort_by=size')).status).toBe(400)
    })
  })
})

/** A project without its default VPC. */
async function emptyProject(admin: Awaited<ReturnType<typeof makeWorld>>['admin'], name: string): Promise<string> {
  const made = await admin.raw('POST', '/v1/projects', { name, description: '' })
  expect((await admin.raw('DELETE', `/v1/vpc-subnets/default?vpc=default&project=${name}`)).status).toBe(204)
  expect((await admin.raw('DELETE', `/v1/vpcs/default?project=${name}`)).status).toBe(204)
  return made.body.id as string
}
