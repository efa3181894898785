// Whether a member's address gets alerts. Only whoever reads its mail can confirm it: the token is in the e-mail and nowhere else, and
// the database has only its hash.
import type { Queries, RowOf } from '../db/database.ts'
import type { Ctx } from '../frame/context.ts'
import { Failure } from '../frame/errors.ts'

export type MemberAddress = RowOf<'member_address'>
export type Owned = { silo_user_id: string | null; endpoint: string }

const DAY_MS = 24 * 3_600_000
/** In a day, so that nobody can fill a mailbox of somebody else. */
const MAX_MAILS_PER_ADDRESS = 5
const MAX_MAILS_PER_USER = 20

export const addressesOf = (db: Queries, users: readonly (string | null)[]): Promise<MemberAddress[]> =>
  db
    .selectFrom('member_address')
    .selectAll()
    .where('silo_user_id', 'in', [...new Set(users.map((user) => user ?? '')), ''])
    .execute()

export const addressOf = (db: Queries, { silo_user_id, endpoint }: Owned): Promise<MemberAddress | undefined> =>
  db
    .selectFrom('member_address')
    .selectAll()
    .where('silo_user_id', '=', silo_user_id ?? '')
    .where('address', '=', endpoint)
    .executeTakeFirst()

/** Confirmed, or from before there were confirmations. */
export const getsAlerts = (row: MemberAddress | undefined, now: string): boolean =>
  row !== undefined && (row.time_confirmed !== null || (row.grace_until !== null && row.grace_until > now))

/** Asks for an e-mail, unless the address is confirmed or its e-mail is still good. */
export async function requireConfirmation(ctx: Ctx, silo_user_id: string, address: string): Promise<void> {
  const row = await addressOf(ctx.db, { silo_user_id, endpoint: address })
  const isUnderWay = row && (row.time_due !== null || (row.time_expires !== null && row.time_expires > ctx.now))
  if (row?.time_confirmed || isUnderWay) return
  await askForMail(ctx, silo_user_id, address, row)
}

/** Makes the token of the last e-mail worthless. */
export async function askForMail(
  ctx: Ctx,
  silo_user_id: string,
  address: string,
  row: MemberAddress | undefined,
): Promise<void> {
  const mails = (await countMails(ctx, silo_user_id, row)) + 1
  const request = { token_hash: null, time_expires: null, time_due: ctx.now, time_requested: ctx.now, attempts: 0 }
  const counted = { mails, ...(mails === 1 ? { mails_since: ctx.now } : {}) }
  if (row) {
    const update = ctx.db.updateTable('member_address').set({ ...request, ...counted })
    await update.where('silo_user_id', '=', silo_user_id).where('address', '=', address).execute()
  } else {
    const values = { silo_user_id, address, ...request, mails, mails_since: ctx.now, time_created: ctx.now }
    await ctx.db.insertInto('member_address').values(values).execute()
  }
  ctx.poke('address-confirmation')
}

/** To this address in the last day. */
async function countMails(ctx: Ctx, silo_user_id: string, row: MemberAddress | undefined): Promise<number> {
  const yesterday = new Date(Date.parse(ctx.now) - DAY_MS).toISOString()
  const recent = (await addressesOf(ctx.db, [silo_user_id])).filter(({ mails_since }) => mails_since > yesterday)
  const own = recent.find(({ address }) => address === row?.address)
  const all = recent.reduce((sum, { mails }) => sum + mails, 0)
  const isTooMany = (own?.mails ?? 0) >= MAX_MAILS_PER_ADDRESS || all >= MAX_MAILS_PER_USER
  if (!isTooMany) return own?.mails ?? 0
  const first = Math.min(...recent.map(({ mails_since }) => Date.parse(mails_since)))
  const seconds = Math.max(1, Math.ceil((first + DAY_MS - Date.parse(ctx.now)) / 1000))
  throw new Failure(undefined, 'too many confirmation e-mails were sent; try again tomorrow', 429, {
    'retry-after': String(seconds),
  })
}
