// A stolen session or access token is useless after each of the ways to end it, and what it had opened ends too.
import { beforeEach, describe, expect, test } from 'vitest'
import type { Socket } from '../frame/ports/streams.ts'
import { makeSilo, makeUser } from '../testing/authz-world.ts'
import { makeCompute, until, type Compute } from '../testing/compute.ts'
import { eachDatabase } from '../testing/databases.ts'
import { PASSWORD, type Person } from '../testing/world.ts'
import { IDLE_LIMIT } from './credential.ts'
import { resetPassword } from './login/reset-password.ts'

const LOCAL_USERS = '/v1/system/identity-providers/local/users'
const NEW = 'a new and long one'

interface Victim {
  id: string
  name: string
  person: Person
  token: Person
  tokenId: string
  sessionId: string
}

type End = (world: Compute, victim: Victim) => Promise<unknown>
/** What each way ends: the session, the token or both. */
const WAYS: readonly (readonly [string, ('session' | 'token')[], End])[] = [
  ['sign-out', ['session'], (_, { person }) => person.raw('POST', '/v1/logout')],
  ['sign-out with the token', ['token'], (_, { token }) => token.raw('POST', '/v1/logout')],
  [
    'ending the session',
    ['session'],
    ({ ok }, { token, sessionId }) => ok('DELETE', `/rackwright/me/sessions/${sessionId}`, undefined, token),
  ],
  [
    'revoking the token',
    ['token'],
    ({ ok }, { person, tokenId }) => ok('DELETE', `/v1/me/access-tokens/${tokenId}`, undefined, person),
  ],
  [
    'an administrator who revokes the token',
    ['token'],
    ({ ok }, { id, tokenId }) => ok('DELETE', `/rackwright/users/${id}/access-tokens/${tokenId}`),
  ],
  [
    'logging out everywhere',
    ['session', 'token'],
    ({ ok }, { id, token }) => ok('POST', `/v1/users/${id}/logout`, undefined, token),
  ],
  [
    'an administrator who logs the user out',
    ['session', 'token'],
    ({ ok }, { id }) => ok('POST', `/v1/users/${id}/logout`),
  ],
  [
    'a new password by an administrator',
    ['session', 'token'],
    ({ ok }, { id }) =>
      ok('POST', `${LOCAL_USERS}/${id}/set-password?silo=recovery`, { mode: 'password', value: 'new' }),
  ],
  [
    'a new password by the user',
    ['session', 'token'],
    ({ ok }, { id, person }) =>
      ok('POST', `${LOCAL_USERS}/${id}/set-password?silo=recovery`, { mode: 'password', value: NEW }, person),
  ],
  [
    'a new password with the old one',
    ['session', 'token'],
    ({ ok }, { person }) => ok('POST', '/rackwright/me/password', { password: PASSWORD, new_password: NEW }, person),
  ],
  [
    'a disallowed login',
    ['session', 'token'],
    ({ ok }, { id }) => ok('POST', `${LOCAL_USERS}/${id}/set-password?silo=recovery`, { mode: 'login_disallowed' }),
  ],
  [
    'an administrator who disables the user',
    ['session', 'token'],
    ({ ok }, { id }) => ok('PUT', `/rackwright/users/${id}/state`, { enabled: false }),
  ],
  [
    'an administrator who disables the user for a moment',
    ['session', 'token'],
    async ({ ok }, { id }) => {
      await ok('PUT', `/rackwright/users/${id}/state`, { enabled: false })
      await ok('PUT', `/rackwright/users/${id}/state`, { enabled: true })
    },
  ],
  ['deletion of the user', ['session', 'token'], ({ ok }, { id }) => ok('DELETE', `/rackwright/users/${id}`)],
  ['removal of the user', ['session', 'token'], ({ ok }, { id }) => ok('DELETE', `${LOCAL_USERS}/${id}?silo=recovery`)],
  [
    'the reset-password command',
    ['session', 'token'],
    ({ host, clock }, { name }) =>
      resetPassword(host.db, { silo: 'recovery', user: name, password_hash: 'new', now: clock.now() }),
  ],
]

