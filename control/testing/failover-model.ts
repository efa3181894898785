// A rack in memory for the search of failover schedules: tables, fence agents and two servers whose work can stop at any `yield`, to go on
// much later or never. What is decided there is decided by the real functions; what stores and carries it out is this model.
import { RESTART_COOLDOWN_MS } from '../compute/instance.ts'
import { holdsMachine } from '../compute/instance-actions.ts'
import { mayRun } from '../compute/placement/machine-permit.ts'
import { chosen, judgeAll } from '../compute/placement/placement.ts'
import { decide, type Decision } from '../reconcile/instance-decision.ts'
import {
  byImportance,
  isCurrent,
  isEmptied,
  nextStep,
  startsElsewhere,
  waitedSince,
  type FailoverRow,
  type NextStep,
} from '../system/failover/failover-decision.ts'
import type { InstanceRow } from '../frame/find-instance.ts'
import {
  answers,
  cutPower,
  forbid,
  newHost,
  reached,
  settled,
  travel,
  view,
  type Move,
  type ModelHost,
  type Work,
} from './failover-hosts.ts'

type Row = Pick<
  InstanceRow,
  'id' | 'name' | 'run_state' | 'sled_id' | 'generation' | 'auto_restart_policy' | 'importance' | 'ncpus' | 'memory'
> & { /** When it was last restarted by itself. */ restarted: number }
type Failover = Pick<FailoverRow, 'state' | 'waited_ms' | 'time_observed' | 'attempt' | 'time_attempted'> & {
  id: number
  /** How often the sled was seen to be silent. */
  looks: number
  /** With the generations that were lost. */
  waiting: Map<string, number>
}
const WAIT_MS = 10_000
const THREADS = 8

export class FailoverModel {
  readonly rows = new Map<string, Row>()
  readonly silent = new Set<string>()
  readonly failovers = new Map<string, Failover>()
  readonly hosts: ModelHost[]
  /** The last move of each instance, and the moves that a server carries out. */
  readonly moves = new Map<string, Move>()
  private readonly underWay = new Set<number>()
  /** Begun by other work. */
  readonly begun: Work[] = []
  /** Instances that were lost with a sled and are to start elsewhere, with the generation that was lost. */
  readonly lostOnes = new Map<string, number>()
  private ids = 0
  /** True time, and how far the clock of each server is off. */
  time = 1_000_000_000_000
  readonly skew = [0, 0]
  /** What fence agents that were given up will still do. */
  readonly late: ModelHost[] = []
  agent: 'works' | 'blocks' | 'fails' | 'lies' = 'works'
  violation: string | undefined

  constructor(hosts: number, instances: readonly Omit<Row, 'run_state' | 'sled_id' | 'generation'>[]) {
    this.hosts = Array.from({ length: hosts }, (_, n) => newHost(n))
    for (const each of instances) {
      this.rows.set(each.id, { ...each, run_state: 'stopped', sled_id: null, generation: 0 })
      this.start(each.id)
    }
  }

  now = (server: number) => this.time + this.skew[server]!

  /** The sleds that run a machine: more than one is what must never be. */
  places = (id: string) =>
    this.hosts.filter(({ power, isBlocked, domains }) => power && !isBlocked && domains.get(id)?.runs === true)

  private reach = (id: string) => reached(this.host(id))
  private host = (id: string) => this.hosts.find((each) => each.id === id)!
  destinationOf = (id: string) => this.moveOf(id)?.to.id
  private moveOf = (id: string) => [this.moves.get(id)].find((move) => move && !move.hasEnded)

  // ---- transactions

  private isFenced = (sled_id: string) => ['fencing', 'fenced'].includes(this.failovers.get(sled_id)?.state ?? '')

