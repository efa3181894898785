// The second factor of local users. Users set up their own; administrators reset that of others and decide whether the silo requires it.
import type { secondFactor as operations } from '#contract/second-factor.ts'
import { mayAdministerSilo } from '../../frame/authz.ts'
import { actorOf, type Ctx, type Handlers } from '../../frame/context.ts'
import { forbidden, invalidRequest, unauthorized } from '../../frame/errors.ts'
import { findSilo, siloSubject, type SiloRow } from '../../frame/find-silo.ts'
import { PENDING_LOGIN_HEADER } from '../../frame/ports/caller.ts'
import { findManagedUser, ownSubject } from '../find-user.ts'
import { assertMayTakeOver } from '../fleet-grants.ts'
import { attemptLogin, forgive } from '../login/login-throttle.ts'
import { lostApps } from './lost-app.ts'
import {
  confirmedTotp,
  dropUnneededCodes,
  isLocalUser,
  makeRecoveryCodes,
  passkeyCount,
  removeSecondFactor,
  secretPurpose,
  spendPasscode,
  spendStep,
} from './passcode.ts'
import { findPendingUser } from '../login/pending-login.ts'
import { findLoginSilo, openSession, writeEvenIfFull } from '../login/session.ts'
import { checkCode, checkProof, ownSessionId } from './sign-in-proof.ts'
import { base32, SECRET_BYTES, totpUri } from './totp.ts'

/** Long enough to install an app. */
const MAX_SETUP_MS = 60 * 60_000

export const secondFactor = {
  login_second_factor: {
    async outside(ctx, { path, body }) {
      const { id: silo_id } = await findLoginSilo(ctx, path.silo_name)
      const { id, external_id } = await findPendingUser(ctx, silo_id)
      ctx.subject({ id, name: external_id }, { silo_id })
      const attempt = { silo_id, username: external_id, address: ctx.caller.address }
      if (!(await attemptLogin(ctx.host, attempt, () => spendPasscode(ctx.host, id, body.passcode))))
        throw unauthorized()
      return writeEvenIfFull(ctx, async (inside, isFull) => {
        if (!isFull) await forgive(inside.db, ctx.host.clock.now(), attempt)
        const response = await openSession(inside, id)
        response.headers.set(PENDING_LOGIN_HEADER, '')
        return response
      })
    },
  },

  async second_factor_view(ctx) {
    const { id, silo_id } = actorOf(ctx)
    return viewOf(ctx, { id, silo_id })
  },

  second_factor_enroll: {
    async outside(ctx, { body }) {
      const { id, external_id, silo_id } = ownSubject(ctx)
      const silo = await findSilo(ctx, silo_id, 'read')
      await assertMayEnroll(ctx, id)
      const still = await checkProof(ctx, 'second factor', body)
      const secret = base32(ctx.host.random.bytes(SECRET_BYTES))
      const row = {
        secret: await ctx.host.sealer.seal(secret, secretPurpose(id)),
        last_step: null,
        time_created: ctx.now,
        time_confirmed: null,
        session_id: ownSessionId(ctx),
      }
      return ctx.write(async (inside) => {
        ownSubject(inside)
        await assertMayEnroll(inside, id)
        await still(inside)
        await inside.db
          .insertInto('totp')
          .values({ silo_user_id: id, ...row })
          .onConflict((there) => there.column('silo_user_id').doUpdateSet(row))
          .execute()
        return { secret, uri: totpUri(secret, { issuer: `Rackwright ${silo.name}`, account: external_id }) }
      })
    },
  },

  /** Needs no proof of its own: only who has given one, or has just signed in, knows the secret. */
  second_factor_confirm: {
    async outside(ctx, { body }) {
      const { id } = ownSubject(ctx)
      const code = body.passcode.replaceAll(/\s/g, '')
      await checkCode(ctx, () =>
        ctx.host.db.transaction(async (tx) => {
          const row = await tx.selectFrom('totp').selectAll().where('silo_user_id', '=', id).executeTakeFirst()
          if (!row || row.time_confirmed !== null) throw nothingToConfirm()
          if (ctx.host.clock.now().getTime() - Date.parse(row.time_created) > MAX_SETUP_MS)
            throw invalidRequest('the setup has expired; begin again')
          return spendStep(ctx.host, tx, row, code)
        }),
      )
      return ctx.write(async (inside) => {
        ownSubject(inside)
        const { numUpdatedRows } = await inside.db
          .updateTable('totp')
          .set({ time_confirmed: inside.now })
          .where('silo_user_id', '=', id)
          .where('time_confirmed', 'is', null)
          .executeTakeFirst()
        if (numUpdatedRows === 0n) throw nothingToConfirm()
        return { recovery_codes: await makeRecoveryCodes(ctx.host, inside.db, id) }
      })
    },
  },

  second_factor_replace_recovery_codes: {
    async outside(ctx, { body }) {
      const { id } = ownSubject(ctx)
      const still = await checkProof(ctx, 'second factor', body)
      return ctx.write(async (inside) => {
        ownSubject(inside)
        await still(inside)
        return { recovery_codes: await makeRecoveryCodes(ctx.host, inside.db, id) }
      })
    },
  },

  second_factor_disable: {
    async outside(ctx, { body }) {
      const { id } = ownSubject(ctx)
      const still = await checkProof(ctx, 'second factor', body)
      return ctx.write(async (inside) => {
        ownSubject(inside)
        await still(inside)
        await inside.db.deleteFrom('totp').where('silo_user_id', '=', id).execute()
        await dropUnneededCodes(inside.db, id)
      })
    },
  },

  async user_second_factor_view(ctx, { path }) {
    return viewOf(ctx, await findManagedUser(ctx, path.user_id))
  },

  async user_second_factor_reset(ctx, { path }) {
    const user = ctx.subject(await findManagedUser(ctx, path.user_id))
    // whoever has the session of a user must not be able to remove the factor without a code
    if (user.id === actorOf(ctx).id) throw invalidRequest('turn off your own second factor with a code instead')
    await assertMayTakeOver(ctx, await findSilo(ctx, user.silo_id, 'read'), user.id)
    await removeSecondFactor(ctx.db, user.id)
  },

  async second_factor_policy_view(ctx, { path }) {
    return policyOf(await findSilo(ctx, path.silo, 'read'))
  },

  async second_factor_policy_update(ctx, { path, body }) {
    const silo = await findSilo(ctx, path.silo, 'read')
    ctx.subject(siloSubject(silo))
    if (!mayAdministerSilo(actorOf(ctx), silo.id)) throw forbidden()
    if (silo.identity_mode !== 'local_only')
      throw invalidRequest('users of this silo sign in with an identity provider, which decides about a second factor')
    const time_second_factor_required = body.time_required && new Date(body.time_required).toISOString()
    const changes = { time_second_factor_required, time_modified: ctx.now }
    await ctx.db.updateTable('silo').set(changes).where('id', '=', silo.id).execute()
    return policyOf({ ...silo, ...changes })
  },
} satisfies Handlers<keyof typeof operations>

