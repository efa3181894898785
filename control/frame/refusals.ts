// Logs refused writes. Anyone can be refused as often as they like, so refusals of unknown callers are aggregated: one row per
// minute, operation, status, network and subject, with a count. Each process counts its own.
import { isWrite } from '#contract/facts.ts'
import type { OperationId } from '#contract/operations.ts'
import type { Host } from './context.ts'
import type { Failure } from './errors.ts'
import { append, refusalOf, type NewEvent } from './events.ts'
import type { FailedLogin } from './ports/figures.ts'
import type { RequestCtx } from './request.ts'
import { failureOf } from './respond.ts'
import { networkOf } from './client-network.ts'

const MINUTE_MS = 60_000
/** Beyond this, networks and subjects share a row, because an attacker may have many of both. */
export const MAX_ROWS_PER_MINUTE = 60

/** What a row of many networks and subjects does not say. */
const SHARED = {
  address: null,
  user_agent: null,
  request_uri: null,
  silo_id: null,
  target_id: null,
  target_name: null,
}

/** No response depends on these rows, so the commit does not wait for the disk. */
const BEST_EFFORT = { durable: false, quiet: true }

const LOGINS: Partial<Record<OperationId, FailedLogin['method']>> = {
  login_local: 'password',
  login_second_factor: 'second_factor',
  login_passkey: 'passkey',
  login_saml: 'saml',
  login_oidc: 'oidc',
  invitation_redeem: 'invitation',
}
/** By status. Others, such as those of an outage, say nothing about who tried. */
const LOGIN_FAILURES: Partial<Record<number, FailedLogin['reason']>> = { 401: 'refused', 429: 'throttled' }

export function makeRefusals(host: Host) {
  let minute = 0
  let rows = new Map<string, Promise<number>>()

  const insert = (event: NewEvent) => host.db.transaction((tx) => append(host, tx, event), BEST_EFFORT)

  /** False if the row has been sealed, and must not change any more. */
  const repeat = async (seq: number): Promise<boolean> => {
    const { numUpdatedRows } = await host.db.transaction(
      (tx) =>
        tx
          .updateTable('event')
          .set((is) => ({ repeats: is(is.fn.coalesce('repeats', is.val(1)), '+', 1) }))
          .where('seq', '=', seq)
          .where('chain', 'is', null)
          .executeTakeFirst(),
      BEST_EFFORT,
    )
    return numUpdatedRows > 0n
  }

  async function aggregate(event: NewEvent): Promise<void> {
    const current = Math.floor(Date.parse(event.time) / MINUTE_MS)
    if (current !== minute) [minute, rows] = [current, new Map()]
    const { operation, status, error_code, silo_id, target_name } = event
    const what = [operation, status, error_code]
    const exact = JSON.stringify([...what, networkOf(event.address ?? ''), silo_id, target_name])
    const isRoom = rows.has(exact) || rows.size < MAX_ROWS_PER_MINUTE
    const key = isRoom ? exact : JSON.stringify(what)
    const known = rows.get(key)
    if (known && (await repeat(await known))) return
    const row = insert(isRoom ? event : { ...event, ...SHARED })
    // concurrent callers wait for this row instead of inserting another
    rows.set(key, row)
    const kept = rows
    await row.catch((error: unknown) => {
      kept.delete(key)
      throw error
    })
  }

  function countLogin(operation: OperationId, { status, code }: Failure): void {
    // only half of a login, which has not failed
    if (code === 'SecondFactorRequired') return
    const [method, reason] = [LOGINS[operation], LOGIN_FAILURES[status]]
    if (method && reason) host.onFailedLogin?.({ method, reason })
  }

  /** Logs in a new transaction, because the refused one rolled back. Writes that fail after their commit already have a row. */
  return async function logRefusal(ctx: RequestCtx, error: unknown): Promise<void> {
    if (!isWrite(ctx.operation) || ctx.isLogged) return
    const failure = failureOf(error)
    countLogin(ctx.operation, failure)
    try {
      const event = refusalOf(ctx, failure)
      await (ctx.actor ? insert(event) : aggregate(event))
    } catch (reason) {
      host.log.error('a refusal could not be logged', { request_id: ctx.requestId, error: String(reason) })
    }
  }
}