  /** As compute/placement does, in the transaction of the start. */
  private place(row: Row, from_sled_id?: string): string | undefined {
    const sleds = this.hosts.map(({ id: sled_id, isProvisionable }) => {
      const there = [...this.rows.values()].filter(
        (each) => each.sled_id === sled_id || this.moveOf(each.id)?.to.id === sled_id,
      )
      const taken = there.reduce((sum, { ncpus }) => sum + ncpus, 0)
      const isUnreachable = this.silent.has(sled_id) || this.isFenced(sled_id)
      const size = { threads: THREADS - taken, memory: 1000 - taken }
      return { id: sled_id, serial: sled_id, isProvisionable, isUnreachable, ...size, architectures: null }
    })
    const preferences = { required: new Set<string>(), forbidden: new Set<string>(), preferred: new Map() }
    const question = { instance: row, preferences, from_sled_id, architecture: null }
    try {
      return chosen({ question, judged: judgeAll(sleds, question) }).sled_id
    } catch {
      return undefined
    }
  }

  /** Whether it is listed as waiting for room, and there is none. */
  waitsForRoom(row: Row): boolean {
    const isListed = [...this.failovers.values()].some(({ waiting }) => waiting.get(row.id) === row.generation)
    return isListed && this.place(row) === undefined
  }

  start(id: string): boolean {
    const row = this.rows.get(id)!
    const sled_id = this.place(row)
    if (sled_id) Object.assign(row, { sled_id, run_state: 'starting', generation: row.generation + 1 })
    return sled_id !== undefined
  }

  private settle(row: Row, run_state: 'stopped' | 'failed') {
    const move = this.moveOf(row.id)
    if (move) move.hasEnded = true
    Object.assign(row, { run_state, sled_id: null })
  }

  private recordOutcome(seen: Row, found: Extract<Decision, { become: string }>) {
    const row = this.rows.get(seen.id)!
    if (row.generation !== seen.generation || row.run_state !== seen.run_state || row.sled_id !== seen.sled_id) return
    if (found.become === 'failed' || found.become === 'stopped') this.settle(row, found.become)
    else row.run_state = found.become
  }

  private observe(server: number, sled_id: string): { next: NextStep; attempt: number } {
    const row = this.failovers.get(sled_id)!
    const now = this.now(server)
    if (row.state === 'waiting') row.looks++
    row.waited_ms = waitedSince(row, now)
    row.time_observed = new Date(now).toISOString()
    const others = this.hosts.filter(({ id }) => id !== sled_id)
    const isThere = (each: Row) => each.sled_id === sled_id || this.moveOf(each.id)?.to.id === sled_id
    const there = [...this.rows.values()].filter((each) => isThere(each) && holdsMachine(each.run_state))
    const next = nextStep(
      {
        row: { ...row, problem: null },
        isSilent: this.silent.has(sled_id),
        isRemoved: false,
        isEnabled: true,
        wait_ms: WAIT_MS,
        fence: 'ready',
        movable: there.filter(startsElsewhere).length,
        answering: others.filter(({ id }) => !this.silent.has(id)).length,
        silent: others.filter(({ id }) => this.silent.has(id)).length,
        waiting: row.waiting.size,
      },
      now,
    )
    if (next.do === 'end') row.state = next.as
    if (next.do === 'fence') {
      // each look counts a few seconds, whatever the clocks say
      if (row.state === 'waiting' && row.looks * 4_000 < WAIT_MS)
        this.violation = `${sled_id} was fenced after ${row.looks} looks`
      Object.assign(row, { state: 'fencing', attempt: row.attempt + 1, time_attempted: new Date(now).toISOString() })
    }
    return { next, attempt: row.attempt }
  }

  private lost = (sled_id: string) =>
    [...this.rows.values()].filter((row) => row.sled_id === sled_id && !this.moveOf(row.id))

  private movesOf = (sled_id: string) =>
    [...this.moves.values()].filter((move) => !move.hasEnded && [move.from.id, move.to.id].includes(sled_id))

  private recordLost(row: Failover, lost: readonly Row[]) {
    for (const each of lost) {
      const isStopping = each.run_state === 'stopping'
      this.settle(each, isStopping ? 'stopped' : 'failed')
      if (isStopping || !startsElsewhere(each)) continue
      row.waiting.set(each.id, each.generation)
      this.lostOnes.set(each.id, each.generation)
    }
  }

  private markFenced(sled_id: string, row: Failover) {
    row.state = 'fenced'
    for (const move of this.movesOf(sled_id)) if (move.to.id === sled_id) move.isCancelled = true
  }

