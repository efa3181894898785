// Live updates through the API: who receives which events, and how a reader resumes after a disconnect.
import { describe, expect, test } from 'vitest'
import { append, outcomeOf } from './events.ts'
import { makeLive } from './live.ts'
import { authenticate } from '../people/credential.ts'
import { eachDatabase } from '../testing/databases.ts'
import { makeSilo, makeUser, must } from '../testing/authz-world.ts'
import { makeWorld, type Person, type World } from '../testing/world.ts'

interface News {
  id: number
  event: string
  data: { noun?: string; id?: string; operation?: string }
}

/** Reads server-sent events until `enough` have arrived. */
function listen(world: World, session: string | undefined, headers: Record<string, string> = {}) {
  const away = new AbortController()
  const request = new Request('http://rack.test/rackwright/events', { headers, signal: away.signal })
  const opened = world.plane.fetch(request, { address: '127.0.0.1', secure: false, session })
  let text = ''
  return {
    opened,
    leave: () => away.abort(),
    async next(count: number): Promise<News[]> {
      const response = await opened
      reader ??= response.body!.getReader()
      const decoder = new TextDecoder()
      for (;;) {
        const parts = text.split('\n\n').filter((part) => part.includes('data:'))
        if (parts.length >= count) return parts.slice(0, count).map(parse)
        const { done, value } = await reader.read()
        if (done) throw new Error(`the stream ended after: ${text}`)
        text += decoder.decode(value)
      }
    },
  }
}
let reader: ReadableStreamDefaultReader<Uint8Array> | undefined

function parse(part: string): News {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(part)?.[1] ?? ''
  return { id: Number(field('id')), event: field('event'), data: JSON.parse(field('data')) }
}

const create = (person: Person, name: string) => person.raw('POST', '/v1/projects', { name, description: '' })
/** A user with a role on project web and none on the silo; the project is ready to be deleted. */
async function withMember(world: World) {
  const member = await makeUser(world, 'recovery', 'member')
  const project = await must(world.admin, 'POST', '/v1/projects', { name: 'web', description: '' })
  const role = { identity_type: 'silo_user', identity_id: member.id, role_name: 'viewer' }
  const grant = (role_assignments: unknown[]) =>
    must(world.admin, 'PUT', '/v1/projects/web/policy', { role_assignments })
  await grant([role])
  await must(world.admin, 'DELETE', '/v1/vpc-subnets/default?project=web&vpc=default')
  await must(world.admin, 'DELETE', '/v1/vpcs/default?project=web')
  return { session: member.person.session, project, withdraw: () => grant([]) }
}

