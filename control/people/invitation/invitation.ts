// Invitations: an administrator passes on a link, and whoever opens it first becomes a local user and chooses how to sign in. So nobody
// ever types somebody else's password. Only the hash of the link's token is stored.
import type { invitation as operations } from '#contract/invitation.ts'
import { MAX_INVITATIONS } from '#contract/limits.ts'
import { mayAdministerSilo } from '../../frame/authz.ts'
import { actorOf, type Ctx, type Handlers } from '../../frame/context.ts'
import { alreadyExists, invalidRequest, notFound } from '../../frame/errors.ts'
import { hex } from '../../frame/hex.ts'
import { uniquely } from '../../frame/identity.ts'
import { page } from '../../frame/page.ts'
import { hashToken } from '../credential.ts'
import { findManagedSilo } from '../local-user.ts'
import { assertMayAddRole, siloRole } from '../policy.ts'
import { redeeming } from './redeem.ts'

const LIFETIME_MS = 24 * 3_600_000
/** 160 bits. */
const TOKEN_BYTES = 20

export const invitation = {
  async invitation_list(ctx, { query }) {
    const silo = await findManagedSilo(ctx, query.silo)
    return page(query, invitations(ctx).where('invitation.silo_id', '=', silo.id), 'invitation')
  },

  async invitation_create(ctx, { query, body: { external_id, role = null } }) {
    const silo = await findManagedSilo(ctx, query.silo)
    const token = hex(ctx.host.random.bytes(TOKEN_BYTES))
    const actor = actorOf(ctx)
    const row = {
      id: ctx.host.random.uuid(),
      silo_id: silo.id,
      external_id,
      role,
      token_hash: await hashToken(token),
      inviter_id: actor.id,
      time_created: ctx.now,
      time_expires: new Date(Date.parse(ctx.now) + LIFETIME_MS).toISOString(),
    }
    ctx.subject({ id: row.id, name: external_id }, { silo_id: silo.id })
    if (role) await assertMayAddRole(ctx, silo, siloRole(row.id, role))
    await assertFree(ctx, silo.id, external_id)
    await uniquely('invitation', external_id, ctx.db.insertInto('invitation').values(row).execute())
    return { ...row, invited_by: actor.external_id, token }
  },

  async invitation_delete(ctx, { path }) {
    const row = await invitations(ctx).where('invitation.id', '=', path.invitation).executeTakeFirst()
    if (!row || !mayAdministerSilo(actorOf(ctx), row.silo_id)) throw notFound('invitation', path.invitation)
    ctx.subject({ id: row.id, name: row.external_id }, { silo_id: row.silo_id })
    await ctx.db.deleteFrom('invitation').where('id', '=', row.id).execute()
  },

  ...redeeming,
} satisfies Handlers<keyof typeof operations>

const invitations = (ctx: Ctx) =>
  ctx.db
    .selectFrom('invitation')
    .innerJoin('silo_user', 'silo_user.id', 'invitation.inviter_id')
    .select(['invitation.id', 'invitation.external_id', 'invitation.role', 'invitation.silo_id'])
    .select(['invitation.time_created', 'invitation.time_expires', 'silo_user.external_id as invited_by'])

/** Makes room for the name: an invitation that has expired gives way to the next. */
async function assertFree(ctx: Ctx, silo_id: string, external_id: string): Promise<void> {
  const user = await ctx.db
    .selectFrom('silo_user')
    .select('id')
    .where('silo_id', '=', silo_id)
    .where('external_id', '=', external_id)
    .executeTakeFirst()
  if (user) throw alreadyExists('silo-user', external_id)
  const own = ctx.db.deleteFrom('invitation').where('silo_id', '=', silo_id).where('external_id', '=', external_id)
  await own.where('time_expires', '<=', ctx.now).execute()
  const { count } = await ctx.db
    .selectFrom('invitation')
    .select((is) => is.fn.countAll<number>().as('count'))
    .where('silo_id', '=', silo_id)
    .executeTakeFirstOrThrow()
  if (Number(count) >= MAX_INVITATIONS)
    throw invalidRequest(`a silo can have at most ${MAX_INVITATIONS} invitations; revoke some first`)
}
