// The permissions, stated independently of authz.ts: the table test compares the two. A rule says for each
// actor: allow, forbid (403) or hide (404).
import { isWrite } from '#contract/facts.ts'
import { factsOf, type OperationId } from '#contract/operations.ts'

export const actors = [
  'anonymous',
  'bad token',
  'no role',
  'project viewer',
  'project collaborator',
  'project admin',
  'silo viewer',
  'silo collaborator',
  'silo admin',
  'other silo admin',
  'fleet viewer',
  'fleet collaborator',
  'fleet admin',
  'read-only token',
  'project token',
  'other project token',
  'viewer token',
] as const
export type ActorName = (typeof actors)[number]

const ranks = ['viewer', 'collaborator', 'admin'] as const
export type Rank = (typeof ranks)[number]
const has = (held: Rank | undefined, needed: Rank) => held !== undefined && ranks.indexOf(held) >= ranks.indexOf(needed)

export interface Standing {
  /** The caller has an access token with a scope, which a change of an account is outside of; if read-only, so is every write. */
  scope?: 'limited' | 'read-only'
  /** In the targets' silo. */
  member?: true
  /** On the actor's own silo. */
  silo?: Rank
  /** On the targets' project, including what the silo role implies. */
  project?: Rank
  fleet?: Rank
}

/** Undefined for anonymous callers. */
export const standings: Record<ActorName, Standing | undefined> = {
  anonymous: undefined,
  'bad token': undefined,
  'no role': { member: true },
  'project viewer': { member: true, project: 'viewer' },
  'project collaborator': { member: true, project: 'collaborator' },
  'project admin': { member: true, project: 'admin' },
  'silo viewer': { member: true, silo: 'viewer', project: 'viewer' },
  'silo collaborator': { member: true, silo: 'collaborator', project: 'admin' },
  'silo admin': { member: true, silo: 'admin', project: 'admin' },
  'other silo admin': { silo: 'admin' },
  'fleet viewer': { fleet: 'viewer' },
  'fleet collaborator': { fleet: 'collaborator' },
  'fleet admin': { fleet: 'admin' },
  // their owner is an admin of the silo and the fleet
  'read-only token': { scope: 'read-only', member: true, silo: 'admin', project: 'admin', fleet: 'admin' },
  'project token': { scope: 'limited', member: true, project: 'admin' },
  'other project token': { scope: 'limited', member: true },
  'viewer token': { scope: 'limited', member: true, silo: 'viewer', project: 'viewer', fleet: 'viewer' },
}

export type Outcome = 'allow' | 'forbid' | 'hide' | 'unknown caller' | 'read-only' | 'account' | 'unused'

export interface Rule {
  name: string
  /** Needs no login. */
  open?: true
  outcome(standing: Standing): Outcome
}

const rule = (name: string, allow: (s: Standing) => boolean, see: (s: Standing) => boolean = () => true): Rule => ({
  name,
  outcome: (standing) => (allow(standing) ? 'allow' : see(standing) ? 'forbid' : 'hide'),
})

const seesProject = (s: Standing) => s.project !== undefined
const seesSilo = (s: Standing) => s.member === true || s.fleet !== undefined
const administers = (s: Standing) => (s.member === true && has(s.silo, 'admin')) || has(s.fleet, 'admin')

/** In or on the project `w.project`. Resources in it: viewers read, collaborators write; the project itself: admins. */
export const inProject = (needed: Rank): Rule => rule(`project ${needed}`, (s) => has(s.project, needed), seesProject)

/** On the silo `w.silo`, which its members and fleet viewers see. */
export const onSilo = {
  read: rule('silo: member or fleet viewer', seesSilo, seesSilo),
  modify: rule(
    'silo: admin or fleet collaborator',
    (s) => (s.member === true && has(s.silo, 'admin')) || has(s.fleet, 'collaborator'),
    seesSilo,
  ),
  administer: rule('silo: admin or fleet admin', administers, seesSilo),
}

/** On the caller's own silo, where callers who lack a role get 403. */
export const inOwnSilo = (needed: Rank): Rule => rule(`own silo ${needed}`, (s) => has(s.silo, needed))

const administersOwn = (s: Standing) => has(s.silo, 'admin') || has(s.fleet, 'admin')
export const ownSiloKeys = {
  list: rule('own silo admin or fleet admin', administersOwn),
  one: rule('own silo admin or fleet admin', administersOwn, administersOwn),
}

/** The fleet itself and its collections: callers who lack the role get 403. */
export const onFleet = (needed: Rank): Rule => rule(`fleet ${needed}`, (s) => has(s.fleet, needed))
/** A single fleet resource: callers who cannot read it get 404. */
export const fleetThing = (needed: Rank): Rule =>
  rule(
    `fleet ${needed}`,
    (s) => has(s.fleet, needed),
    (s) => s.fleet !== undefined,
  )

export const signedIn: Rule = rule('anyone signed in', () => true)
export const anyone: Rule = { ...rule('anyone', () => true), open: true }

/** A custom rule, with the description that the table shows. */
export const special = rule

export function outcomeOf({ open, outcome }: Rule, actor: ActorName, operation: OperationId): Outcome {
  if (open) return 'allow'
  const standing = standings[actor]
  if (!standing) return 'unknown caller'
  const { account, websocket } = factsOf[operation]
  if (standing.scope === 'read-only' && (isWrite(operation) || websocket)) return 'read-only'
  return standing.scope && account ? 'account' : outcome(standing)
}