const sent = ({ session, token }: Person, path: string, method = 'GET') => ({
  request: new Request(`http://rack.test${path}`, {
    method,
    headers: token ? { authorization: `Bearer ${token}` } : {},
  }),
  caller: { address: '127.0.0.1', secure: false, session },
})

eachDatabase((_name, open) => {
  let world: Compute
  let instance: string

  beforeEach(async () => {
    world = await makeCompute(await open())
    instance = (await world.make('talker', { start: true })).id
    await world.reach(instance, 'running')
    return () => world.stop()
  })

  async function makeVictim(name: string): Promise<Victim> {
    const { id, person } = await makeUser(world, 'recovery', name)
    const policy = (await world.ok('GET', '/v1/policy')) as { role_assignments: object[] }
    const role = { identity_type: 'silo_user', identity_id: id, role_name: 'collaborator' }
    await world.ok('PUT', '/v1/policy', { role_assignments: [...policy.role_assignments, role] })
    const created = await world.ok('POST', '/rackwright/me/access-tokens', { name: 'stolen' }, person)
    const { items } = (await world.ok('GET', '/rackwright/me/sessions', undefined, person)) as {
      items: { id: string }[]
    }
    const token = world.withToken(created.token as string)
    return { id, name, person, token, tokenId: created.id as string, sessionId: items[0]!.id }
  }

  /** An open stream of live updates; `hasEnded` once the server closes it. */
  async function listen(person: Person) {
    const { request, caller } = sent(person, '/rackwright/events')
    const reader = (await world.plane.fetch(request, caller)).body!.getReader()
    const stream = { hasEnded: false }
    void (async () => {
      while (!(await reader.read()).done);
      stream.hasEnded = true
    })()
    return stream
  }

  /** An open serial console, likewise. */
  async function watch(person: Person) {
    const { request, caller } = sent(person, `/rackwright/instances/${instance}/serial-console`)
    const accept = await world.plane.upgrade(request, caller)
    if (typeof accept !== 'function') throw new Error(`refused: ${accept.status}`)
    const viewer = { hasEnded: false }
    let left: () => void
    const socket: Socket = {
      send: () => undefined,
      buffered: () => 0,
      close() {
        viewer.hasEnded = true
        left()
      },
      onMessage: () => undefined,
      onClose: (listener) => (left = listener),
    }
    accept(socket)
    return viewer
  }

  /** A download whose client takes its time. renewal.spec.ts has every other operation that takes long. */
  async function download(person: Person) {
    const { request, caller } = sent(person, '/rackwright/starter-image')
    const response = await world.plane.fetch(request, caller)
    expect(response.status).toBe(200)
    const reader = response.body!.getReader()
    await reader.read()
    const stream = { hasEnded: false }
    reader.closed.catch(() => (stream.hasEnded = true))
    return stream
  }

  /** A piece of an upload that arrives slowly. */
  async function upload(person: Person, name: string) {
    const source = { type: 'file', size: 512, fingerprint: name }
    const image = { name, description: '', os: 'debian', version: '12', block_size: 512, source }
    const { id } = await world.ok('POST', '/rackwright/image-uploads?project=web', image)
    const { request, caller } = sent(person, `/rackwright/image-uploads/${id as string}/content?offset=0`, 'PUT')
    let isRead = false
    async function* slowly() {
      yield new Uint8Array(16)
      isRead = true
      await new Promise(() => undefined)
    }
    const stream = { hasEnded: false }
    void world.plane.fetch(request, { ...caller, body: slowly() }).then(() => (stream.hasEnded = true))
    await until(world, 'the piece to be read', async () => isRead)
    return stream
  }

  const openAll = async (person: Person, name: string) => [
    await listen(person),
    await watch(person),
    await download(person),
    await upload(person, name),
  ]

  describe('a credential is useless after', () => {
    test.each(WAYS)('%s', async (_, ended, end) => {
      const victim = await makeVictim('victim')
      const credentials = { session: victim.person, token: victim.token }
      const open = {
        session: await openAll(credentials.session, 'by-session'),
        token: await openAll(credentials.token, 'by-token'),
      }
      await end(world, victim)
      for (const kind of ['session', 'token'] as const) {
        const isEnded = ended.includes(kind)
        const { status } = await credentials[kind].raw('GET', '/v1/me')
        expect([kind, status]).toEqual([kind, isEnded ? 401 : 200])
        if (isEnded)
          await until(world, `the ${kind}'s streams to end`, async () => open[kind].every((one) => one.hasEnded))
      }
      // long after the streams would have noticed
      for (let i = 0; i < 20; i++) await world.clock.advance(1000)
      for (const kind of ['session', 'token'] as const)
        expect(open[kind].some((one) => one.hasEnded)).toBe(ended.includes(kind))
    })
  })

  test('a token outlives neither its expiry nor its project', async () => {
    const { person } = await makeVictim('victim')
    const create = async (body: object) =>
      world.withToken((await world.ok('POST', '/rackwright/me/access-tokens', body, person)).token as string)
    await world.ok('POST', '/v1/projects', { name: 'passing', description: '' })
    const expiring = await create({ name: 'short', ttl_seconds: 60 })
    const ofProject = await create({ name: 'project', project: 'passing' })
    const streams = [await listen(expiring), await listen(ofProject)]
    await world.ok('DELETE', '/v1/vpc-subnets/default?project=passing&vpc=default')
    await world.ok('DELETE', '/v1/vpcs/default?project=passing')
    await world.ok('DELETE', '/v1/projects/passing')
    await world.clock.advance(61_000)
    expect((await expiring.raw('GET', '/v1/me')).status).toBe(401)
    expect((await ofProject.raw('GET', '/v1/me')).status).toBe(401)
    await until(world, 'the streams to end', async () => streams.every(({ hasEnded }) => hasEnded))
  })

  test('a session outlives its expiry neither in requests nor in streams', async () => {
    const { person } = await makeVictim('victim')
    const streams = [await listen(person), await watch(person)]
    world.clock.skip(IDLE_LIMIT + 1)
    expect((await person.raw('GET', '/v1/me')).status).toBe(401)
    await until(world, 'the streams to end', async () => streams.every(({ hasEnded }) => hasEnded))
  })

  test('deletion of the silo ends the sessions and tokens of its users', async () => {
    await makeSilo(world.admin, 'passing')
    const { person } = await makeUser(world, 'passing', 'victim')
    const created = await world.ok('POST', '/rackwright/me/access-tokens', { name: 'stolen' }, person)
    const credentials = [person, world.withToken(created.token as string)]
    const streams = await Promise.all(credentials.map(listen))
    await world.ok('DELETE', '/v1/system/silos/passing')
    for (const one of credentials) expect((await one.raw('GET', '/v1/me')).status).toBe(401)
    await until(world, 'the streams to end', async () => streams.every(({ hasEnded }) => hasEnded))
  })

  test('removal of a service account ends its tokens', async () => {
    const accounts = '/rackwright/service-accounts'
    const { id } = await world.ok('POST', accounts, { name: 'robot', description: '' })
    const { token } = await world.ok('POST', `${accounts}/${String(id)}/access-tokens`, { name: 'stolen' })
    const robot = world.withToken(token as string)
    const stream = await listen(robot)
    await world.ok('DELETE', `${accounts}/${String(id)}`)
    expect((await robot.raw('GET', '/v1/me')).status).toBe(401)
    await until(world, 'the stream to end', async () => stream.hasEnded)
  })

  test('the user can sign in again with the new password only', async () => {
    const { id } = await makeVictim('victim')
    await world.ok('POST', `${LOCAL_USERS}/${id}/set-password?silo=recovery`, { mode: 'password', value: 'new' })
    await expect(world.login('recovery', 'victim', PASSWORD)).rejects.toThrow('401')
    expect((await (await world.login('recovery', 'victim', 'new')).raw('GET', '/v1/me')).status).toBe(200)
  })
})
