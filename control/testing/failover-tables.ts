// The tables of a rack in memory, for the search of failover schedules: each method is one transaction, in which the real functions decide.
import { RESTART_COOLDOWN_MS } from '../compute/instance.ts'
import { holdsMachine } from '../compute/instance-actions.ts'
import { chosen } from '../compute/placement/placement.ts'
import type { Decision } from '../reconcile/instance-decision.ts'
import type { FailoverRow, NextStep } from '../system/failover/failover-decision.ts'
import type { InstanceRow } from '../frame/find-instance.ts'
import { newHost, type ModelHost } from './failover-hosts.ts'
import type { Move } from './failover-journeys.ts'
import { realRules, type FailoverRules } from './failover-rules.ts'

export type Row = Pick<
  InstanceRow,
  'id' | 'name' | 'run_state' | 'sled_id' | 'generation' | 'auto_restart_policy' | 'importance' | 'ncpus' | 'memory'
> & { /** When it was last restarted by itself. */ restarted: number }

export type Failover = Pick<FailoverRow, 'state' | 'waited_ms' | 'time_observed' | 'attempt' | 'time_attempted'> & {
  id: number
  /** How often the sled was seen to be silent. */
  looks: number
  /** With the generations that were lost. */
  waiting: Map<string, number>
}

export interface RackSize {
  hosts: number
  /** vCPUs of each. */
  threads: number
  wait_ms: number
}

export type NewInstance = Omit<Row, 'run_state' | 'sled_id' | 'generation'>

export class FailoverTables {
  readonly rows = new Map<string, Row>()
  readonly silent = new Set<string>()
  readonly failovers = new Map<string, Failover>()
  /** Releases of fences that may be under way, by sled. */
  readonly releases = new Map<string, number>()
  readonly hosts: ModelHost[]
  /** The last move of each instance. */
  readonly moves = new Map<string, Move>()
  /** Instances that were lost with a sled and are to start elsewhere, with the generation that was lost. */
  readonly lostOnes = new Map<string, number>()
  /** True time, and how far the clock of each server is off. */
  time = 1_000_000_000_000
  readonly skew = [0, 0]
  violation: string | undefined
  readonly size: RackSize
  readonly rules: FailoverRules
  protected ids = 0

  constructor(size: RackSize, instances: readonly NewInstance[], rules = realRules) {
    this.size = size
    this.rules = rules
    this.hosts = Array.from({ length: size.hosts }, (_, n) => newHost(n))
    for (const each of instances) {
      this.rows.set(each.id, { ...each, run_state: 'stopped', sled_id: null, generation: 0 })
      this.start(each.id)
    }
  }

  now = (server: number) => this.time + this.skew[server]!
  host = (id: string) => this.hosts.find((each) => each.id === id)!
  openMove = (id: string) => [this.moves.get(id)].find((move) => move && !move.hasEnded)
  destinationOf = (id: string) => this.openMove(id)?.to.id
  isFenced = (sled_id: string) => ['fencing', 'fenced'].includes(this.failovers.get(sled_id)?.state ?? '')
  failoverOf = (sled_id: string, id: number) => [this.failovers.get(sled_id)].find((row) => row?.id === id)
  isCooling = ({ restarted }: Row) => this.time - restarted < RESTART_COOLDOWN_MS

  private isThere = (row: Row, sled_id: string) => row.sled_id === sled_id || this.destinationOf(row.id) === sled_id

  // ---- instances

  place(row: Row, from_sled_id?: string): string | undefined {
    const sleds = this.hosts.map(({ id: sled_id, isProvisionable }) => {
      const there = [...this.rows.values()].filter((each) => this.isThere(each, sled_id))
      const taken = there.reduce((sum, { ncpus }) => sum + ncpus, 0)
      const isUnreachable = this.rules.takesNothing(this.silent.has(sled_id), this.isFenced(sled_id))
      const free = { threads: this.size.threads - taken, memory: 1000 - taken }
      return { id: sled_id, serial: sled_id, isProvisionable, isUnreachable, ...free, architectures: null }
    })
    const preferences = { required: new Set<string>(), forbidden: new Set<string>(), preferred: new Map() }
    const question = { instance: row, preferences, from_sled_id, architecture: null }
    try {
      return chosen({ question, judged: this.rules.judgeAll(sleds, question) }).sled_id
    } catch {
      return undefined
    }
  }

  start(id: string): boolean {
    const row = this.rows.get(id)!
    const sled_id = this.place(row)
    if (sled_id) Object.assign(row, { sled_id, run_state: 'starting', generation: row.generation + 1 })
    return sled_id !== undefined
  }

  settle(row: Row, run_state: 'stopped' | 'failed') {
    const move = this.openMove(row.id)
    if (move) move.hasEnded = true
    Object.assign(row, { run_state, sled_id: null })
  }

  recordOutcome(seen: Row, found: Extract<Decision, { become: string }>) {
    const row = this.rows.get(seen.id)!
    if (!this.rules.isUnchanged(row, seen)) return
    if (found.become === 'failed' || found.become === 'stopped') this.settle(row, found.become)
    else row.run_state = found.become
  }

  mayStart(start: { id: string; sled_id: string; generation: number }) {
    const barred = { isFenced: this.isFenced(start.sled_id), isMoving: this.openMove(start.id) !== undefined }
    return this.rules.mayRun(this.rows.get(start.id), start, barred)
  }