  private newFailover(server: number, sled_id: string): Failover {
    const last = this.failovers.get(sled_id)
    const row: Failover = {
      id: this.ids++,
      state: 'waiting',
      waited_ms: 0,
      time_observed: new Date(this.now(server)).toISOString(),
      attempt: 0,
      time_attempted: null,
      looks: 0,
      waiting: last?.state === 'returned' ? last.waiting : new Map(),
    }
    this.failovers.set(sled_id, row)
    return row
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
    const row = this.failovers.get(sled_id)!
    const { next, attempt } = this.observe(server, sled_id)
    yield
    if (next.do === 'fence') yield* this.fence(sled_id, row, attempt)
    if (next.do === 'restart' || (row.waiting.size > 0 && next.do !== 'return')) yield* this.replace(sled_id, row)
    if (next.do === 'return') yield* this.takeBack(sled_id, row)
    this.unblock(sled_id)
  }

  /** What a fence by the storage does for a host that is not fenced, or no longer. */
  private unblock(sled_id: string) {
    if (!this.isFenced(sled_id)) this.host(sled_id).isBlocked = false
  }

  private *fence(sled_id: string, { id }: Failover, attempt: number): Work {
    const host = this.host(sled_id)
    // the request is on its way, also if this server ends now
    this.late.push(host)
    yield
    if (this.agent === 'fails') return
    if (this.agent === 'works') cutPower(host)
    if (this.agent === 'blocks') host.isBlocked = true
    yield
    const isOn = host.power && !host.isBlocked
    yield
    if (isOn) return
    const row = [this.failovers.get(sled_id)].find((each) => each?.id === id)
    if (isCurrent(row, attempt)) this.markFenced(sled_id, row!)
  }

