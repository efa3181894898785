// Changes of a second factor need a proof that the caller has it. Proofs are limited like logins: whoever has a session must not be able to
// guess codes.
import type { SecondFactorProof } from '#contract/second-factor.ts'
import type { z } from 'zod'
import { actorOf, type Ctx } from '../frame/context.ts'
import { invalidRequest } from '../frame/errors.ts'
import { attemptLogin } from './login-throttle.ts'
import { spendPasscode } from './passcode.ts'
import { findPasskey, proofSubject, verifyPasskey } from './passkey-use.ts'

type Proof = z.output<typeof SecondFactorProof>

const WRONG_CODE = 'the code is wrong or was used before'
const WRONG_PASSKEY = 'the passkey was refused; try again'

export async function checkProof(ctx: Ctx, { passcode, passkey }: Proof): Promise<void> {
  const { id } = actorOf(ctx)
  if ((passcode === undefined) === (passkey === undefined))
    throw invalidRequest('give either the code of a second factor or the response of a passkey')
  if (passcode !== undefined) return limited(ctx, () => spendPasscode(ctx.host, id, passcode), WRONG_CODE)
  return limited(ctx, () => provePasskey(ctx, id, passkey!), WRONG_PASSKEY)
}

/** For a code that is not checked against the second factor as it is now. */
export const checkCode = (ctx: Ctx, check: () => Promise<boolean>) => limited(ctx, check, WRONG_CODE)

async function limited(ctx: Ctx, check: () => Promise<boolean>, refusal: string): Promise<void> {
  const { silo_id, external_id: username } = actorOf(ctx)
  const isRight = await attemptLogin(ctx.host, { silo_id, username, address: ctx.caller.address }, check)
  if (!isRight) throw invalidRequest(refusal)
}

async function provePasskey(ctx: Ctx, userId: string, answer: NonNullable<Proof['passkey']>): Promise<boolean> {
  const known = await findPasskey(ctx, actorOf(ctx).silo_id, answer.response)
  if (known?.silo_user_id !== userId) return false
  const counter = await verifyPasskey(ctx, known, proofSubject(userId), answer)
  if (counter === undefined) return false
  const used = { counter, time_last_used: ctx.host.clock.now().toISOString() }
  await ctx.host.db.transaction((tx) => tx.updateTable('passkey').set(used).where('id', '=', known.id).execute())
  return true
}
