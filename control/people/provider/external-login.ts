// What every login with an identity provider needs, whatever its protocol: the subject becomes a user of the silo with the groups that
// the provider lists, and gets a session. Callers have checked that the provider vouches for it and that it is used once.
import type { Ctx } from '../../frame/context.ts'
import { badRequest, Failure, notFound } from '../../frame/errors.ts'
import { isServiceAccount } from '../find-user.ts'
import { openNamedSession, type Origin } from '../login/session.ts'

/** Every group costs a lookup or insert and a membership row, all in one transaction. */
const MAX_GROUPS = 1000
const MAX_GROUP_NAME_LENGTH = 512

interface External {
  silo_id: string
  external_id: string
  /** Undefined if the provider manages no groups: memberships stay as they are. */
  groups: Set<string> | undefined
  origin: Origin
}

/** Inside a write. Redirects to the location, if given. */
export async function signInExternally(ctx: Ctx, external: External, location?: string) {
  const { silo_id, external_id, groups, origin } = external
  await assertStillOn(ctx, origin)
  const { id, time_disabled } = await findOrMakeUser(ctx, silo_id, external_id)
  ctx.subject({ id, name: external_id }, { silo_id })
  // the provider has vouched for the user, so there is nothing to conceal
  if (time_disabled !== null) throw new Failure('UserDisabled', 'Your account is disabled. Ask an administrator.')
  if (groups) await setGroups(ctx, silo_id, id, groups)
  return openNamedSession(ctx, id, location, origin)
}

/** The provider may have been turned off since the login began, which ended its sessions. */
async function assertStillOn(ctx: Ctx, { oidc_provider_id, saml_provider_id }: Origin): Promise<void> {
  const id = oidc_provider_id ?? saml_provider_id ?? ''
  const found = await ctx.db
    .selectFrom(oidc_provider_id ? 'oidc_provider' : 'saml_identity_provider')
    .select('is_enabled')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found?.is_enabled) throw notFound('identity-provider', id)
}

/** The provider is genuine at this point, so the refusal can say what to fix there. */
export function groupNames(values: readonly string[]): Set<string> {
  const names = new Set(values.map((each) => each.trim()))
  names.delete('')
  if (names.size > MAX_GROUPS)
    throw badRequest(`the identity provider sent ${names.size} groups; at most ${MAX_GROUPS} are supported`)
  for (const each of names)
    if (each.length > MAX_GROUP_NAME_LENGTH || each.includes('\0'))
      throw badRequest(
        `the identity provider sent a group name that is longer than ${MAX_GROUP_NAME_LENGTH} characters or contains a null character`,
      )
  return names
}

interface Signing {
  id: string
  time_disabled: string | null
}

async function findOrMakeUser(ctx: Ctx, silo_id: string, external_id: string): Promise<Signing> {
  const known = await ctx.db
    .selectFrom('silo_user')
    .select(['id', 'time_disabled'])
    .where('silo_id', '=', silo_id)
    .where('external_id', '=', external_id)
    .executeTakeFirst()
  if (known && (await isServiceAccount(ctx.db, known.id)))
    throw badRequest(`"${external_id}" is a service account, which cannot sign in`)
  if (known) return known
  const id = ctx.host.random.uuid()
  const times = { time_created: ctx.now, time_modified: ctx.now }
  await ctx.db
    .insertInto('silo_user')
    .values({ id, silo_id, external_id, ...times })
    .execute()
  return { id, time_disabled: null }
}

/** Memberships are replaced: a user who left a group at the identity provider loses it here too, with its roles. */
async function setGroups(ctx: Ctx, silo_id: string, silo_user_id: string, names: Set<string>): Promise<void> {
  await ctx.db.deleteFrom('silo_group_member').where('silo_user_id', '=', silo_user_id).execute()
  if (names.size === 0) return
  const times = { time_created: ctx.now, time_modified: ctx.now }
  const made = [...names].map((external_id) => ({ id: ctx.host.random.uuid(), silo_id, external_id, ...times }))
  await ctx.db
    .insertInto('silo_group')
    .values(made)
    .onConflict((there) => there.columns(['silo_id', 'external_id']).doNothing())
    .execute()
  const groups = await ctx.db
    .selectFrom('silo_group')
    .select('id')
    .where('silo_id', '=', silo_id)
    .where('external_id', 'in', [...names])
    .execute()
  await ctx.db
    .insertInto('silo_group_member')
    .values(groups.map(({ id }) => ({ silo_group_id: id, silo_user_id })))
    .execute()
}