  // ---- failovers

  newFailover(server: number, sled_id: string): Failover {
    const last = this.failovers.get(sled_id)
    const row: Failover = {
      id: this.ids++,
      state: 'waiting',
      waited_ms: 0,
      time_observed: new Date(this.now(server)).toISOString(),
      attempt: 0,
      time_attempted: null,
      looks: 0,
      waiting: last && this.rules.goesOnWaiting(last) ? new Map(last.waiting) : new Map(),
    }
    this.failovers.set(sled_id, row)
    return row
  }

  observe(server: number, sled_id: string): { next: NextStep; attempt: number; isHeld: boolean } {
    const row = this.failovers.get(sled_id)!
    const now = this.now(server)
    if (row.state === 'waiting') {
      row.looks++
      row.waited_ms = this.rules.waitedSince(row, now)
      row.time_observed = new Date(now).toISOString()
    }
    const others = this.hosts.filter(({ id }) => id !== sled_id)
    const there = [...this.rows.values()].filter((each) => this.isThere(each, sled_id) && holdsMachine(each.run_state))
    const next = this.rules.nextStep(
      {
        row: { ...row, problem: null },
        isSilent: this.silent.has(sled_id),
        isRemoved: false,
        isEnabled: true,
        wait_ms: this.size.wait_ms,
        fence: 'ready',
        isReleasing: this.releases.has(sled_id),
        movable: there.filter(this.rules.startsElsewhere).length,
        answering: others.filter(({ id, isProvisionable }) => !this.silent.has(id) && isProvisionable).length,
        silent: others.filter(({ id }) => this.silent.has(id)).length,
        waiting: row.waiting.size,
      },
      now,
    )
    const isHeld = next.do === 'end' && row.state === 'fencing'
    if (next.do === 'end' && !isHeld) row.state = next.as
    if (next.do === 'fence') {
      if (this.isIsolated(sled_id)) this.violation = `${sled_id} was fenced though most sleds were silent`
      // each look counts a few seconds, whatever the clocks say
      if (row.state === 'waiting' && row.looks * 4_000 < this.size.wait_ms)
        this.violation = `${sled_id} was fenced after ${row.looks} looks`
      Object.assign(row, { state: 'fencing', attempt: row.attempt + 1, time_attempted: new Date(now).toISOString() })
    }
    return { next, attempt: row.attempt, isHeld }
  }

  private isIsolated = (sled_id: string) =>
    this.hosts.filter(({ id }) => id !== sled_id && !this.silent.has(id)).length <=
    this.hosts.filter(({ id }) => id !== sled_id && this.silent.has(id)).length

  markFenced(sled_id: string, row: Failover) {
    row.state = 'fenced'
    for (const move of this.movesOf(sled_id)) if (move.to.id === sled_id) move.isCancelled = true
  }

  movesOf = (sled_id: string) =>
    [...this.moves.values()].filter((move) => !move.hasEnded && [move.from.id, move.to.id].includes(sled_id))

  lost = (sled_id: string) =>
    [...this.rows.values()].filter((row) => this.rules.isLost(row, sled_id, this.openMove(row.id) !== undefined))

  recordLost(row: Failover, lost: readonly Row[]) {
    if (!this.rules.isFencedStill(row)) return
    for (const each of lost) {
      const isStopping = each.run_state === 'stopping'
      this.settle(each, isStopping ? 'stopped' : 'failed')
      if (isStopping || !this.rules.startsElsewhere(each)) continue
      row.waiting.set(each.id, each.generation)
      this.lostOnes.set(each.id, each.generation)
    }
  }

  restart(row: Failover, id: string) {
    const generation = row.waiting.get(id)
    const each = this.rows.get(id)!
    if (generation === undefined) return
    const isOver = !this.rules.isStillLost(each, generation) || !this.rules.startsElsewhere(each)
    if (isOver || this.start(id)) row.waiting.delete(id)
  }

  /** Whether a failover that has not ended is to start it. */
  isAwaited = (id: string) => [...this.failovers.values()].some((row) => row.state !== 'ended' && row.waiting.has(id))

  // ---- people

  moveAway(id: string) {
    const row = this.rows.get(id)!
    const to = row.run_state === 'running' && row.sled_id ? this.place(row, row.sled_id) : undefined
    if (to === undefined) return
    row.run_state = 'migrating'
    const places = { from: this.host(row.sled_id!), to: this.host(to) }
    const fresh = { isCancelled: false, hasBegun: false, hasEnded: false }
    this.moves.set(id, { id: this.ids++, instance_id: id, generation: row.generation, ...places, ...fresh })
  }

  stop(id: string) {
    const row = this.rows.get(id)!
    if (row.run_state === 'failed') this.settle(row, 'stopped')
    else if (holdsMachine(row.run_state)) row.run_state = 'stopping'
  }

  startAgain(id: string) {
    if (['stopped', 'failed'].includes(this.rows.get(id)!.run_state)) this.start(id)
  }

  /** Somebody who stands before the host. */
  confirmOff({ id, power }: ModelHost) {
    if (power || !this.silent.has(id)) return
    const known = this.failovers.get(id)
    const isOpen = known && known.state !== 'ended' && known.state !== 'returned'
    const row = isOpen ? known : this.newFailover(0, id)
    if (row.state !== 'fenced') this.markFenced(id, row)
  }
}
