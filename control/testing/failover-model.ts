// A rack in memory for the search of failover schedules, and two servers whose work can stop at any `yield`, to go on much later or never.
// What is decided there is decided by the real functions; what stores and carries it out is this model.
import { byImportance } from '../system/failover/failover-decision.ts'
import { answers, reached, view, type Work } from './failover-hosts.ts'
import { FailoverFences } from './failover-fences.ts'
import type { Move } from './failover-journeys.ts'
import type { Failover } from './failover-tables.ts'

export class FailoverModel extends FailoverFences {
  /** The sleds that run a machine: more than one is what must never be. */
  places(id: string) {
    return this.hosts.filter(({ power, isBlocked, domains }) => power && !isBlocked && domains.get(id)?.runs === true)
  }

  *inventory(): Work {
    for (const host of this.hosts) {
      const isThere = answers(host)
      yield
      if (isThere) this.silent.delete(host.id)
      else this.silent.add(host.id)
      yield
    }
  }

  *failover(server: number, sled_id: string): Work {
    const known = this.failovers.get(sled_id)
    if (this.silent.has(sled_id) && (!known || known.state === 'ended' || known.state === 'returned'))
      this.newFailover(server, sled_id)
    if (!this.failovers.has(sled_id)) return
    yield
    this.outlast(server, sled_id)
    yield
    const { state } = this.failovers.get(sled_id)!
    if ((state === 'ended' || state === 'returned') && !this.silent.has(sled_id)) yield* this.undoLate(sled_id)
    const row = this.failovers.get(sled_id)!
    const { next, attempt, isHeld } = this.observe(server, sled_id)
    const wasFenced = row.state === 'fenced'
    yield
    if (next.do === 'fence') yield* this.fence(sled_id, row, attempt)
    if (next.do === 'restart' || (row.waiting.size > 0 && next.do !== 'return')) {
      if (wasFenced) yield* this.hold(sled_id)
      yield* this.replace(sled_id, row)
    }
    if (next.do === 'return') yield* this.takeBack(sled_id, row)
    if (next.do === 'end' && isHeld) yield* this.letGo(sled_id, row, attempt, next.as)
  }

  private *replace(sled_id: string, row: Failover): Work {
    if (row.state === 'fenced') for (const move of this.movesOf(sled_id)) yield* this.settleMove(sled_id, row, move)
    const lost = this.lost(sled_id).map(({ id }) => id)
    yield
    const still = this.lost(sled_id).filter(({ id }) => lost.includes(id))
    if (lost.length > 0) this.recordLost(row, still)
    yield
    const waiting = [...row.waiting.keys()].map((id) => this.rows.get(id)!).sort(byImportance)
    for (const { id } of waiting) {
      this.restart(row, id)
      yield
    }
  }

  private *settleMove(sled_id: string, row: Failover, { instance_id: id, from, to, generation }: Move): Work {
    const other = from.id === sled_id ? to : from
    if (!answers(other)) return
    if (other === to) this.remove(to.id, id, generation)
    yield
    const machine = reached(other).domains.get(id)
    if (machine && view(machine).state === 'running') return
    if (machine) this.remove(other.id, id, generation)
    yield
    const instance = this.rows.get(id)!
    if (this.rules.isSameStart(instance, { generation }) && instance.sled_id === from.id)
      this.recordLost(row, [instance])
  }

  private *takeBack(sled_id: string, row: Failover): Work {
    yield* this.replace(sled_id, row)
    const found = [...this.reach(sled_id).domains.entries()]
    yield
    for (const [id, { generation }] of found) {
      const isRight = this.rules.mayRun(this.rows.get(id), { id, sled_id, generation })
      const isArriving = this.destinationOf(id) === sled_id
      yield
      if (this.rules.isLeftover(isRight, isArriving)) this.remove(sled_id, id, generation)
      yield
    }
    const left = this.reach(sled_id).domains.size
    yield
    const current = () => this.failoverOf(sled_id, row.id)
    const isInUse = () => this.movesOf(sled_id).length > 0 || this.lost(sled_id).length > 0
    yield* this.release(
      sled_id,
      () => current() && this.rules.mayRelease(current()!, left, isInUse()),
      () => current() && this.rules.isEmptied(current()!, left, isInUse()) && (row.state = 'returned'),
    )
  }

  /** A turn of the instance loop about one machine on one sled. */
  *turn(id: string, sled_id: string): Work {
    const row = { ...this.rows.get(id)! }
    const more = { reboot_request: null, time_taken_over: null, to_sled_id: this.destinationOf(id) ?? null }
    yield
    const domain = this.reach(sled_id).domains.get(id)
    const machine = domain && view(domain)
    yield
    const decision = this.rules.decide({ ...row, ...more }, machine, sled_id)
    if ('become' in decision) return this.recordOutcome(row, decision)
    if (decision.do === 'remove') return this.remove(sled_id, id, machine?.generation)
    if (decision.do === 'stop') {
      const there = this.reach(sled_id).domains.get(id)
      if (there && this.rules.mayRemove(there, machine!.generation))
        Object.assign(there, { state: 'stopped', runs: false })
      return
    }
    if (decision.do !== 'ensure') return
    const isAllowed = this.mayStart({ id, sled_id, generation: row.generation })
    yield
    if (!isAllowed) return
    const { domains } = this.reach(sled_id)
    if (!this.rules.mayDefine(domains.get(id), row.generation)) return
    domains.set(id, { generation: row.generation, state: 'starting', runs: false })
    yield
    yield* this.pursue(id, sled_id)
  }

  /** As drivers/libvirt/pursuit.ts starts what is defined as starting, also when it finds it on a host that has come back. */
  *pursue(id: string, sled_id: string): Work {
    const { boot, domains } = this.reach(sled_id)
    const domain = domains.get(id)
    if (domain?.state !== 'starting') return
    const { generation } = domain
    yield
    const isAllowed = this.mayStart({ id, sled_id, generation })
    yield
    const host = this.reach(sled_id)
    // libvirt resumes nothing that is on its way
    if (!isAllowed || host.domains.get(id) !== domain || domain.isPaused) return
    if (!this.rules.isSameBoot(host.boot, boot) || !this.rules.isStillStarting(domain)) return
    domain.runs = true
    yield
    if (this.reach(sled_id).boot === boot) domain.state = 'running'
  }

  *sweep(sled_id: string): Work {
    const ids = [...this.reach(sled_id).domains.keys()]
    yield
    for (const id of ids) yield* this.turn(id, sled_id)
  }

  *autoRestart(): Work {
    for (const row of this.rows.values()) {
      const isDue = row.run_state === 'failed' && this.rules.startsElsewhere(row) && !this.isCooling(row)
      if (isDue && !this.isAwaited(row.id) && this.start(row.id)) row.restarted = this.time
      yield
    }
  }
}