  private *replace(sled_id: string, row: Failover): Work {
    if (row.state === 'fenced') for (const move of this.movesOf(sled_id)) yield* this.settleMove(sled_id, row, move)
    const lost = this.lost(sled_id).map(({ id }) => id)
    yield
    if (row.state === 'fenced')
      this.recordLost(
        row,
        this.lost(sled_id).filter(({ id }) => lost.includes(id)),
      )
    yield
    const waiting = [...row.waiting.keys()].map((id) => this.rows.get(id)!).sort(byImportance)
    for (const { id } of waiting) {
      const each = this.rows.get(id)!
      const isStillLost = each.run_state === 'failed' && each.generation === row.waiting.get(id)
      if (!isStillLost || !startsElsewhere(each) || this.start(id)) row.waiting.delete(id)
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
    if (row.state === 'fenced' && instance.generation === generation && instance.sled_id === from.id)
      this.recordLost(row, [instance])
  }

  private *takeBack(sled_id: string, row: Failover): Work {
    yield* this.replace(sled_id, row)
    const found = [...this.reach(sled_id).domains.entries()]
    yield
    for (const [id, { generation }] of found) {
      const isRight = mayRun(this.rows.get(id), { id, sled_id, generation })
      const isArriving = this.moveOf(id)?.to.id === sled_id
      yield
      if (!isRight && !isArriving) this.remove(sled_id, id, generation)
      yield
    }
    const left = this.reach(sled_id).domains.size
    yield
    const isInUse = this.movesOf(sled_id).length > 0 || this.lost(sled_id).length > 0
    if (!isEmptied(row, left, isInUse)) return
    row.state = 'returned'
    // nothing may start on it while it is fenced, so nothing has come since that look
    const stays = this.host(sled_id).domains.size
    if (stays > 0) this.violation = `${sled_id} takes part again with ${stays} old machines`
  }

  private remove(sled_id: string, id: string, generation = Infinity) {
    const { domains } = this.reach(sled_id)
    if ((domains.get(id)?.generation ?? Infinity) <= generation) domains.delete(id)
  }

  private mayStart(start: { id: string; sled_id: string; generation: number }) {
    const barred = { isFenced: this.isFenced(start.sled_id), isMoving: this.moveOf(start.id) !== undefined }
    return mayRun(this.rows.get(start.id), start, barred)
  }

  /** A turn of the instance loop about one machine on one sled. */
  *turn(id: string, sled_id: string): Work {
    const row = { ...this.rows.get(id)! }
    const more = { reboot_request: null, time_taken_over: null, to_sled_id: this.moveOf(id)?.to.id ?? null }
    yield
    const domain = this.reach(sled_id).domains.get(id)
    const machine = domain && view(domain)
    yield
    const decision = decide({ ...row, ...more }, machine, sled_id)
    if ('become' in decision) return this.recordOutcome(row, decision)
    if (decision.do === 'remove') return this.remove(sled_id, id, machine?.generation)
    if (decision.do === 'stop') {
      const there = this.reach(sled_id).domains.get(id)
      if (there && there.generation <= machine!.generation) Object.assign(there, { state: 'stopped', runs: false })
      return
    }
    if (decision.do !== 'ensure') return
    const isAllowed = this.mayStart({ id, sled_id, generation: row.generation })
    yield
    if (!isAllowed) return
    const { domains } = this.reach(sled_id)
    if ((domains.get(id)?.generation ?? -1) >= row.generation) return
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
    if (!isAllowed || host.boot !== boot || host.domains.get(id) !== domain || domain.move !== undefined) return
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
    const isAwaited = (id: string) =>
      [...this.failovers.values()].some((row) => row.state !== 'ended' && row.waiting.has(id))
    for (const row of this.rows.values()) {
      const isDue = row.run_state === 'failed' && startsElsewhere(row) && !this.isCooling(row)
      if (isDue && !isAwaited(row.id) && this.start(row.id)) row.restarted = this.time
      yield
    }
  }

  isCooling({ restarted }: Row) {
    return this.time - restarted < RESTART_COOLDOWN_MS
  }

  /** A turn of the move of an instance. */
  *move(id: string): Work {
    const move = this.moveOf(id)
    if (!move) return
    const { run_state, generation } = this.rows.get(id)!
    const isUnwanted = this.isUnwanted(move)
    const { hasBegun } = move
    yield
    if (!holdsMachine(run_state) || generation !== move.generation) return this.endMove(move, false)
    let state = yield* this.found(move)
    yield
    if (state === undefined && isUnwanted && hasBegun) {
      if (this.underWay.has(move.id)) return
      forbid(move)
      yield
      state = yield* this.found(move)
      yield
    }
    if (state === 'running') return
    if (state !== undefined || isUnwanted) return this.endMove(move, state === 'completed')
    if (move.hasEnded || this.isUnwanted(move) || [move.from, move.to].some((host) => this.isFenced(host.id))) return
    move.hasBegun = true
    yield
    reached(move.to)
    const domain = reached(move.from).domains.get(id)
    const isReady = domain?.runs === true && domain.state === 'running' && !move.to.domains.get(id)?.runs
    if (isReady) return void this.begun.push(this.carryOut(move))
    yield
    // another server may have begun it meanwhile
    state = yield* this.found(move)
    yield
    if (state === undefined) this.endMove(move, false)
  }

  private isUnwanted = (move: Move) => move.isCancelled || this.rows.get(move.instance_id)!.run_state !== 'migrating';

  private *found(move: Move) {
    if (this.underWay.has(move.id)) return 'running'
    return yield* settled(move, (sled_id) => this.failovers.get(sled_id)?.state === 'fenced')
  }

  private *carryOut(move: Move): Work {
    if (this.underWay.has(move.id)) return
    this.underWay.add(move.id)
    try {
      yield* travel(move, () => move.isCancelled)
    } finally {
      this.underWay.delete(move.id)
    }
  }

  private endMove(move: Move, hasMoved: boolean) {
    if (move.hasEnded) return
    move.hasEnded = true
    const row = this.rows.get(move.instance_id)!
    if (row.generation !== move.generation || row.sled_id === null) return
    if (hasMoved) row.sled_id = move.to.id
    if (row.run_state === 'migrating') row.run_state = 'running'
  }

  // ---- people

  moveAway(id: string) {
    const row = this.rows.get(id)!
    const to = row.run_state === 'running' && row.sled_id ? this.place(row, row.sled_id) : undefined
    if (to === undefined) return
    row.run_state = 'migrating'
    const places = { from: this.host(row.sled_id!), to: this.host(to) }
    const { generation } = row
    this.moves.set(id, {
      id: this.ids++,
      instance_id: id,
      ...places,
      generation,
      isCancelled: false,
      hasBegun: false,
      hasEnded: false,
    })
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
