// Why the user cannot do something: one function decides, from what the page has already loaded. Where roles are not known, as on other
// hosts of the API, everything stays available and the API decides.
import { needOf, type Scope } from '#contract/needs.ts'
import type { OperationId } from '#contract/operations.ts'
import { atLeast, impliedProjectRole, stronger, type Role } from '#contract/role-rules.ts'
import { cached } from './api.ts'
import { currentUser, ownRoles } from './me-queries.ts'
import { matchesOf, type Handle } from './route.ts'
import { pathHere } from './util/base.ts'

/** A role; none; or undefined if it is not known. */
type Held = Role | 'none' | undefined

export interface Standing {
  fleet: Held
  /** On the own silo. */
  own: Held
  /** Whether what the operation is about belongs to the own silo. */
  isOwnSilo: boolean
  /** On the project, with what the silo role implies. */
  project: Held
}

/** Names from the path of a page or the parameters of a call. */
export interface Place {
  project?: string | undefined
  silo?: string | undefined
}

const nameOf: Record<Scope, string> = { project: 'project', own: 'silo', silo: 'silo', fleet: 'fleet' }
const giverOf: Record<Scope, string> = {
  project: 'A project or silo admin',
  own: 'A silo admin',
  silo: 'A silo admin',
  fleet: 'A fleet admin',
}

/** The sentence for a role that is missing, with who can give it. */
export const missingRole = (on: Scope, needed: string, held: string) =>
  `You need the ${nameOf[on]} ${needed} role. Yours is ${held}. ${giverOf[on]} can change that.`

interface Judged {
  on: Scope
  needed: Role | 'member'
  held: Held
  /** Undefined if it is not known. */
  isMet: boolean | undefined
}

function judge(term: string, { fleet, own, isOwnSilo, project }: Standing): Judged {
  const [on, needed] = term.split('.') as [Scope, Role | 'member']
  if (needed === 'member') return { on, needed, held: 'none', isMet: isOwnSilo }
  const held = on === 'project' ? project : on === 'fleet' ? fleet : on === 'own' || isOwnSilo ? own : 'none'
  return { on, needed, held, isMet: held && held !== 'none' && atLeast(held, needed) }
}

/** Undefined if the operation is allowed, or if that is not known. */
export function refusalOf(operation: OperationId, standing: Standing): string | undefined {
  const need = needOf(operation)
  if (need === '') return undefined
  const isEvery = need.includes('&')
  const terms = need.split(isEvery ? '&' : '|').map((term) => judge(term, standing))
  const unmet = terms.filter(({ isMet }) => isMet === false)
  if (isEvery ? unmet.length === 0 : unmet.length < terms.length) return undefined
  // operators hear about their own role, and so does everyone who is not in the silo
  const isOutside = standing.fleet !== 'none' || !standing.isOwnSilo
  const { on, needed, held } = (isOutside && unmet.find((each) => each.on === 'fleet')) || unmet[0]!
  return missingRole(on, needed, held ?? 'none')
}

export function whyNotCall(operation: OperationId, place: Place = placeOf(pathHere())): string | undefined {
  const user = cached(currentUser())
  if (!user) return undefined
  const answer = cached(ownRoles())
  const roles = answer?.type === 'success' ? answer.data : undefined
  const own = roles && (roles.silo ?? 'none')
  const { fleetRole, siloId, siloName } = user
  return refusalOf(operation, {
    fleet: fleetRole === 'some' ? undefined : fleetRole,
    own,
    isOwnSilo: place.silo === undefined || [siloId, siloName].includes(place.silo),
    project: roles && place.project !== undefined ? projectRole(roles, place.project) : undefined,
  })
}

interface Roles {
  silo: Role | null
  projects: readonly { id: string; name: string; role: Role }[]
  isComplete: boolean
}

function projectRole({ silo, projects, isComplete }: Roles, project: string): Held {
  const given = projects.find(({ id, name }) => name === project || id === project)?.role
  const held = stronger(impliedProjectRole(silo ?? undefined), given)
  return given || isComplete || held === 'admin' ? (held ?? 'none') : undefined
}

/** The project and the silo that a page is about. */
const placeOf = (path: string): Place => matchesOf(path).at(-1)?.params ?? {}

interface Params {
  path?: Place & { userId?: string }
  query?: Place
}

/** For a call with these parameters; what they leave open is taken from the page. */
export function whyNotSend(operation: OperationId, { path, query }: Params): string | undefined {
  // the role is for logging out others
  if (operation === 'user_logout' && path?.userId === cached(currentUser())?.id) return undefined
  const named = { ...given(query), ...given(path) }
  return whyNotCall(operation, { ...placeOf(pathHere()), ...named })
}

const given = ({ project, silo }: Place = {}): Place => ({ ...(project && { project }), ...(silo && { silo }) })

/** For the form of a page. */
export function whyNotOpen(path: string): string | undefined {
  const match = matchesOf(path).at(-1)
  const { operation } = (match?.route.handle ?? {}) as Handle
  return operation && whyNotCall(operation, match?.params)
}
