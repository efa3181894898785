// The world of the authorization table: a silo with a project, a user in every role, and functions to send requests.
import { sql } from 'kysely'
import { operations, type OperationId } from '#contract/operations.ts'
import type { Database } from '../db/database.ts'
import { tables } from '../db/schema.ts'
import type { Socket } from '../frame/ports/streams.ts'
import { standings, type ActorName } from './authz-rules.ts'
import type { Host } from '../frame/context.ts'
import { hostSetupFacts, makeTestingHosts } from './hosts.ts'
import { makeWorld, PASSWORD, type Person, type World } from './world.ts'

export interface Named {
  id: string
  name: string
}

export interface Prepared {
  world: World
  /** Create targets as these: the silo's administrator and the fleet's. They are not among the actors. */
  owner: Person
  operator: Person
  people: Record<ActorName, Person>
  /** The user ids of the actors that have one. */
  ids: Partial<Record<ActorName, string>>
  /** The project token's equivalent for another project of `w.silo`. */
  tokenFor(project: string): Promise<Person>
  /** Every user among the actors, signed in. */
  everyone: Person[]
  /** Where the targets are. */
  silo: Named
  project: Named
  /** An unused name. */
  fresh(prefix?: string): string
  /** Contains everyone's roles, so that writing it removes none. */
  policies: Record<'fleet' | 'silo' | 'project', Policy>
}

interface Policy {
  role_assignments: { identity_type: 'silo_user'; identity_id: string; role_name: string }[]
}

/** The parameters of a call. `hidden` is how the 404 names the resource: `project with name "web"`. */
export interface Call {
  path?: Record<string, string>
  query?: Record<string, string>
  /** JSON unless it is text or a form. */
  body?: unknown
  headers?: Record<string, string>
  hidden?: string | ((actor: ActorName) => string)
  /** Replaces actors, for targets with their own users. */
  as?: Partial<Record<ActorName, Person>>
}