/** Lets the streams poll the log: virtual time for the poll, real time for the database. */
async function settled(world: World, rounds = 5): Promise<void> {
  for (let i = 0; i < rounds; i++) {
    await world.clock.advance(600)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

const siloOf = async (person: Person) => (await person.raw('GET', '/v1/me')).body.silo_id as string

eachDatabase((_name, open) => {
  async function start() {
    reader = undefined
    const world = await makeWorld(await open())
    await world.plane.start()
    return world
  }

  describe('the event stream', () => {
    test('names the changed resource right after the write', async () => {
      const world = await start()
      const stream = listen(world, world.admin.session)
      await stream.next(1)
      const made = await create(world.admin, 'web')
      await world.admin.raw('POST', '/v1/projects', { name: 'web', description: '' })
      await create(world.admin, 'db')
      await world.clock.advance(1000)
      const [hello, first, refused, second] = await stream.next(4)
      expect(hello!.event).toBe('hello')
      expect(first).toMatchObject({
        event: 'change',
        data: { noun: 'project', id: made.body.id, operation: 'project_create' },
      })
      // it changes nothing but the list of what happened
      expect(refused!.data).toEqual({ noun: 'activity', id: null, operation: null })
      expect(second!.data.operation).toBe('project_create')
      expect(second!.data.id).not.toBe(made.body.id)
      stream.leave()
      await world.stop()
    })

    test('reads include a position in the log, after which the stream sends every later change', async () => {
      const world = await start()
      const positionOf = async () => {
        const request = new Request('http://rack.test/v1/projects')
        const caller = { address: '127.0.0.1', secure: false, session: world.admin.session }
        return (await world.plane.fetch(request, caller)).headers.get('x-event-position')!
      }
      const before = await positionOf()
      const made = await create(world.admin, 'another')
      const stream = listen(world, world.admin.session, { 'last-event-id': before })
      const [hello, change] = await stream.next(2)
      expect(hello).toMatchObject({ event: 'hello', id: Number(before) })
      expect(change!.data.id).toBe(made.body.id)
      expect(Number(await positionOf())).toBe(change!.id)
      stream.leave()
      reader = undefined
      // without listeners too
      await create(world.admin, 'later')
      await expect.poll(positionOf).not.toBe(String(change!.id))
    })

    test('resumes after the last event seen', async () => {
      const world = await start()
      const stream = listen(world, world.admin.session)
      const [hello] = await stream.next(1)
      stream.leave()
      reader = undefined
      const made = await create(world.admin, 'web')
      const again = listen(world, world.admin.session, { 'last-event-id': String(hello!.id) })
      const [, missed] = await again.next(2)
      expect(missed!.data).toMatchObject({ noun: 'project', id: made.body.id })
      again.leave()
      await world.stop()
    })

    test('treats an invalid event id as a new reader', async () => {
      const world = await start()
      const stream = listen(world, world.admin.session, { 'last-event-id': 'yesterday' })
      expect((await stream.next(1))[0]).toMatchObject({ event: 'hello', id: expect.any(Number) })
      expect(world.errors).toEqual([])
      stream.leave()
      await world.stop()
    })

    test('tells silo members when their IP pools change', async () => {
      const world = await start()
      await makeSilo(world.admin, 'acme')
      await makeSilo(world.admin, 'other')
      await must(world.admin, 'POST', '/v1/system/ip-pools', { name: 'edge', description: '' })
      const { person } = await makeUser(world, 'acme', 'reader')
      const stream = listen(world, person.session)
      await stream.next(1)
      const at = '/v1/system/ip-pools/edge/silos'
      await must(world.admin, 'POST', at, { silo: 'other', is_default: true })
      await must(world.admin, 'POST', at, { silo: 'acme', is_default: false })
      await must(world.admin, 'PUT', `${at}/acme`, { is_default: true })
      await must(world.admin, 'DELETE', `${at}/acme`)
      await world.clock.advance(1000)
      const heard = (await stream.next(4)).slice(1)
      expect(heard.map(({ data }) => data.operation)).toEqual([
        'ip_pool_silo_link',
        'ip_pool_silo_update',
        'ip_pool_silo_unlink',
      ])
      stream.leave()
      await world.stop()
    })

    test('tells users with only a project role that the project was deleted', async () => {
      const world = await start()
      const { session, project } = await withMember(world)
      const stream = listen(world, session)
      await stream.next(1)
      await create(world.admin, 'hidden')
      await must(world.admin, 'DELETE', '/v1/projects/web')
      await world.clock.advance(1000)
      expect((await stream.next(2))[1]!.data).toEqual({ noun: 'project', id: project.id, operation: 'project_delete' })
      stream.leave()
      await world.stop()
    })

    test('tells users with only a project role that the role was removed', async () => {
      const world = await start()
      const { session, withdraw } = await withMember(world)
      const stream = listen(world, session)
      await stream.next(1)
      await withdraw()
      await world.clock.advance(1000)
      expect((await stream.next(2))[1]!.data).toMatchObject({ noun: 'policy', operation: 'project_policy_update' })
      stream.leave()
      await world.stop()
    })

    test('makes a returning reader refetch everything when it may have lost a role meanwhile', async () => {
      const world = await start()
      const { session } = await withMember(world)
      const stream = listen(world, session)
      const [hello] = await stream.next(1)
      stream.leave()
      reader = undefined
      await must(world.admin, 'DELETE', '/v1/projects/web')
      const again = listen(world, session, { 'last-event-id': String(hello!.id) })
      expect((await again.next(2))[1]).toMatchObject({ event: 'reset' })
      again.leave()
      await world.stop()
    })

    test.each(['', 'viewer', 'collaborator'])(
      'hides logins and SSH keys from others in the silo: role "%s"',
      async (role) => {
        const world = await start()
        const member = await makeUser(world, 'recovery', 'member')
        if (role) {
          const { body: policy } = await world.admin.raw('GET', '/v1/policy')
          const grant = { identity_type: 'silo_user', identity_id: member.id, role_name: role }
          await must(world.admin, 'PUT', '/v1/policy', {
            role_assignments: [...(policy.role_assignments as []), grant],
          })
          await world.clock.advance(1000)
        }
        const stream = listen(world, member.person.session)
        await stream.next(1)
        await world.login('recovery', 'admin')
        const key = {
          name: 'laptop',
          description: '',
          public_key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIPZYfTJfTAPzHZ3xRqkLiDYYNUA6TThUBc+7fMQLVCT4 me',
        }
        await must(world.admin, 'POST', '/v1/me/ssh-keys', key)
        await must(member.person, 'POST', '/v1/me/ssh-keys', key)
        await world.clock.advance(1000)
        expect((await stream.next(2))[1]!.data).toMatchObject({ noun: 'ssh_key' })
        const own = (await member.person.raw('GET', '/v1/me/ssh-keys/laptop')).body.id
        expect((await stream.next(2))[1]!.data.id).toBe(own)
        stream.leave()
        await world.stop()
      },
    )

    test('ends when its session expires', async () => {
      const world = await start()
      // ten seconds before the idle limit of eight hours
      const time_last_used = new Date(world.clock.now().getTime() - 8 * 3600_000 + 10_000).toISOString()
      await world.host.db.transaction((tx) => tx.updateTable('session').set({ time_last_used }).execute())
      const stream = listen(world, world.admin.session)
      await stream.next(1)
      await settled(world, 40)
      await expect(stream.next(2)).rejects.toThrow('the stream ended')
      await world.stop()
    })

    test('ends with its session while other sessions continue', async () => {
      const world = await start()
      const other = await world.login('recovery', 'admin')
      const ending = listen(world, world.admin.session)
      await ending.next(1)
      await world.admin.raw('POST', '/v1/logout')
      await world.clock.advance(1000)
      await expect(ending.next(9)).rejects.toThrow('the stream ended')
      reader = undefined
      const staying = listen(world, other.session)
      await staying.next(1)
      await create(other, 'web')
      await world.clock.advance(1000)
      expect((await staying.next(2))[1]!.data).toMatchObject({ noun: 'project' })
      staying.leave()
      await world.stop()
    })

    test('ends with a session that ends just while it opens', async () => {
      const world = await start()
      const { host } = world
      const live = makeLive(host, async () => undefined)
      await live.start()
      const { person } = await makeUser(world, 'recovery', 'victim')
      const caller = { address: '127.0.0.1', secure: false, session: person.session }
      let isFirst = true
      const actor = async () => {
        const known = authenticate(host, host.db.read, new Request('http://rack.test/'), caller)
        const found = await known.catch(() => undefined)
        if (isFirst) await person.raw('POST', '/v1/logout')
        isFirst = false
        return found
      }
      const stream = live.stream(undefined, actor, new AbortController().signal).body!.getReader()
      await stream.read()
      let hasEnded = false
      void stream.closed.then(() => (hasEnded = true))
      void stream.read()
      await settled(world)
      expect(hasEnded).toBe(true)
      live.stop()
      await world.stop()
    })

    test('reauthenticates only readers whose permissions may have changed', async () => {
      const world = await start()
      const { host } = world
      const live = makeLive(host, async () => undefined)
      await live.start()
      const away = new AbortController()
      const request = new Request('http://rack.test/')
      const calls: Record<string, number> = {}
      const ids: Record<string, string> = {}
      const users = [await makeUser(world, 'recovery', 'one'), await makeUser(world, 'recovery', 'two')]
      await settled(world)
      for (const [i, { id, person }] of users.entries()) {
        const name = ['one', 'two'][i]!
        ids[name] = id
        const caller = { address: '127.0.0.1', secure: false, session: person.session }
        const actor = () => {
          calls[name] = (calls[name] ?? 0) + 1
          return authenticate(host, host.db.read, request, caller)
        }
        await live.stream(undefined, actor, away.signal).body!.getReader().read()
      }
      await world.anonymous.raw('POST', '/v1/logout')
      await world.anonymous.raw('POST', '/v1/projects', { name: 'denied', description: '' })
      await (await world.login('recovery', 'admin')).raw('POST', '/v1/logout')
      const again = await world.login('recovery', 'one')
      await create(world.admin, 'web')
      await settled(world)
      expect(calls).toEqual({ one: 1, two: 1 })
      const role = { identity_type: 'silo_user', identity_id: ids.one, role_name: 'viewer' }
      await must(world.admin, 'PUT', '/v1/projects/web/policy', { role_assignments: [role] })
      await settled(world)
      expect(calls).toEqual({ one: 2, two: 1 })
      await must(world.admin, 'PUT', '/v1/projects/web/policy', { role_assignments: [] })
      await settled(world)
      expect(calls).toEqual({ one: 3, two: 1 })
      // the stream may belong to the session that ended
      await again.raw('POST', '/v1/logout')
      await settled(world)
      expect(calls).toEqual({ one: 4, two: 1 })
      away.abort()
      live.stop()
      await world.stop()
    })

    test('requires a login', async () => {
      const world = await start()
      expect((await listen(world, undefined).opened).status).toBe(401)
      await world.stop()
    })

    test('every write appends one row, even when refused, and reads append none', async () => {
      const { admin, anonymous, host } = await makeWorld(await open())
      const count = async () => (await host.db.read.selectFrom('event').selectAll().execute()).length
      const before = await count()
      await admin.raw('GET', '/v1/projects')
      await anonymous.raw('GET', '/v1/projects')
      expect(await count()).toBe(before)
      await create(admin, 'web')
      await create(admin, 'web')
      await create(anonymous, 'web')
      const rows = await host.db.read.selectFrom('event').selectAll().orderBy('seq').execute()
      expect(
        rows.slice(before).map(({ operation, status, error_code }) => ({ operation, status, error_code })),
      ).toEqual([
        { operation: 'project_create', status: 201, error_code: null },
        { operation: 'project_create', status: 400, error_code: 'ObjectAlreadyExists' },
        { operation: 'project_create', status: 401, error_code: 'Unauthorized' },
      ])
      expect(rows[before]).toMatchObject({ target_name: 'web', address: '127.0.0.1', noun: 'project' })
      await admin.raw('PUT', '/v1/projects/web', { name: 'web', description: 'x'.repeat(600) })
      const [refused] = await host.db.read.selectFrom('event').selectAll().orderBy('seq', 'desc').limit(1).execute()
      expect(refused).toMatchObject({ operation: 'project_update', status: 400, target_name: 'web' })
      expect(refused?.actor_id).not.toBeNull()
    })
  })
})

eachDatabase(
  (_name, open) => {
    test('a stalled reader is disconnected and its unread messages are freed', async () => {
      const world = await makeWorld(await open())
      await world.plane.start()
      const request = new Request('http://rack.test/rackwright/events')
      const caller = { address: '127.0.0.1', secure: false, session: world.admin.session }
      const stalled = (await world.plane.fetch(request, caller)).body!.getReader()
      await stalled.read()
      const { body } = await create(world.admin, 'web')
      const web = { id: String(body.id), name: 'web', silo_id: await siloOf(world.admin), project_id: String(body.id) }
      // appended directly, as reconcilers do: as many requests would take too long
      await world.host.db.transaction(async (tx) => {
        for (let n = 0; n < 4000; n++)
          await append(world.host, tx, outcomeOf(body.time_created as string, 'project', web))
      })
      await world.clock.advance(1000)
      const rest = async () => {
        for (let n = 0; ; n++) if ((await stalled.read()).done) return n
      }
      await expect(rest()).rejects.toThrow('does not keep up')
      await world.stop()
    })
  },
  ['libsql'],
)
