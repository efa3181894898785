// Finds the owner of an address or an ID, or of the beginning of one. One statement, in which every part uses an index.
import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod'
import { ipKey, parseIp } from '#contract/ip.ts'
import type { Lookup, lookup as operations } from '#contract/lookup.ts'
import { atLeast, mayAdministerSilo, maySilo, type Actor } from '../frame/authz.ts'
import { actorOf, type Handlers } from '../frame/context.ts'
import { readableProjects } from '../frame/readable-projects.ts'
import { ipPrefixRanges, macPrefixRange, type KeyRange } from './address-prefix.ts'
import { byExternalIp, byId, byMac, byPrivateIp, byRange, type Source } from './lookup-sources.ts'

type Found = z.output<typeof Lookup>

const MAX_FOUND = 20
const MIN_ID_LENGTH = 4
const LOWEST = '00000000-0000-0000-0000-000000000000'
const HIGHEST = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

export const lookup = {
  async lookup_list(ctx, { query }) {
    const parts = partsFor(query.text.trim().toLowerCase(), actorOf(ctx))
    if (parts.length === 0) return { items: [] }
    const found = await sql<Found>`${sql.join(parts, sql` union all `)} limit ${sql.lit(MAX_FOUND)}`.execute(ctx.db)
    return { items: found.rows }
  },
} satisfies Handlers<keyof typeof operations>

function partsFor(text: string, actor: Actor): RawBuilder<Found>[] {
  const find = (sources: readonly Source[], where: (source: Source) => RawBuilder<unknown>) =>
    sources.flatMap((source) => partOf(source, where(source), actor) ?? [])
  if (parseIp(text)) {
    const key = ipKey(text)
    const is = ({ column }: Source) => sql`${sql.ref(column)} = ${key}`
    // ranges do not overlap, so the last that begins before the address is the only one that can hold it
    const holds = ({ column, last, range }: Source) => sql`
      ${sql.ref(column)} = (select max(first_key) from ${sql.table(range!)} where first_key <= ${key})
      and ${sql.ref(last!)} >= ${key}`
    return [...find(byExternalIp, is), ...find(byPrivateIp, is), ...find(byRange, holds)]
  }
  const addresses = ipPrefixRanges(text)
  const mac = macPrefixRange(text)
  return [
    ...(addresses.length > 0 ? find([...byExternalIp, ...byPrivateIp], isAmong(addresses)) : []),
    ...(mac ? find(byMac, isAmong([mac])) : []),
    ...(isStartOfId(text)
      ? find(byId, isAmong([[text + LOWEST.slice(text.length), text + HIGHEST.slice(text.length)]]))
      : []),
  ]
}

const isAmong =
  (ranges: readonly KeyRange[]) =>
  ({ column }: Source) =>
    sql`(${sql.join(
      ranges.map(([from, to]) => sql`${sql.ref(column)} between ${from} and ${to}`),
      sql` or `,
    )})`

const isStartOfId = (text: string) =>
  text.length >= MIN_ID_LENGTH &&
  text.length <= LOWEST.length &&
  /^[0-9a-f-]+$/.test(text) &&
  [...text].every((letter, at) => (letter === '-') === (LOWEST[at] === '-'))

const column = (text: string | undefined) => (text ? sql.ref(text) : sql`null`)

/** Undefined when the caller can see none of these. */
function partOf(source: Source, where: RawBuilder<unknown>, actor: Actor): RawBuilder<Found> | undefined {
  const visible = VISIBLE[source.scope](actor, source)
  if (!visible) return undefined
  const { kind, match, from, id, name, silo, project, vpc, router } = source
  return sql<Found>`
    select * from (
      select ${sql.lit(kind)} as kind, ${sql.lit(match)} as match, ${sql.ref(id)} as id, ${sql.raw(name)} as name,
        ${column(silo)} as silo_name, ${column(project)} as project_name, ${column(vpc)} as vpc_name,
        ${column(router)} as router_name
      from ${sql.raw(from)} where ${where} and ${visible} limit ${sql.lit(MAX_FOUND)}
    ) as part`
}

/** As the operation that shows it decides; lookup-visibility.spec.ts compares the two. */
const VISIBLE: Record<Source['scope'], (actor: Actor, source: Source) => RawBuilder<unknown> | undefined> = {
  fleet: (actor) => (isOperator(actor) ? sql`true` : undefined),
  user: (actor) => sql`t.silo_user_id = ${actor.id}`,
  project: inProject,
  probe: (actor) => (isOperator(actor) ? inProject(actor) : undefined),
  silo: (actor, source) => (isOperator(actor) ? sql`true` : inSilo(actor, source)),
  silo_images: (actor, source) => (maySilo(actor, actor.silo_id, 'list_children') ? inSilo(actor, source) : undefined),
  certificates(actor, source) {
    if (isOperator(actor)) return sql`true`
    return mayAdministerSilo(actor, actor.silo_id) ? inSilo(actor, source) : undefined
  },
}

const isOperator = ({ fleet }: Actor) => atLeast(fleet, 'viewer')

const inSilo = (actor: Actor, { siloId = 't.silo_id' }: Source) => sql`${sql.ref(siloId)} = ${actor.silo_id}`

function inProject(actor: Actor): RawBuilder<unknown> | undefined {
  const projects = readableProjects(actor)
  if (!projects) return sql`p.silo_id = ${actor.silo_id}`
  if (projects.length === 0) return undefined
  return sql`p.id in (${sql.join(projects)}) and p.silo_id = ${actor.silo_id}`
}
