// Hosts that operators add by their address. A person compares the host key before anything logs in; reconcile/host.ts does the rest.
import type { host as operations } from '#contract/host.ts'
import type { HostAddress, HostKey, Hosts } from '#drivers/hosts.ts'
import type { Queries } from '../../db/database.ts'
import { UniqueViolation } from '../../db/errors.ts'
import type { Ctx, Handlers } from '../../frame/context.ts'
import { driverErrorOf } from '../../frame/driver-error.ts'
import { alreadyExists, invalidRequest, invalidValue, notFound } from '../../frame/errors.ts'
import { assertFleet, assertFleetThing } from '../../frame/fleet.ts'
import { page } from '../../frame/page.ts'
import { FLEET } from '../../frame/subject.ts'
import { problemOf } from '../../frame/troubles.ts'
import { removeHost } from './remove-host.ts'
import { checksOf, placeOf, stateOf, type HostRow } from './host-state.ts'

export function hostsOf(ctx: Pick<Ctx, 'host'>): Hosts {
  if (!ctx.host.hosts)
    throw invalidRequest('this rack takes no hosts: start the server with --machines, so that instances are real')
  return ctx.host.hosts
}

async function findHost(ctx: Ctx, id: string): Promise<HostRow> {
  assertFleetThing(ctx, 'host', id, 'admin')
  const rows = ctx.db.selectFrom('host').selectAll().where('id', '=', id).where('time_removed', 'is', null)
  const row = await rows.executeTakeFirst()
  if (!row) throw notFound('host', id)
  return row
}

const named = ({ id, address }: HostRow) => ({ id, name: address })

async function shown(db: Queries, rows: readonly HostRow[]) {
  const ids = rows.flatMap(({ sled_id }) => sled_id ?? [])
  const sleds = db.selectFrom('sled').select('id').where('policy_kind', '=', 'in_service').where('state', '=', 'active')
  const inService = new Set((await sleds.where('id', 'in', [...ids, '']).execute()).map(({ id }) => id))
  return rows.map((row) => ({
    id: row.id,
    address: row.address,
    port: row.port,
    user: row.login,
    state: stateOf(row, inService.has(row.sled_id ?? '')),
    fingerprint: row.fingerprint,
    checks: checksOf(row),
    sled_id: row.sled_id,
    serial: row.serial,
  }))
}

const shownOne = async (ctx: Pick<Ctx, 'db'>, row: HostRow) => (await shown(ctx.db, [row]))[0]!

/** Asks before anything is written: the host may take long to answer. */
async function scan(hosts: Hosts, at: HostAddress): Promise<HostKey> {
  try {
    return await hosts.scan(at)
  } catch (error) {
    if (driverErrorOf(error) !== 'host') throw error
    throw invalidRequest(`no SSH server answers at ${placeOf(at)}: ${problemOf(error)}`)
  }
}

const wanted = (ctx: Ctx) => ({ time_check_wanted: ctx.now, time_modified: ctx.now })

async function change(ctx: Ctx, { id }: HostRow, changes: Partial<HostRow>): Promise<HostRow> {
  const update = ctx.db.updateTable('host').set(changes).where('id', '=', id)
  ctx.poke('host')
  return update.returningAll().executeTakeFirstOrThrow()
}

export const host = {
  async host_list(ctx, { query }) {
    assertFleet(ctx, 'admin')
    const rows = ctx.db.selectFrom('host').selectAll().where('time_removed', 'is', null)
    const { items, next_page } = await page(query, rows, 'host')
    return { items: await shown(ctx.db, items), next_page }
  },

  async host_view(ctx, { path }) {
    return shownOne(ctx, await findHost(ctx, path.host))
  },

  host_create: {
    async outside(ctx, { body }) {
      assertFleet(ctx, 'admin')
      ctx.subject({ name: body.address }, FLEET)
      const { key, fingerprint } = await scan(hostsOf(ctx), body)
      return ctx.write(async (inside) => {
        const row = {
          id: inside.host.random.uuid(),
          address: body.address,
          port: body.port,
          login: body.user,
          host_key: key,
          fingerprint,
          time_created: inside.now,
          time_modified: inside.now,
        }
        inside.subject({ id: row.id, name: row.address }, FLEET)
        const insert = inside.db.insertInto('host').values(row).returningAll()
        const made = await insert.executeTakeFirstOrThrow().catch((error: unknown) => {
          if (error instanceof UniqueViolation) throw alreadyExists('host', placeOf(body))
          throw error
        })
        return shownOne(inside, made)
      })
    },
  },

  host_trust: {
    async outside(ctx, { path, body: { fingerprint } }) {
      const hosts = hostsOf(ctx)
      const found = await findHost(ctx, path.host)
      ctx.subject(named(found), FLEET)
      const isNew = fingerprint !== found.fingerprint
      // a host that was reinstalled shows another key, which a person has to compare again
      const key = isNew && found.time_trusted !== null ? await scan(hosts, { ...found, user: found.login }) : found
      if (key.fingerprint !== fingerprint)
        throw invalidValue('fingerprint', `the host key is ${key.fingerprint}, not ${fingerprint}`)
      return ctx.write(async (inside) => {
        const row = await findHost(inside, path.host)
        inside.subject(named(row), FLEET)
        const host_key = 'key' in key ? key.key : key.host_key
        const trust = { host_key, fingerprint, time_trusted: inside.now, ...wanted(inside) }
        const calm = { trouble: null, trouble_text: null, time_trouble: null }
        return shownOne(inside, await change(inside, row, { ...trust, ...calm }))
      })
    },
  },

  async host_check(ctx, { path }) {
    hostsOf(ctx)
    const row = await findHost(ctx, path.host)
    ctx.subject(named(row), FLEET)
    if (row.time_trusted === null)
      throw invalidRequest('compare the fingerprint of the host key first: nothing logs in before it is trusted')
    return shownOne(ctx, await change(ctx, row, wanted(ctx)))
  },

  async host_delete(ctx, { path, query }) {
    const row = await findHost(ctx, path.host)
    ctx.subject(named(row), FLEET)
    await removeHost(ctx, row, { force: query.force })
  },
} satisfies Handlers<keyof typeof operations>