const policyOf = ({ time_second_factor_required, identity_mode }: SiloRow) => ({
  time_required: time_second_factor_required,
  is_local: identity_mode === 'local_only',
})

const nothingToConfirm = () => invalidRequest('there is no second factor to confirm')

async function assertMayEnroll(ctx: Ctx, id: string): Promise<void> {
  if (!(await isLocalUser(ctx.db, id)))
    throw invalidRequest('only users who sign in with a password of this silo can have a second factor')
  if (await confirmedTotp(ctx.db, id)) throw invalidRequest('there is an authenticator app already; turn it off first')
}

async function viewOf(ctx: Ctx, { id, silo_id }: { id: string; silo_id: string }) {
  const totp = await confirmedTotp(ctx.db, id)
  const { left } = await ctx.db
    .selectFrom('recovery_code')
    .select((is) => is.fn.countAll<number>().as('left'))
    .where('silo_user_id', '=', id)
    .executeTakeFirstOrThrow()
  const silo = await ctx.db
    .selectFrom('silo')
    .select('time_second_factor_required')
    .where('id', '=', silo_id)
    .executeTakeFirstOrThrow()
  return {
    time_totp_enrolled: totp?.time_confirmed ?? null,
    is_totp_lost: totp !== undefined && (await lostApps(ctx.db, ctx.host.sealer, [id])).has(id),
    passkeys: await passkeyCount(ctx.db, id),
    recovery_codes_left: Number(left),
    time_required: silo.time_second_factor_required,
    is_local: await isLocalUser(ctx.db, id),
  }
}
