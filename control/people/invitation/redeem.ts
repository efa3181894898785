// What whoever has the link of an invitation can do with it, without signing in. Tokens that are wrong, used, expired or revoked get the
// same answer and count as failed logins.
import type { InvitationRedeem, invitation as operations } from '#contract/invitation.ts'
import type { z } from 'zod'
import type { RowOf } from '../../db/database.ts'
import { loadActor, mayAdministerSilo } from '../../frame/authz.ts'
import type { Ctx, Handlers } from '../../frame/context.ts'
import { Failure, invalidRequest } from '../../frame/errors.ts'
import type { SiloRow } from '../../frame/find-silo.ts'
import { hex } from '../../frame/hex.ts'
import { hashToken } from '../credential.ts'
import { assertMayGrant } from '../fleet-grants.ts'
import { attemptLogin, forgive } from '../login/login-throttle.ts'
import { assertGoodPassword, minimumOf } from '../own-password/password-rule.ts'
import { issue, passkeysOf, relyingParty, spend } from '../second-factor/passkey-ticket.ts'
import { addSiloRole, siloRole } from '../policy.ts'
import { openSession } from '../login/session.ts'
import { insertLocalUser } from '../user.ts'

type Redeem = z.output<typeof InvitationRedeem>
interface Found {
  row: RowOf<'invitation'>
  silo: SiloRow
  /** A context in which the inviter acts. */
  asInviter: Ctx
}

type Redeeming = 'invitation_open' | 'invitation_passkey_begin' | 'invitation_redeem'

export const redeeming = {
  invitation_open: {
    async outside(ctx, { body: { token } }) {
      const { row, silo } = await findOpen(ctx, token)
      return { ...row, silo_name: silo.name, min_password_length: minimumOf(silo) }
    },
  },

  invitation_passkey_begin: {
    async outside(ctx, { body: { token } }) {
      const { row } = await findOpen(ctx, token)
      const creation = await passkeysOf(ctx).creation(relyingParty(ctx), { id: row.id, name: row.external_id }, [])
      return issue(ctx, creation, subjectOf(row))
    },
  },

  invitation_redeem: {
    async outside(ctx, { body }) {
      const { row, silo } = await findOpen(ctx, body.token)
      const { id, external_id, role, silo_id } = row
      ctx.subject({ id, name: external_id }, { silo_id })
      const { password, passkey } = await chosen(ctx, row, silo, body)
      const password_hash = await ctx.host.passwords.hash(password)
      return ctx.write(async (inside) => {
        const found = await find(inside, body.token)
        if (found?.row.id !== id) throw refused()
        // the first who does this has it
        await inside.db.deleteFrom('invitation').where('id', '=', id).execute()
        await insertLocalUser(inside, { id, silo_id, external_id, password_hash })
        if (role) await addSiloRole(found.asInviter, found.silo, id, role)
        if (passkey)
          await inside.db
            .insertInto('passkey')
            .values({ ...passkey, time_created: inside.now })
            .execute()
        await forgive(inside.db, ctx.host.clock.now(), { silo_id, username: external_id, address: ctx.caller.address })
        return openSession(inside, id)
      })
    },
  },
} satisfies Pick<Handlers<keyof typeof operations>, Redeeming>

const refused = () => new Failure('Unauthorized', 'this invitation is not valid, or not any more')

const subjectOf = ({ id }: RowOf<'invitation'>) => `invitation ${id}`

/** Limited like logins; the token stands in for the user name. */
async function findOpen(ctx: Ctx, token: string): Promise<Found> {
  const attempt = { silo_id: null, username: await hashToken(token), address: ctx.caller.address }
  let found: Found | undefined
  const isRight = await attemptLogin(ctx.host, attempt, async () => (found = await find(ctx, token)) !== undefined)
  if (!isRight || !found) throw refused()
  return found
}

/** The invitation, unless it has ended, or the inviter could not send it any more, or somebody else has got the name. */
async function find(ctx: Ctx, token: string): Promise<Found | undefined> {
  const row = await ctx.db
    .selectFrom('invitation')
    .selectAll()
    .where('token_hash', '=', await hashToken(token))
    .where('time_expires', '>', ctx.now)
    .executeTakeFirst()
  if (!row || (await isTaken(ctx, row))) return undefined
  const silo = await ctx.db.selectFrom('silo').selectAll().where('id', '=', row.silo_id).executeTakeFirstOrThrow()
  const inviter = await ctx.db
    .selectFrom('silo_user')
    .innerJoin('silo', 'silo.id', 'silo_user.silo_id')
    .select(['silo_user.id', 'silo_user.external_id', 'silo_user.silo_id', 'silo.name as silo_name'])
    .select('silo.mapped_fleet_roles')
    .where('silo_user.id', '=', row.inviter_id)
    .where('silo_user.time_disabled', 'is', null)
    .executeTakeFirst()
  if (!inviter) return undefined
  const asInviter = { ...ctx, actor: await loadActor(ctx.db, inviter) }
  return maySend(asInviter, silo, row) ? { row, silo, asInviter } : undefined
}

const isTaken = async (ctx: Ctx, { silo_id, external_id }: RowOf<'invitation'>) =>
  (await ctx.db
    .selectFrom('silo_user')
    .select('id')
    .where('silo_id', '=', silo_id)
    .where('external_id', '=', external_id)
    .executeTakeFirst()) !== undefined

function maySend(asInviter: Ctx, silo: SiloRow, { id, role }: RowOf<'invitation'>): boolean {
  if (!asInviter.actor || !mayAdministerSilo(asInviter.actor, silo.id)) return false
  if (!role) return true
  try {
    assertMayGrant(asInviter, silo, [], [siloRole(id, role)])
    return true
  } catch {
    return false
  }
}

/** The password, or the passkey with a password that nobody knows: every local user has one. */
async function chosen(ctx: Ctx, row: RowOf<'invitation'>, silo: SiloRow, { password, passkey }: Redeem) {
  if ((password === undefined) === (passkey === undefined))
    throw invalidRequest('choose either a password or a passkey')
  if (passkey === undefined) {
    assertGoodPassword(password!, row.external_id, silo)
    return { password: password! }
  }
  const site = relyingParty(ctx)
  const challenge = await spend(ctx, passkey.ticket, subjectOf(row))
  const made = challenge && (await passkeysOf(ctx).created(site, challenge, passkey.response))
  if (!made) throw invalidRequest('the passkey was refused; try again')
  const ids = { id: ctx.host.random.uuid(), silo_user_id: row.id, name: passkey.name, rp_id: site.rp_id }
  return {
    password: hex(ctx.host.random.bytes(32)),
    passkey: { ...ids, ...made, time_last_used: null, session_id: null },
  }
}
