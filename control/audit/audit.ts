// The audit log for fleet viewers: event log rows caused by requests, newest first.
import { expressionBuilder, type Expression, type SqlBool } from 'kysely'
import type { z } from 'zod'
import type { Schema } from '../db/schema.ts'
import { actorOf, type Ctx, type Handlers } from '../frame/context.ts'
import type { audit as operations, auditFilters } from '#contract/audit.ts'
import { MAX_COUNTED_ROWS } from '#contract/limits.ts'
import { badRequest, invalidRequest, isUuid } from '../frame/errors.ts'
import { assertFleet } from '../frame/fleet.ts'
import { decodeToken, pageBy } from '../frame/page.ts'
import { findSilo } from '../frame/find-silo.ts'
import { FLEET } from '../frame/subject.ts'
import { exportAudit } from './export.ts'
import { mayName, maySeePath } from './may-name.ts'
import { verifyAudit } from './audit-verify.ts'
import { lastNumber } from './entries.ts'

const requests = (ctx: Ctx) => ctx.db.selectFrom('event').where('event.operation', 'is not', null)

const events = (ctx: Ctx) =>
  requests(ctx)
    .leftJoin('silo_user', 'silo_user.id', 'event.actor_id')
    .selectAll('event')
    .select('silo_user.external_id as actor_name')

const MAX_USERS_OF_A_NAME = 1000

/** An ID may belong to a deleted user, whose log still exists. The join lets the search for a name use the index by silo. */
async function usersOf(ctx: Ctx, nameOrId: string): Promise<string[]> {
  if (isUuid(nameOrId)) return [nameOrId.toLowerCase()]
  const users = await ctx.db
    .selectFrom('silo')
    .innerJoin('silo_user', 'silo_user.silo_id', 'silo.id')
    .select('silo_user.id')
    .where('silo_user.external_id', '=', nameOrId)
    .limit(MAX_USERS_OF_A_NAME)
    .execute()
  return users.map(({ id }) => id)
}

type Filters = z.output<z.ZodObject<typeof auditFilters>>

/** Undefined if no row can match. */
async function conditionOf(ctx: Ctx, filters: Filters): Promise<Expression<SqlBool> | undefined> {
  const { operation, noun, target, result, start_time, end_time } = filters
  // an id may belong to a deleted silo, whose log still exists
  const silo = filters.silo && !isUuid(filters.silo) ? (await findSilo(ctx, filters.silo, 'read')).id : filters.silo
  const actors = filters.actor === undefined ? undefined : await usersOf(ctx, filters.actor)
  if (actors?.length === 0) return undefined
  const event = expressionBuilder<Schema, 'event'>()
  return event.and([
    ...(actors ? [event('event.actor_id', 'in', actors)] : []),
    ...(silo === undefined ? [] : [event('event.silo_id', '=', silo)]),
    ...(operation === undefined ? [] : [event('event.operation', '=', operation)]),
    ...(noun === undefined ? [] : [event('event.noun', '=', noun)]),
    ...(target === undefined ? [] : [event('event.target_id', '=', target)]),
    ...(result === undefined ? [] : [event('event.status', result === 'denied' ? '>=' : '<', 400)]),
    ...(start_time === undefined ? [] : [event('event.time', '>=', start_time)]),
    ...(end_time === undefined ? [] : [event('event.time', '<', end_time)]),
  ])
}

export const audit = {
  async audit_list(ctx, { query }) {
    assertFleet(ctx, 'viewer')
    const { limit, page_token } = query
    if (page_token && !/^\d{1,18}$/.test(decodeToken(page_token).last[0] ?? '')) throw badRequest('invalid page token')
    const condition = await conditionOf(ctx, query)
    if (!condition) return { items: [], next_page: null }
    const { items, next_page } = await pageBy(
      { limit, page_token },
      events(ctx).where(condition),
      [{ column: 'event.seq', text: ({ seq }) => String(seq) }],
      'desc',
    )
    const seenBy = actorOf(ctx)
    const wire = items.map((event) => ({
      ...event,
      id: event.seq,
      operation: event.operation!,
      repeats: event.repeats ?? 1,
      target_name: mayName(seenBy, event) ? event.target_name : null,
      request_uri: maySeePath(seenBy, event) ? event.request_uri : null,
    }))
    return { items: wire, next_page }
  },

  async audit_count(ctx, { query }) {
    assertFleet(ctx, 'viewer')
    const condition = await conditionOf(ctx, query)
    if (!condition) return { count: 0 }
    // newest first, as the list: it ends at the same rows
    const rows = requests(ctx)
      .select('event.seq')
      .where(condition)
      .orderBy('event.seq', 'desc')
      .limit(MAX_COUNTED_ROWS + 1)
    const { count } = await ctx.db
      .selectFrom(rows.as('counted'))
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return { count: Number(count) }
  },

  async audit_verification_view(ctx) {
    assertFleet(ctx, 'viewer')
    return verifyAudit(ctx.host)
  },

  async audit_export(ctx) {
    // an export names everything, or its hashes could not be verified
    await ctx.hold((now) => assertFleet(now, 'admin'))
    return exportAudit(ctx)
  },

  async audit_settings_view(ctx) {
    assertFleet(ctx, 'viewer')
    const row = await ctx.db.selectFrom('audit_setting').selectAll().executeTakeFirst()
    return row ?? { retention_days: null, syslog: null, syslog_problem: null }
  },

  async audit_settings_update(ctx, { body: { retention_days, syslog } }) {
    assertFleet(ctx, 'admin')
    ctx.subject({ name: 'settings' }, FLEET)
    if (syslog && !ctx.host.sendSyslog) throw invalidRequest('forwarding needs a server; this one runs in your browser')
    const known = await ctx.db.selectFrom('audit_setting').selectAll().executeTakeFirst()
    // what happened before is in an export
    const isSame = known && JSON.stringify(known.syslog) === JSON.stringify(syslog)
    if (typeof syslog?.ca === 'string' && !isSame) await checkCa(syslog.ca, ctx.now)
    const syslog_position = isSame ? known.syslog_position : await lastNumber(ctx.db)
    const row = { id: 1, retention_days, syslog, syslog_position, syslog_problem: null, time_modified: ctx.now }
    await ctx.db
      .insertInto('audit_setting')
      .values(row)
      .onConflict((there) => there.column('id').doUpdateSet(row))
      .execute()
    ctx.poke('audit', 'audit-forward')
    return row
  },
} satisfies Handlers<keyof typeof operations>

async function checkCa(ca: string, now: string): Promise<void> {
  // loaded on first use: at the start it would come before the polyfill that it needs, and most servers never need it
  const { checkAuthorities } = await import('../silo/certificate-check.ts')
  checkAuthorities(ca, 'ca', new Date(now))
}
