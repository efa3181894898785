// The fence agent of a sled: which program ends its host for certain. Its secrets are encrypted and never shown.
import type { fence as operations } from '#contract/fence.ts'
import { MAX_FENCE_OPTIONS } from '#contract/limits.ts'
import type { FenceCall } from '#drivers/fence.ts'
import { fencedSleds } from '../../compute/placement/fenced-sleds.ts'
import type { Queries, RowOf } from '../../db/database.ts'
import type { Ctx, Handlers, Host } from '../../frame/context.ts'
import { driverErrorOf } from '../../frame/driver-error.ts'
import { Failure, invalidRequest, invalidValue } from '../../frame/errors.ts'
import { assertFleet } from '../../frame/fleet.ts'
import { purposeOf, tryOpen } from '../../frame/sealer.ts'
import { FLEET } from '../../frame/subject.ts'
import { findSled } from '../sled.ts'

export type FenceRow = RowOf<'sled_fence'>

const purpose = (sled_id: string) => purposeOf('sled_fence.secrets', sled_id)
const nameOf = (option: string) => option.slice(0, option.indexOf('='))

export const fenceOf = (db: Queries, sled_id: string): Promise<FenceRow | undefined> =>
  db.selectFrom('sled_fence').selectAll().where('sled_id', '=', sled_id).executeTakeFirst()

/** Whether it can be relied on. */
export function readiness(
  row: Pick<FenceRow, 'time_tested' | 'test_problem'> | undefined,
): 'none' | 'untested' | 'ready' {
  if (!row) return 'none'
  return row.time_tested !== null && row.test_problem === null ? 'ready' : 'untested'
}

/** With its secrets. Rejects with a Failure if they cannot be opened. */
export async function fenceCall({ sealer }: Pick<Host, 'sealer'>, row: FenceRow): Promise<FenceCall> {
  const { sled_id, agent, options, secrets } = row
  if (secrets === null) return { sled_id, agent, options }
  const opened = await tryOpen(sealer, secrets, purpose(sled_id))
  if (opened === undefined)
    throw invalidRequest('The secrets of the agent were encrypted with another secret key: enter them again')
  return { sled_id, agent, options: [...options, ...(JSON.parse(opened) as string[])] }
}

async function sealedSecrets({ host }: Ctx, sled_id: string, secrets: string[] | null, known: FenceRow | undefined) {
  if (secrets === null) return { secrets: known?.secrets ?? null, secret_names: known?.secret_names ?? [] }
  if (secrets.length === 0) return { secrets: null, secret_names: [] }
  return {
    secrets: await host.sealer.seal(JSON.stringify(secrets), purpose(sled_id)),
    secret_names: secrets.map(nameOf),
  }
}

const shown = ({ secrets: _secrets, release: _release, ...row }: FenceRow) => row

async function found(ctx: Ctx, sled_id: string): Promise<FenceRow> {
  const row = await fenceOf(ctx.db, sled_id)
  if (!row) throw new Failure('ObjectNotFound', `not found: fence of sled "${sled_id}"`)
  return row
}

async function subject(ctx: Ctx, sled_id: string): Promise<string> {
  const sled = await findSled(ctx, sled_id, 'admin')
  ctx.subject({ id: sled.id, name: sled.serial }, FLEET)
  return sled.id
}

/** What has ended a host, or tried to, also keeps it fenced and lets it go. With another agent or other options it could not. */
async function mustNotBeInUse({ db }: Ctx, sled_id: string): Promise<void> {
  if (await fencedSleds(db).where('sled_id', '=', sled_id).executeTakeFirst()) throw isInUse()
}

const isInUse = () =>
  invalidRequest(
    'a failover of this sled uses its fence agent, which cannot be changed until that has ended; if the agent fails, turn the host off and confirm that it is off',
  )

/** Whether these are only new secrets for those that nobody can open any more. */
async function isRepair(
  host: Host,
  known: FenceRow | undefined,
  { agent, options }: Pick<FenceRow, 'agent' | 'options'>,
) {
  if (known?.agent !== agent || JSON.stringify(known.options) !== JSON.stringify(options)) return false
  return (await fenceCall(host, known).catch(() => undefined)) === undefined
}

export const fence = {
  async fence_agent_list(ctx) {
    assertFleet(ctx, 'admin')
    return { items: await ctx.host.fence.agents() }
  },

  async sled_fence_view(ctx, { path }) {
    const sled = await findSled(ctx, path.sled_id, 'admin')
    const row = await fenceOf(ctx.db, sled.id)
    return { fence: row ? shown(row) : null }
  },

  sled_fence_set: {
    async outside(ctx, { path, body }) {
      await subject(ctx, path.sled_id)
      const { agent, options, secrets } = body
      if (options.length > MAX_FENCE_OPTIONS || (secrets?.length ?? 0) > MAX_FENCE_OPTIONS)
        throw invalidRequest(`a fence agent cannot have more than ${MAX_FENCE_OPTIONS} options`)
      const agents = await ctx.host.fence.agents()
      if (!agents.includes(agent))
        throw invalidValue('agent', `${agent} is not installed on the server: install it from the package fence-agents`)
      return ctx.write(async (inside) => {
        const sled_id = await subject(inside, path.sled_id)
        const known = await fenceOf(inside.db, sled_id)
        if (!(await isRepair(inside.host, known, body))) await mustNotBeInUse(inside, sled_id)
        const hidden = await sealedSecrets(inside, sled_id, secrets, known)
        const untested = { time_tested: null, test_problem: null, time_modified: inside.now }
        const change = { agent, options, ...hidden, ...untested }
        inside.poke('failover')
        const row = await inside.db
          .insertInto('sled_fence')
          .values({ sled_id, ...change })
          .onConflict((there) => there.column('sled_id').doUpdateSet(change))
          .returningAll()
          .executeTakeFirstOrThrow()
        return shown(row)
      })
    },
  },

  async sled_fence_delete(ctx, { path }) {
    const sled_id = await subject(ctx, path.sled_id)
    const { release } = await found(ctx, sled_id)
    // whoever sets another one would not know of it
    if (release !== null) throw isInUse()
    await mustNotBeInUse(ctx, sled_id)
    await ctx.db.deleteFrom('sled_fence').where('sled_id', '=', sled_id).execute()
  },

  sled_fence_test: {
    async outside(ctx, { path }) {
      const row = await found(ctx, await subject(ctx, path.sled_id))
      const test_problem = await problemOf(ctx.host, row)
      return ctx.write(async (inside) => {
        await subject(inside, path.sled_id)
        const result = { test_problem, time_tested: test_problem === null ? inside.now : null }
        const update = inside.db.updateTable('sled_fence').set(result).where('sled_id', '=', row.sled_id)
        // it says nothing about what was set meanwhile
        const tested = await update.where('time_modified', '=', row.time_modified).returningAll().executeTakeFirst()
        inside.poke('failover')
        return shown(tested ?? (await found(inside, row.sled_id)))
      })
    },
  },
} satisfies Handlers<keyof typeof operations>

/** Why an agent could not do it. Throws what is no answer of it. */
export function whyNot(error: unknown): string {
  if (error instanceof Failure || driverErrorOf(error) === 'refused') return (error as Error).message
  throw error
}

/** Null if the agent says that the host is on. */
async function problemOf(host: Host, row: FenceRow): Promise<string | null> {
  try {
    const call = await fenceCall(host, row)
    await host.fence.check?.(call)
    if (await host.fence.isOn(call)) return null
    return 'The agent says that the host is off. Turn it on, or find out which machine the agent has asked.'
  } catch (error) {
    return whyNot(error)
  }
}
