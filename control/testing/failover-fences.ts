// Fences in the model of failover, as reconcile/failover/fence.ts uses them: agents that end a host or cut it off from its disks, late as
// well, and what lets it go again. Whatever a release has begun is ended at its limit; everything else may come at any time.
import { cutPower, Unreachable, type ModelHost, type Work } from './failover-hosts.ts'
import { FailoverMoves } from './failover-moves.ts'
import type { Failover } from './failover-tables.ts'

type Agent = 'works' | 'blocks' | 'fails' | 'lies'

export class FailoverFences extends FailoverMoves {
  agent: Agent = 'works'
  /** What fence agents that were given up will still do. */
  private late: (() => void)[] = []
  /** For how long each server has watched each release. */
  private readonly watched = this.skew.map(() => new Map<number, Pick<Failover, 'waited_ms' | 'time_observed'>>())

  actLate() {
    for (const act of this.late.splice(0)) act()
  }

  forgetLate() {
    this.late = []
  }

  protected *fence(sled_id: string, { id }: Failover, attempt: number): Work {
    const host = this.host(sled_id)
    // the request is on its way, also if this server ends now
    const { agent } = this
    this.late.push(() => (agent === 'blocks' ? block(host) : cutPower(host)))
    yield
    if (this.agent === 'fails') return
    if (this.agent === 'works') cutPower(host)
    if (this.agent === 'blocks') block(host)
    yield
    const isOn = host.power && !host.isBlocked
    yield
    const row = this.failoverOf(sled_id, id)
    if (this.rules.isEnded(isOn) && this.rules.isCurrent(row, attempt)) this.markFenced(sled_id, row!)
  }

  /** Renews what the host may have lost. */
  protected *hold(sled_id: string): Work {
    yield
    if (this.agent === 'blocks') block(this.host(sled_id))
    yield
  }

  protected *letGo(sled_id: string, { id }: Failover, attempt: number, as: 'returned' | 'ended'): Work {
    const current = () => this.failoverOf(sled_id, id)
    yield* this.release(
      sled_id,
      () => this.rules.mayLetGo(current(), attempt) && this.nextAttempt(current()!),
      () => this.rules.isCurrent(current(), attempt + 1) && (current()!.state = as),
    )
  }

  /** What came late to a host that takes part again. */
  protected *undoLate(sled_id: string): Work {
    const mayBegin = () => this.rules.mayUndo(this.isFenced(sled_id))
    yield* this.release(sled_id, mayBegin, () => undefined)
  }

  /** Each function is a part of the transaction that writes down that it begins or has ended. */
  protected *release(sled_id: string, begin: () => unknown, end: () => void): Work {
    const since = this.time
    yield
    if (this.releases.has(sled_id) || !begin()) return
    const id = this.ids++
    this.releases.set(sled_id, id)
    yield
    if (this.rules.isTooLate(this.time - since)) throw new Unreachable()
    this.host(sled_id).isBlocked = false
    yield
    if (this.releases.get(sled_id) !== id) return
    this.releases.delete(sled_id)
    end()
  }

  /** A look of a server at the release that may be under way. */
  protected outlast(server: number, sled_id: string) {
    const watched = this.watched[server]!
    const id = this.releases.get(sled_id)
    if (id === undefined) return
    const known = watched.get(id)
    const waited_ms = known ? this.rules.waitedSince(known, this.now(server)) : 0
    watched.set(id, { waited_ms, time_observed: new Date(this.now(server)).toISOString() })
    if (this.rules.isOutlasted({ waited_ms })) this.releases.delete(sled_id)
  }

  private nextAttempt(row: Failover): boolean {
    row.attempt++
    return true
  }
}

const block = (host: ModelHost) => void (host.isBlocked = true)
