// Checks the response of a passkey, for logins and as a proof.
import type { PasskeyResponse } from '#contract/second-factor.ts'
import type { z } from 'zod'
import type { RowOf } from '../../db/database.ts'
import type { Ctx } from '../../frame/context.ts'
import { passkeysOf, relyingParty, spend } from './passkey-ticket.ts'

/** Whom a challenge is for that proves who changes how the user signs in. Other challenges cannot stand in for it. */
export const proofSubject = (userId: string) => `proof of ${userId}`

/** The passkey's new counter if the response is genuine and the first to a challenge for this subject. */
export async function verifyPasskey(
  ctx: Ctx,
  known: RowOf<'passkey'>,
  subject: string,
  { ticket, response }: z.output<typeof PasskeyResponse>,
): Promise<number | undefined> {
  const site = relyingParty(ctx)
  if (!isOf(known, response, subject)) return undefined
  const challenge = known.rp_id === site.rp_id ? await spend(ctx, ticket, subject) : undefined
  return challenge === undefined ? undefined : passkeysOf(ctx).requested(site, challenge, response, known)
}

/** The passkey that the response claims to be of, if its user can sign in to this silo. */
export async function findPasskey(ctx: Ctx, siloId: string, response: string) {
  const credential_id = credentialIdOf(response)
  if (credential_id === undefined) return undefined
  return ctx.db
    .selectFrom('passkey')
    .innerJoin('silo_user', 'silo_user.id', 'passkey.silo_user_id')
    .selectAll('passkey')
    .select('silo_user.external_id')
    .where('passkey.credential_id', '=', credential_id)
    .where('silo_user.silo_id', '=', siloId)
    .where('silo_user.password_hash', 'is not', null)
    .where('silo_user.time_disabled', 'is', null)
    .executeTakeFirst()
}

interface Claimed {
  id?: unknown
  response?: { userHandle?: unknown } | null
}

function credentialIdOf(response: string): string | undefined {
  try {
    const { id } = JSON.parse(response) as Claimed
    return typeof id === 'string' ? id : undefined
  } catch {
    return undefined
  }
}

/** Whether the authenticator says that the passkey is of this user. It must when it was not asked for certain passkeys, as for a login. */
function isOf({ silo_user_id }: RowOf<'passkey'>, response: string, subject: string): boolean {
  const { userHandle = null } = (JSON.parse(response) as Claimed).response ?? {}
  if (userHandle === null) return subject === proofSubject(silo_user_id)
  return userHandle === btoa(silo_user_id)
}
