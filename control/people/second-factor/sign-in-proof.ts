// Decides who can change the means to sign in: the password, the authenticator app, the recovery codes and the passkeys. A session alone is
// not enough: whoever steals one must not be able to keep the account. See docs/decisions/0034-signing-in.md.
import type { SignInProof } from '#contract/second-factor.ts'
import type { z } from 'zod'
import type { Queries } from '../../db/database.ts'
import { networkOf } from '../../frame/client-network.ts'
import { actorOf, type Ctx } from '../../frame/context.ts'
import { Failure, invalidRequest, unauthorized } from '../../frame/errors.ts'
import { attemptLogin } from '../login/login-throttle.ts'
import { hasSecondFactor, isAppCode, secondFactorsOf, spendPasscode, type SecondFactor } from './passcode.ts'
import { findPasskey, proofSubject, verifyPasskey } from './passkey-use.ts'

export type Proof = z.output<typeof SignInProof>
/** What is changed: the password, or a second factor by adding, replacing or removing it. */
type Means = 'password' | 'second factor'
/** Asks again inside the write what another request may have changed in the meantime. */
export type Still = (inside: Ctx) => Promise<void>

const RECENT_MS = 10 * 60_000

const WRONG_CODE = 'the code is wrong or was used before'
const WRONG_PASSKEY = 'the passkey was refused; try again'
const ADDED_HERE = 'this session has added that second factor, so it does not prove who you are'

/**
 * Refuses unless the caller has proven to be the user. A second factor is proven by a second factor; only where there is none, the password
 * or a recent sign-in is enough. A factor that this session has added proves nothing about what was there before.
 * Not in a transaction: passwords are slow to check, and a code is spent even if the change fails.
 */
export async function checkProof(ctx: Ctx, means: Means, proof: Proof): Promise<Still> {
  const given = Object.values(proof).filter((each) => each !== undefined).length
  if (given > 1) throw invalidRequest('give one proof: the password, a code or the response of a passkey')
  if (given === 0) return relyOnSignIn(ctx, means)
  return proof.password === undefined ? provedByFactor(ctx, means, proof) : provedByPassword(ctx, means, proof.password)
}

/** For a code that is not checked against the second factor as it is now. */
export const checkCode = (ctx: Ctx, check: () => Promise<boolean>) => limited(ctx, check, WRONG_CODE)

/** For the published operation, which has no place for a proof. */
export async function assertSignedInRecently(ctx: Ctx): Promise<void> {
  if (await isRecent(ctx)) return
  throw invalidRequest(
    'your own password can be set this way only within ten minutes after signing in, in a browser; ' +
      'use POST /rackwright/me/password with the old password instead',
  )
}

/** Kept with what a session adds. */
export function ownSessionId(ctx: Ctx): string | null {
  const { credential } = actorOf(ctx)
  return credential?.kind === 'session_cookie' ? credential.id : null
}

/** Accepts a recent sign-in: people who must set up a second factor have just signed in, and are not asked again. */
async function relyOnSignIn(ctx: Ctx, means: Means): Promise<Still> {
  if (means === 'password') throw proofRequired('give your old password, a code of your second factor or a passkey')
  const assertEnough: Still = async (inside) => {
    if (await hasSecondFactor(inside.db, actorOf(inside).id))
      throw proofRequired('give a code of your second factor or a passkey')
    if (await isRecent(inside)) return
    const why = ownSessionId(ctx) === null ? 'an access token is no sign-in' : 'you signed in more than ten minutes ago'
    throw proofRequired(`${why}; give your password`)
  }
  await assertEnough(ctx)
  return assertEnough
}

async function provedByPassword(ctx: Ctx, means: Means, password: string): Promise<Still> {
  const { id } = actorOf(ctx)
  if (means === 'second factor' && (await hasSecondFactor(ctx.db, id)))
    throw proofRequired('a password does not prove your second factor; give a code or a passkey')
  const hash = await passwordHashOf(ctx.db, id)
  const { passwords } = ctx.host
  const isRight = async () => hash !== null && passwords.verify(hash, password, networkOf(ctx.caller.address))
  await limited(ctx, isRight, 'the password is wrong')
  await remember(ctx)
  return async (inside) => {
    await assertStillSignedIn(inside)
    // otherwise the old password would undo a change that happened during its check
    if ((await passwordHashOf(inside.db, id)) !== hash) throw invalidRequest('the password has just been changed')
    if (means === 'second factor' && (await hasSecondFactor(inside.db, id)))
      throw proofRequired('give a code of your second factor or a passkey')
  }
}

