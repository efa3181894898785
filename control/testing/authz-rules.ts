// Who may do what, stated once more and independently of authz.ts, in the words of rules.md section 7: the table test holds
// the control plane to it. A rule says of each actor: allow, forbid (403) or hide (404).
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
] as const
export type ActorName = (typeof actors)[number]

const ranks = ['viewer', 'collaborator', 'admin'] as const
export type Rank = (typeof ranks)[number]
const has = (held: Rank | undefined, needed: Rank) => held !== undefined && ranks.indexOf(held) >= ranks.indexOf(needed)

export interface Standing {
  /** In the silo that the targets are in. */
  member?: true
  /** On the silo that the actor is in, whichever that is. */
  silo?: Rank
  /** On the project that the targets are in, with what the silo role implies. */
  project?: Rank
  fleet?: Rank
}

/** Undefined: nobody we know. */
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
}

export type Outcome = 'allow' | 'forbid' | 'hide' | 'unknown caller'

export interface Rule {
  name: string
  /** Needs no caller at all. */
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

/** In or on the project `w.project`. Things in it: viewer reads, collaborator writes; the project itself: admin. */
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

/** On the caller's own silo, where lacking a role is said openly. */
export const inOwnSilo = (needed: Rank): Rule => rule(`own silo ${needed}`, (s) => has(s.silo, needed))

const administersOwn = (s: Standing) => has(s.silo, 'admin') || has(s.fleet, 'admin')
export const ownSiloKeys = {
  list: rule('own silo admin or fleet admin', administersOwn),
  one: rule('own silo admin or fleet admin', administersOwn, administersOwn),
}

/** The fleet itself and its collections: 403 for who lacks the role. */
export const onFleet = (needed: Rank): Rule => rule(`fleet ${needed}`, (s) => has(s.fleet, needed))
/** A single thing of the fleet: 404 for who may not even look. */
export const fleetThing = (needed: Rank): Rule =>
  rule(
    `fleet ${needed}`,
    (s) => has(s.fleet, needed),
    (s) => s.fleet !== undefined,
  )

export const signedIn: Rule = rule('anyone signed in', () => true)
export const anyone: Rule = { ...rule('anyone', () => true), open: true }

/** For what none of these fits: a rule of one's own, with the words that the table will show. */
export const special = rule

export function outcomeOf({ open, outcome }: Rule, actor: ActorName): Outcome {
  if (open) return 'allow'
  const standing = standings[actor]
  return standing ? outcome(standing) : 'unknown caller'
}
