// Whose permissions an event may have changed. Only those readers of live updates reauthenticate.
import { factsOf, type OperationId } from '#contract/operations.ts'
import type { Actor } from './authz.ts'
import type { Queries } from '../db/database.ts'
import type { Event } from './events.ts'

export type IsAffected = (actor: Actor) => boolean

/** Nouns whose events can change permissions. */
const NOUNS: readonly string[] = [
  'policy',
  'user',
  'user_state',
  'oidc_provider',
  'saml_provider',
  'session',
  'own_session',
  'own_password',
  'local_user',
  'silo',
  'project',
  // a restored project has its policy again
  'deleted',
  'service_account',
  'access_token',
  'device_access_token',
]

export const changesRights = ({ noun, operation, status }: Event) =>
  (status ?? 200) < 400 && NOUNS.includes(noun) && !(operation && factsOf[operation as OperationId].keepsRights)

export async function affectedBy(db: Queries, events: readonly Event[]): Promise<IsAffected> {
  const changes = events.filter(changesRights)
  const holders = new Set<string>()
  for (const id of new Set(
    changes.filter(({ noun }) => noun === 'policy' || noun === 'deleted').map((event) => event.target_id),
  ))
    for (const user of await holdersOf(db, id ?? '')) holders.add(user)
  return (actor) => holders.has(actor.id) || changes.some((event) => concerns(event, actor))
}

/** Uses the permissions from before the event; holdersOf finds users who gained a role. */
function concerns({ noun, operation, target_id, silo_id, project_id }: Event, actor: Actor): boolean {
  switch (noun) {
    case 'policy':
      // which of the owner's roles a token with a scope depends on is not known here
      if (actor.scope) return !silo_id || silo_id === actor.silo_id
      if (project_id) return actor.projects.has(project_id)
      return silo_id ? silo_id === actor.silo_id && actor.silo !== undefined : actor.fleet !== undefined
    case 'silo':
      return silo_id === actor.silo_id
    case 'saml_provider':
    case 'oidc_provider':
      // sessions and tokens end with it, wherever those who hold them are; a login can change the groups of its user
      return operation !== 'login_oidc' || target_id === actor.id
    case 'project':
      // a deleted project takes its roles with it, but those no longer grant anything; its access tokens end
      return target_id === actor.scope?.project_id
    default:
      return target_id === actor.id || target_id === actor.credential?.id
  }
}

/** The users who hold a role on a resource, directly or through a group. */
async function holdersOf(db: Queries, resource_id: string): Promise<string[]> {
  const rows = await db
    .selectFrom('role_assignment')
    .leftJoin('silo_group_member', 'silo_group_member.silo_group_id', 'role_assignment.identity_id')
    .select(['role_assignment.identity_id', 'silo_group_member.silo_user_id'])
    .where('role_assignment.resource_id', '=', resource_id)
    .execute()
  return rows.map((row) => row.silo_user_id ?? row.identity_id)
}