/** Sends a request that must succeed, to create targets. */
export async function must(person: Person, method: string, path: string, body?: unknown): Promise<Named> {
  const { status, body: answer } = await person.raw(method, path, body)
  if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${JSON.stringify(answer)}`)
  return answer as unknown as Named
}

const localUsers = '/v1/system/identity-providers/local/users'
const password = { mode: 'password', value: PASSWORD }

export async function makeSilo(operator: Person, name: string): Promise<Named> {
  return must(operator, 'POST', '/v1/system/silos', {
    name,
    description: '',
    discoverable: true,
    identity_mode: 'local_only',
    quotas: { cpus: 1000, memory: 2 ** 42, storage: 2 ** 45 },
    tls_certificates: [],
  })
}

export async function makeUser({ login, admin }: World, silo: string, external_id: string) {
  const { id } = await must(admin, 'POST', `${localUsers}?silo=${silo}`, { external_id, password })
  return { id, person: await login(silo, external_id) }
}

const granted = (identity_id: string | undefined, role_name: string) => ({
  identity_type: 'silo_user' as const,
  identity_id: identity_id!,
  role_name,
})

async function withScope(world: World, owner: Person, scope: object): Promise<Person> {
  const { body } = await owner.raw('POST', '/rackwright/me/access-tokens', { name: 'scoped', ...scope })
  return world.withToken(body.token as string)
}

/** How a user of another silo stands in for an actor: with a token if the actor has one. */
export function standIn(w: Prepared, actor: ActorName, user: Person): Person | Promise<Person> {
  const scope = standings[actor]?.scope
  return scope ? withScope(w.world, user, scope === 'read-only' ? { read_only: true } : { role: 'viewer' }) : user
}

const TOKENS: Partial<Record<ActorName, object>> = {
  'read-only token': { read_only: true },
  'project token': { project: 'web' },
  'other project token': { project: 'elsewhere' },
  'viewer token': { role: 'viewer' },
}

export async function prepare(db: Database, options: Partial<Host> = {}): Promise<Prepared> {
  const world = await makeWorld(db, {
    allowUnsolicitedSaml: true,
    hosts: makeTestingHosts({ answersAnywhere: true }).hosts,
    hostSetup: hostSetupFacts,
    ...options,
  })
  const operator = world.admin
  const silo = await makeSilo(operator, 'acme')
  const other = await makeSilo(operator, 'other')
  const people: Partial<Record<ActorName, Person>> = {
    anonymous: world.anonymous,
    'bad token': world.withToken(`rw-token-${'0'.repeat(40)}`),
  }
  const ids: Partial<Record<ActorName, string>> = {}
  const add = async (actor: ActorName, where: string) => {
    const { id, person } = await makeUser(world, where, actor.replaceAll(' ', '-'))
    Object.assign(people, { [actor]: person })
    ids[actor] = id
  }
  for (const scope of ['project', 'silo'] as const)
    for (const rank of ['viewer', 'collaborator', 'admin'] as const) await add(`${scope} ${rank}`, 'acme')
  await add('no role', 'acme')
  await add('other silo admin', 'other')
  for (const rank of ['viewer', 'collaborator', 'admin'] as const) await add(`fleet ${rank}`, 'recovery')
  const owner = await makeUser(world, 'acme', 'owner')
  const tokenOwner = await makeUser(world, 'acme', 'token-owner')

  const inScope = (scope: 'fleet' | 'silo' | 'project') =>
    (['viewer', 'collaborator', 'admin'] as const).map((rank) => granted(ids[`${scope} ${rank}`], rank))
  const me = (await operator.raw('GET', '/v1/me')).body.id as string
  const policies = {
    fleet: { role_assignments: [...inScope('fleet'), granted(me, 'admin'), granted(tokenOwner.id, 'admin')] },
    silo: {
      role_assignments: [
        ...inScope('silo'),
        granted(owner.id, 'admin'),
        granted(tokenOwner.id, 'admin'),
        granted(ids['other silo admin'], 'admin'),
        granted(me, 'admin'),
      ],
    },
    project: { role_assignments: inScope('project') },
  }
  await must(operator, 'PUT', '/v1/system/policy', policies.fleet)
  for (const { name } of [silo, other]) await must(operator, 'PUT', `/v1/system/silos/${name}/policy`, policies.silo)
  const project = await must(owner.person, 'POST', '/v1/projects', { name: 'web', description: '' })
  await must(owner.person, 'PUT', '/v1/projects/web/policy', policies.project)
  await must(owner.person, 'POST', '/v1/projects', { name: 'elsewhere', description: '' })
  const everyone = [...Object.keys(ids).map((actor) => people[actor as ActorName]!), tokenOwner.person]
  for (const [actor, scope] of Object.entries(TOKENS)) {
    people[actor as ActorName] = await withScope(world, tokenOwner.person, scope)
    ids[actor as ActorName] = tokenOwner.id
  }

  let count = 0
  return {
    world,
    owner: owner.person,
    operator,
    people: people as Record<ActorName, Person>,
    ids,
    tokenFor: (project) => withScope(world, tokenOwner.person, { project }),
    everyone,
    silo: { id: silo.id, name: 'acme' },
    project: { id: project.id, name: 'web' },
    fresh: (prefix = 'thing') => `${prefix}-${++count}`,
    policies,
  }
}

export interface Sent {
  status: number
  text: string
  requestId: string | null
  /** Why a websocket was closed as soon as it was open. */
  closed?: string | undefined
}

/** Resolves once the socket is served, or to the reason why it was closed. */
const knock = (accept: (socket: Socket) => void) =>
  new Promise<string | undefined>((done) => {
    let leave: (() => void) | undefined
    accept({
      send: () => undefined,
      buffered: () => 0,
      close: (_code, reason) => done(reason),
      onMessage() {
        done(undefined)
        leave?.()
      },
      onClose: (listener) => void (leave = listener),
    })
  })

/** A handshake succeeds before the lookup, so the close frame carries the refusal. */
function statusOf(closed: string | undefined): number {
  if (closed === undefined) return 101
  return closed === 'Forbidden' ? 403 : closed.startsWith('not found: ') ? 404 : 500
}

const isForm = (call: Call) => call.headers?.['content-type']?.includes('form') ?? false
const isText = (call: Call) => typeof call.body === 'string' || isForm(call)

/** Calls an operation as this person, through the ordinary fetch. */
export async function send(
  { plane }: World,
  person: Person,
  operation: OperationId,
  call: Call,
  upgrade: boolean,
): Promise<Sent> {
  const [method, template] = operations[operation].split(' ') as [string, string]
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(call.path?.[name] ?? ''))
  const url = new URL(path, 'http://rack.test')
  for (const [key, value] of Object.entries(call.query ?? {})) url.searchParams.set(key, value)
  const headers = new Headers(call.headers)
  if (person.token) headers.set('authorization', `Bearer ${person.token}`)
  if (call.body !== undefined && !headers.has('content-type')) headers.set('content-type', 'application/json')
  const body = call.body === undefined ? null : isText(call) ? String(call.body) : JSON.stringify(call.body)
  const request = new Request(url, { method, headers, body })
  const caller = { address: '127.0.0.1', secure: false, session: person.session, ...person.login }
  const response = upgrade ? await plane.upgrade(request, caller) : await plane.fetch(request, caller)
  if (!(response instanceof Response)) {
    const closed = await knock(response)
    return { status: statusOf(closed), text: '', requestId: null, closed }
  }
  const text = await response.text()
  return { status: response.status, text, requestId: response.headers.get('x-request-id') }
}

/** Tables that any request may change; a refused request must not change the others. */
const VOLATILE_TABLES = ['event', 'session', 'lease', 'login_attempt']

/** All rows of all tables. */
export async function everything({ host }: World): Promise<string> {
  const parts: string[] = []
  for (const name of Object.keys(tables).filter((table) => !VOLATILE_TABLES.includes(table))) {
    const { rows } = await sql<object>`select * from ${sql.table(name)} order by 1, 2`.execute(host.db.read)
    parts.push(`${name} ${JSON.stringify(rows.map((row) => ({ ...row, time_last_used: undefined })))}`)
  }
  return parts.join('\n')
}
