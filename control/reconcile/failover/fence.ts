// Ends the host of a sled by its fence, keeps it fenced while it is away, and lets it take part again.
//
// A release that comes late would undo a later fence, and old guests would write beside those that have started elsewhere. So each is
// written down first, has a limit, and nobody begins to fence the sled while it may be under way: until its server has written that it
// ended, or another one has watched it for far longer than its limit (docs/decisions/0043-fence-releases.md).
import { isFenced } from '../../compute/placement/machine-permit.ts'
import type { Queries } from '../../db/database.ts'
import type { Host } from '../../frame/context.ts'
import { napping } from '../../frame/ports/clock.ts'
import { isOutlasted, RELEASE_MS, waitedSince, type FailoverRow } from '../../system/failover/failover-decision.ts'
import { fenceCall, fenceOf, whyNot, type FenceRow } from '../../system/failover/fence.ts'
import type { Inside, Transaction } from './replace.ts'

/** How often a fence that runs out is looked after, and what may have been left behind. It lasts for days. */
const HOLD_MS = 600_000

export interface Release {
  /** Whether it may begin, in the transaction that writes it down. */
  begin(ctx: Inside): Promise<boolean>
  /** What follows from it, in the transaction that writes down that it has ended. */
  end(ctx: Inside): Promise<void>
}

export function makeFencing(host: Host, inside: Transaction) {
  /** When each was looked after last: fences by failover, and what may have been left behind by sled. */
  const looks = new Map<string, number>()
  /** For how long this process has watched each release that nobody has ended. */
  const watched = new Map<string, Pick<FailoverRow, 'waited_ms' | 'time_observed'>>()

  const isDue = (id: string) => Math.abs(host.clock.now().getTime() - (looks.get(id) ?? -Infinity)) >= HOLD_MS
  const noteLook = (id: string) => void looks.set(id, host.clock.now().getTime())

  /** Null if the host is off. */
  async function end(row: FenceRow): Promise<string | null> {
    try {
      const call = await fenceCall(host, row)
      await host.fence.off(call)
      return (await host.fence.isOn(call)) ? 'The agent has done its work, and the host is still on.' : null
    } catch (error) {
      return whyNot(error)
    } finally {
      looks.delete(row.sled_id)
    }
  }

  async function hold({ id, sled_id, fenced_by }: FailoverRow): Promise<void> {
    if (fenced_by !== 'agent' || !isDue(id)) return
    const row = await fenceOf(host.db.read, sled_id)
    looks.delete(sled_id)
    if (row) await host.fence.hold?.(await fenceCall(host, row))
    noteLook(id)
  }

  /** False while an earlier release may be under way. */
  async function release(sled_id: string, { begin, end }: Release): Promise<boolean> {
    const [late, over] = [new AbortController(), new AbortController()]
    // from before anybody else can know of it
    const limit = napping(host.clock, RELEASE_MS, over.signal).then(() => late.abort(new Error(TOO_LATE)))
    try {
      const begun = await inside(async (ctx) => {
        const row = await fenceOf(ctx.db, sled_id)
        if (row && row.release !== null) return 'waits'
        if (!(await begin(ctx))) return undefined
        if (row && host.fence.release) return setRelease(ctx, row, host.random.uuid())
        await end(ctx)
        return undefined
      })
      if (begun === 'waits') return false
      if (begun) {
        await host.fence.release?.(await fenceCall(host, begun), late.signal)
        await inside(async (ctx) => {
          if (await endRelease(ctx, begun)) await end(ctx)
        })
        noteLook(sled_id)
      }
      return true
    } finally {
      over.abort()
      await limit
    }
  }

  /**
   * Undoes what a server that stood still, or ended, has done to a host that takes part again: it would keep it from its disks. False while
   * an earlier release may be under way.
   */
  const undoLate = (sled_id: string): Promise<boolean> =>
    release(sled_id, {
      begin: async ({ db }) => (await isInService(db, sled_id)) && !(await isFenced(db, sled_id)),
      end: async () => undefined,
    })

  /** Lists the sleds whose hosts may be kept from their disks though they take part again. */
  async function mayBeLeftFenced(): Promise<string[]> {
    const rows = await inService(host.db.read)
      .innerJoin('failover', 'failover.sled_id', 'sled.id')
      .where('failover.state', 'in', ['returned', 'ended'])
      .where('sled.time_unreachable', 'is', null)
      .execute()
    return rows.map(({ id }) => id)
  }

  /** Ends the releases that have certainly no effect any more. Returns whether any is left. */
  async function outlast(): Promise<boolean> {
    const open = await host.db.read
      .selectFrom('sled_fence')
      .select(['sled_id', 'release'])
      .where('release', 'is not', null)
      .execute()
    const now = host.clock.now()
    const before = new Map(watched)
    watched.clear()
    for (const row of open) {
      const known = before.get(row.release!)
      const waited_ms = known ? waitedSince(known, now.getTime()) : 0
      watched.set(row.release!, { waited_ms, time_observed: now.toISOString() })
      if (isOutlasted({ waited_ms })) await inside((ctx) => endRelease(ctx, row))
    }
    return open.length > 0
  }

  return { end, hold, release, undoLate, mayBeLeftFenced, isDue, noteLook, outlast }
}

const TOO_LATE = `the host was not let go within ${RELEASE_MS / 1000} seconds`

const inService = (db: Queries) =>
  db.selectFrom('sled').select('sled.id').where('sled.state', '=', 'active').where('policy_kind', '=', 'in_service')

/** The host of a removed sled may still run what has started elsewhere since. */
const isInService = async (db: Queries, id: string) =>
  (await inService(db).where('sled.id', '=', id).executeTakeFirst()) !== undefined

type Open = Pick<FenceRow, 'sled_id' | 'release'>

async function setRelease({ db }: Inside, row: FenceRow, release: string): Promise<FenceRow> {
  await db.updateTable('sled_fence').set({ release }).where('sled_id', '=', row.sled_id).execute()
  return { ...row, release }
}

/** False if somebody else has. */
async function endRelease({ db }: Inside, { sled_id, release }: Open): Promise<boolean> {
  const update = db.updateTable('sled_fence').set({ release: null }).where('sled_id', '=', sled_id)
  return (await update.where('release', '=', release).returning('sled_id').executeTakeFirst()) !== undefined
}
