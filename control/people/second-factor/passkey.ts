// Passkeys of local users. A passkey checks who holds it, so it signs in without the password.
import type { passkey as operations } from '#contract/passkey.ts'
import { actorOf, type Ctx, type Handlers } from '../../frame/context.ts'
import { invalidRequest, notFound, unauthorized } from '../../frame/errors.ts'
import { uniquely } from '../../frame/identity.ts'
import { page } from '../../frame/page.ts'
import { PENDING_LOGIN_HEADER } from '../../frame/ports/caller.ts'
import { ownSubject } from '../find-user.ts'
import { attemptLogin, forgive } from '../login/login-throttle.ts'
import {
  dropUnconfirmedApp,
  dropUnneededCodes,
  hasSecondFactor,
  isLocalUser,
  makeRecoveryCodes,
  passkeyCount,
} from './passcode.ts'
import { issue, passkeysOf, relyingParty, spend } from './passkey-ticket.ts'
import { findPasskey, proofSubject, verifyPasskey } from './passkey-use.ts'
import { findLoginSilo, openSession, writeEvenIfFull } from '../login/session.ts'
import { checkProof, ownSessionId } from './sign-in-proof.ts'

const MAX_PASSKEYS = 20

export const passkey = {
  async passkey_list(ctx, { query }) {
    return page(query, passkeysOfUser(ctx, actorOf(ctx).id), 'passkey')
  },

  passkey_begin: {
    /** The proof is checked before the browser makes a passkey that would then be refused. The ticket stands for it. */
    async outside(ctx, { body }) {
      const { id, external_id: name } = ownSubject(ctx)
      await assertMayAdd(ctx, id)
      const site = relyingParty(ctx)
      const known = await passkeysOfUser(ctx, id).where('rp_id', '=', site.rp_id).execute()
      const creation = await passkeysOf(ctx).creation(site, { id, name }, known)
      const still = await checkProof(ctx, 'second factor', body)
      return ctx.write(async (inside) => {
        ownSubject(inside)
        await still(inside)
        return issue(ctx, creation, additionSubject(id, await hasSecondFactor(inside.db, id)))
      })
    },
  },

  passkey_create: {
    async outside(ctx, { body: { name, ticket, response } }) {
      const { id: userId, silo_id } = actorOf(ctx)
      ctx.subject({ id: userId, name }, { silo_id })
      const site = relyingParty(ctx)
      const isFirst = !(await hasSecondFactor(ctx.db, userId))
      const challenge = await spend(ctx, ticket, additionSubject(userId, !isFirst))
      const made = challenge && (await passkeysOf(ctx).created(site, challenge, response))
      if (!made) throw refused()
      return ctx.write(async (inside) => {
        await assertMayAdd(inside, userId)
        if (isFirst === (await hasSecondFactor(inside.db, userId))) throw refused()
        if (isFirst) await dropUnconfirmedApp(inside.db, userId)
        const row = {
          id: inside.host.random.uuid(),
          silo_user_id: userId,
          name,
          rp_id: site.rp_id,
          ...made,
          time_created: inside.now,
          time_last_used: null,
          session_id: ownSessionId(inside),
        }
        await uniquely('passkey', name, inside.db.insertInto('passkey').values(row).execute())
        inside.subject({ id: row.id, name }, { silo_id })
        const recovery_codes = isFirst ? await makeRecoveryCodes(ctx.host, inside.db, userId) : null
        return { ...row, recovery_codes }
      })
    },
  },

  passkey_delete: {
    async outside(ctx, { path, body }) {
      const { id: userId, silo_id } = actorOf(ctx)
      const row = await passkeysOfUser(ctx, userId).where('id', '=', path.passkey_id).executeTakeFirst()
      if (!row) throw notFound('passkey', path.passkey_id)
      ctx.subject({ id: row.id, name: row.name }, { silo_id })
      const still = await checkProof(ctx, 'second factor', body)
      return ctx.write(async (inside) => {
        await still(inside)
        await inside.db.deleteFrom('passkey').where('id', '=', row.id).execute()
        await dropUnneededCodes(inside.db, userId)
      })
    },
  },

  passkey_proof_begin: {
    async outside(ctx) {
      const { id } = actorOf(ctx)
      const site = relyingParty(ctx)
      const known = await passkeysOfUser(ctx, id).where('rp_id', '=', site.rp_id).execute()
      // without any, the browser would offer those of other users
      if (known.length === 0) throw invalidRequest('you have no passkey for this site')
      return issue(ctx, await passkeysOf(ctx).request(site, known), proofSubject(id))
    },
  },

  login_passkey_begin: {
    async outside(ctx, { path }) {
      const silo = await findLoginSilo(ctx, path.silo_name)
      if (silo.identity_mode !== 'local_only') throw notFound('identity-provider', 'local')
      return issue(ctx, await passkeysOf(ctx).request(relyingParty(ctx), []), silo.id)
    },
  },

  login_passkey: {
    async outside(ctx, { path, body }) {
      const { id: silo_id } = await findLoginSilo(ctx, path.silo_name)
      const known = await findPasskey(ctx, silo_id, body.response)
      if (!known) throw unauthorized()
      const { silo_user_id: userId, external_id: username } = known
      ctx.subject({ id: userId, name: username }, { silo_id })
      const attempt = { silo_id, username, address: ctx.caller.address }
      let counter: number | undefined
      const isRight = await attemptLogin(ctx.host, attempt, async () => {
        counter = await verifyPasskey(ctx, known, silo_id, body)
        return counter !== undefined
      })
      if (!isRight) throw unauthorized()
      return writeEvenIfFull(ctx, async (inside, isFull) => {
        if (!isFull) await forgive(inside.db, ctx.host.clock.now(), attempt)
        const used = { counter: counter!, time_last_used: inside.now }
        await inside.db.updateTable('passkey').set(used).where('id', '=', known.id).execute()
        const opened = await openSession(inside, userId)
        opened.headers.set(PENDING_LOGIN_HEADER, '')
        return opened
      })
    },
  },
} satisfies Handlers<keyof typeof operations>

const refused = () => invalidRequest('the passkey was refused; try again')

/** Whom a challenge is for that adds a passkey. One for the first factor, which needs no proof, cannot add another. */
const additionSubject = (userId: string, hasFactor: boolean) => `${hasFactor ? 'another' : 'first'} factor of ${userId}`

const passkeysOfUser = (ctx: Ctx, userId: string) =>
  ctx.db.selectFrom('passkey').selectAll().where('silo_user_id', '=', userId)

async function assertMayAdd(ctx: Ctx, userId: string): Promise<void> {
  if (!(await isLocalUser(ctx.db, userId)))
    throw invalidRequest('only users who sign in with a password of this silo can have passkeys')
  if ((await passkeyCount(ctx.db, userId)) >= MAX_PASSKEYS)
    throw invalidRequest(`a user can have at most ${MAX_PASSKEYS} passkeys; delete some first`)
}
