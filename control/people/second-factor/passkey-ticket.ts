// Challenges for passkeys. The browser keeps a challenge as a sealed ticket until it answers, and the database makes sure that it is
// answered once, whichever replica gets the answer.
import type { Ctx } from '../../frame/context.ts'
import { invalidRequest } from '../../frame/errors.ts'
import type { PasskeyChallenge, Passkeys, RelyingParty } from '../../frame/ports/passkeys.ts'
import { hashToken } from '../credential.ts'

const MAX_AGE_MS = 5 * 60_000

interface Ticket {
  challenge: string
  /** What it is for: a user's new passkey, a proof, or a silo to sign in to. */
  subject: string
  expires: number
}

const purposeOf = (subject: string) => `passkey challenge for ${subject}`

export function passkeysOf({ host }: Ctx): Passkeys {
  if (!host.passkeys) throw invalidRequest('passkeys need a server; this one runs in your browser')
  return host.passkeys
}

/** The site as the browser knows it. Browsers use passkeys over TLS only, except on this machine. */
export function relyingParty({ request }: Ctx): RelyingParty {
  const { hostname, host } = new URL(`http://${request.headers.get('host') ?? new URL(request.url).host}`)
  if (/^[\d.]+$|^\[/.test(hostname))
    throw invalidRequest('browsers refuse passkeys on an IP address; open this site by its host name')
  const origins = [`https://${host}`, ...(hostname === 'localhost' ? [`http://${host}`] : [])]
  return { rp_id: hostname, origins }
}

export async function issue(ctx: Ctx, { options, challenge }: PasskeyChallenge, subject: string) {
  const ticket: Ticket = { challenge, subject, expires: ctx.host.clock.now().getTime() + MAX_AGE_MS }
  return { options, ticket: await ctx.host.sealer.seal(JSON.stringify(ticket), purposeOf(subject)) }
}

/** The challenge of a ticket that was issued for this subject, the first time that it is used. */
export async function spend(ctx: Ctx, sealed: string, subject: string): Promise<string | undefined> {
  const { sealer, clock, db } = ctx.host
  const text = await sealer.open(sealed, purposeOf(subject)).catch(() => undefined)
  if (text === undefined) return undefined
  const { challenge, expires } = JSON.parse(text) as Ticket
  const now = clock.now()
  if (now.getTime() >= expires) return undefined
  const row = { challenge_hash: await hashToken(challenge), time_expires: new Date(expires).toISOString() }
  const kept = await db.transaction(async (tx) => {
    await tx.deleteFrom('spent_challenge').where('time_expires', '<=', now.toISOString()).execute()
    return tx
      .insertInto('spent_challenge')
      .values(row)
      .onConflict((there) => there.doNothing())
      .returning('challenge_hash')
      .executeTakeFirst()
  })
  return kept && challenge
}