async function provedByFactor(ctx: Ctx, means: Means, proof: Proof): Promise<Still> {
  const sessionId = ownSessionId(ctx)
  const factors = await secondFactorsOf(ctx.db, actorOf(ctx).id)
  const older = factors.filter(({ session_id }) => session_id === null || session_id !== sessionId)
  // which session made an access token is not known
  if (means === 'password' && sessionId === null) throw proofRequired('with an access token, give your old password')
  if (means === 'password' && factors.length > 0 && older.length === 0)
    throw proofRequired(`${ADDED_HERE}; give your old password`)
  // those that this session has added can prove changes of each other
  const counting = older.length > 0 ? older : factors
  await spend(
    ctx,
    proof,
    factors.filter((each) => !counting.includes(each)),
  )
  if (older.length > 0) await remember(ctx)
  return assertStillSignedIn
}

/** Recovery codes count where older factors do: they came with the first one, or with a proof. */
async function spend(ctx: Ctx, { passcode, passkey }: Proof, without: readonly SecondFactor[]): Promise<void> {
  const { id: userId, silo_id } = actorOf(ctx)
  const refuse = (kind: SecondFactor['kind'], id: string) => {
    if (without.some((each) => each.kind === kind && each.id === id)) throw proofRequired(`${ADDED_HERE}; use another`)
  }
  if (passcode !== undefined) {
    if (isAppCode(passcode)) refuse('app', userId)
    return limited(ctx, () => spendPasscode(ctx.host, userId, passcode), WRONG_CODE)
  }
  const known = await findPasskey(ctx, silo_id, passkey!.response)
  const own = known?.silo_user_id === userId ? known : undefined
  if (own) refuse('passkey', own.id)
  return limited(ctx, async () => own !== undefined && provePasskey(ctx, own, passkey!), WRONG_PASSKEY)
}

type Known = NonNullable<Awaited<ReturnType<typeof findPasskey>>>

async function provePasskey(ctx: Ctx, known: Known, answer: NonNullable<Proof['passkey']>): Promise<boolean> {
  const counter = await verifyPasskey(ctx, known, proofSubject(known.silo_user_id), answer)
  if (counter === undefined) return false
  const used = { counter, time_last_used: ctx.host.clock.now().toISOString() }
  await ctx.host.db.transaction((tx) => tx.updateTable('passkey').set(used).where('id', '=', known.id).execute())
  return true
}

/** Proofs are limited like logins: whoever has a session must not be able to guess. */
async function limited(ctx: Ctx, check: () => Promise<boolean>, refusal: string): Promise<void> {
  const { silo_id, external_id: username } = actorOf(ctx)
  const isRight = await attemptLogin(ctx.host, { silo_id, username, address: ctx.caller.address }, check)
  if (!isRight) throw invalidRequest(refusal)
}

/** Keeps the time of the proof, so that people who have just turned off an app with a code can set up the next one. */
async function remember(ctx: Ctx): Promise<void> {
  const id = ownSessionId(ctx)
  if (id === null) return
  const time_proven = ctx.host.clock.now().toISOString()
  await ctx.host.db.transaction((tx) => tx.updateTable('session').set({ time_proven }).where('id', '=', id).execute())
}

/** Whether the caller has signed in, or given a proof, in this session not long ago. Access tokens have no sign-in. */
async function isRecent(ctx: Ctx): Promise<boolean> {
  const id = ownSessionId(ctx)
  if (id === null) return false
  const session = await ctx.db
    .selectFrom('session')
    .select(['time_created', 'time_proven'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!session) throw unauthorized()
  const since = Date.parse(session.time_proven ?? session.time_created)
  return ctx.host.clock.now().getTime() - since <= RECENT_MS
}

async function assertStillSignedIn(ctx: Ctx): Promise<void> {
  const { credential } = actorOf(ctx)
  const table = credential?.kind === 'session_cookie' ? 'session' : 'device_access_token'
  const row = await ctx.db
    .selectFrom(table)
    .select('id')
    .where('id', '=', credential?.id ?? '')
    .executeTakeFirst()
  if (!row) throw unauthorized()
}

async function passwordHashOf(db: Queries, id: string): Promise<string | null> {
  const user = await db.selectFrom('silo_user').select('password_hash').where('id', '=', id).executeTakeFirst()
  return user?.password_hash ?? null
}

const proofRequired = (message: string) => new Failure('ProofRequired', message)
