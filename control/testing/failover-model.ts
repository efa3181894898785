// A rack in memory for the search of failover schedules: tables, hosts, fence agents and two servers whose work can stop at any `yield`, to
// go on much later or never. What is decided there is decided by the real functions; what stores and carries it out is this model.
import type { MachineState } from '#drivers/machines.ts'
import { holdsMachine } from '../compute/instance-actions.ts'
import { mayRun } from '../compute/placement/machine-permit.ts'
import { chosen, judgeAll } from '../compute/placement/placement.ts'
import { decide, type Decision } from '../reconcile/instance-decision.ts'
import {
  byImportance,
  isCurrent,
  nextStep,
  startsElsewhere,
  waitedSince,
  type FailoverRow,
  type NextStep,
} from '../system/failover/failover-decision.ts'
import type { InstanceRow } from '../frame/find-instance.ts'

type Row = Pick<
  InstanceRow,
  'id' | 'name' | 'run_state' | 'sled_id' | 'generation' | 'auto_restart_policy' | 'importance' | 'ncpus' | 'memory'
>
type Failover = Pick<
  FailoverRow,
  'state' | 'waited_ms' | 'time_observed' | 'attempt' | 'time_attempted' | 'problem'
> & { /** How often the sled was seen to be silent. */ looks: number; waiting: Map<string, number> }

interface Domain {
  generation: number
  /** As in its record. */
  state: Extract<MachineState, 'starting' | 'running' | 'stopped'>
  /** Whether it has a process. */
  runs: boolean
}

export interface ModelHost {
  id: string
  power: boolean
  hasNetwork: boolean
  boot: number
  domains: Map<string, Domain>
}

const newHost = (n: number): ModelHost => ({
  id: `sled-${n}`,
  power: true,
  hasNetwork: true,
  boot: 1,
  domains: new Map(),
})

export type Work = Generator<void, void, void>

export const WAIT_MS = 10_000
const THREADS = 8
class Unreachable extends Error {}

export class FailoverModel {
  readonly rows = new Map<string, Row>()
  readonly silent = new Set<string>()
  readonly failovers = new Map<string, Failover>()
  readonly hosts: ModelHost[]
  /** True time, and how far the clock of each server is off. */
  time = 1_000_000_000_000
  readonly skew = [0, 0]
  /** What fence agents that were given up will still do. */
  readonly late: ModelHost[] = []
  agent: 'works' | 'fails' | 'lies' = 'works'
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
  places = (id: string) => this.hosts.filter(({ power, domains }) => power && domains.get(id)?.runs === true)

  cutPower(host: ModelHost) {
    host.power = false
    for (const domain of host.domains.values()) domain.runs = false
  }

  powerOn(host: ModelHost) {
    if (host.power) return
    host.power = true
    host.boot++
  }

  // ---- what a host does for a server

  private reach(id: string): ModelHost {
    const host = this.hosts.find((each) => each.id === id)!
    if (!host.power || !host.hasNetwork) throw new Unreachable()
    return host
  }

  private view({ generation, state, runs }: Domain) {
    const seen = state === 'running' && !runs ? ('failed' as const) : state
    return { id: '', sled_id: '', name: '', generation, state: seen, time_state_updated: new Date(0) }
  }

  // ---- transactions

  private isFenced = (sled_id: string) => ['fencing', 'fenced'].includes(this.failovers.get(sled_id)?.state ?? '')

  /** As compute/placement does, in the transaction of the start. */
  start(id: string): boolean {
    const row = this.rows.get(id)!
    const sleds = this.hosts.map(({ id: sled_id }) => {
      const there = [...this.rows.values()].filter((each) => each.sled_id === sled_id)
      const taken = there.reduce((sum, { ncpus }) => sum + ncpus, 0)
      const isUnreachable = this.silent.has(sled_id) || this.isFenced(sled_id)
      const size = { threads: THREADS - taken, memory: 1000 - taken }
      return { id: sled_id, serial: sled_id, isProvisionable: true, isUnreachable, ...size, architectures: null }
    })
    const preferences = { required: new Set<string>(), forbidden: new Set<string>(), preferred: new Map() }
    const question = { instance: row, preferences, architecture: null }
    try {
      const { sled_id } = chosen({ question, judged: judgeAll(sleds, question) })
      Object.assign(row, { sled_id, run_state: 'starting', generation: row.generation + 1 })
      return true
    } catch {
      return false
    }
  }

  private settle = (row: Row, run_state: 'stopped' | 'failed') => Object.assign(row, { run_state, sled_id: null })

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
    const there = [...this.rows.values()].filter((each) => each.sled_id === sled_id && holdsMachine(each.run_state))
    const next = nextStep(
      {
        row,
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
    if (next.do === 'end') row.state = 'ended'
    if (next.do === 'fence') {
      // each look counts a few seconds, whatever the clocks say
      if (row.state === 'waiting' && row.looks * 4_000 < WAIT_MS)
        this.violation = `${sled_id} was fenced after ${row.looks} looks`
      Object.assign(row, { state: 'fencing', attempt: row.attempt + 1, time_attempted: new Date(now).toISOString() })
    }
    return { next, attempt: row.attempt }
  }

  private lost = (sled_id: string) => [...this.rows.values()].filter((row) => row.sled_id === sled_id)

  private markFenced(row: Failover) {
    Object.assign(row, { state: 'fenced', problem: null })
  }

  // ---- what servers do, step by step

  *inventory(): Work {
    for (const host of this.hosts) {
      const answers = host.power && host.hasNetwork
      yield
      if (answers) this.silent.delete(host.id)
      else this.silent.add(host.id)
      yield
    }
  }

  *failover(server: number, sled_id: string): Work {
    const known = this.failovers.get(sled_id)
    if (this.silent.has(sled_id) && (!known || known.state === 'ended' || known.state === 'returned'))
      this.failovers.set(sled_id, {
        state: 'waiting',
        waited_ms: 0,
        time_observed: new Date(this.now(server)).toISOString(),
        attempt: 0,
        time_attempted: null,
        problem: null,
        looks: 0,
        waiting: known?.waiting ?? new Map(),
      })
    if (!this.failovers.has(sled_id)) return
    yield
    const { next, attempt } = this.observe(server, sled_id)
    yield
    if (next.do === 'fence') yield* this.fence(sled_id, attempt)
    if (next.do === 'restart') yield* this.replace(sled_id)
    if (next.do === 'return') yield* this.takeBack(sled_id)
  }

  private *fence(sled_id: string, attempt: number): Work {
    const host = this.hosts.find(({ id }) => id === sled_id)!
    // the request is on its way, also if this server ends now
    this.late.push(host)
    yield
    if (this.agent === 'fails') return
    if (this.agent === 'works') this.cutPower(host)
    yield
    const isOn = host.power
    yield
    if (isOn) return
    const row = this.failovers.get(sled_id)
    if (row && isCurrent(row, attempt)) this.markFenced(row)
  }

  private *replace(sled_id: string): Work {
    const row = this.failovers.get(sled_id)!
    const lost = this.lost(sled_id).map(({ id }) => id)
    yield
    if (row.state === 'fenced')
      for (const each of this.lost(sled_id).filter(({ id }) => lost.includes(id))) {
        const isStopping = each.run_state === 'stopping'
        this.settle(each, isStopping ? 'stopped' : 'failed')
        if (!isStopping && startsElsewhere(each)) row.waiting.set(each.id, each.generation)
      }
    yield
    const waiting = [...row.waiting.keys()].map((id) => this.rows.get(id)!).sort(byImportance)
    for (const { id } of waiting) {
      const each = this.rows.get(id)!
      const isStillLost = each.run_state === 'failed' && each.generation === row.waiting.get(id)
      if (!isStillLost || this.start(id)) row.waiting.delete(id)
      yield
    }
  }

  private *takeBack(sled_id: string): Work {
    yield* this.replace(sled_id)
    const found = [...this.reach(sled_id).domains.entries()]
    yield
    for (const [id, { generation }] of found) {
      const isRight = mayRun(this.rows.get(id), false, { id, sled_id, generation })
      yield
      if (!isRight) this.remove(sled_id, id, generation)
      yield
    }
    const left = this.reach(sled_id).domains.size
    yield
    const row = this.failovers.get(sled_id)!
    if (left === 0 && row.state === 'fenced' && this.lost(sled_id).length === 0) row.state = 'returned'
  }

  private remove(sled_id: string, id: string, generation = Infinity) {
    const { domains } = this.reach(sled_id)
    if ((domains.get(id)?.generation ?? Infinity) <= generation) domains.delete(id)
  }

  /** A turn of the instance loop about one machine on one sled. */
  *turn(id: string, sled_id: string): Work {
    const row = { ...this.rows.get(id)! }
    yield
    const domain = this.reach(sled_id).domains.get(id)
    const machine = domain && this.view(domain)
    yield
    const decision = decide({ ...row, reboot_request: null, time_taken_over: null, to_sled_id: null }, machine, sled_id)
    if ('become' in decision) return this.recordOutcome(row, decision)
    if (decision.do === 'remove') return this.remove(sled_id, id, machine?.generation)
    if (decision.do === 'stop') {
      const there = this.reach(sled_id).domains.get(id)
      if (there && there.generation <= machine!.generation) Object.assign(there, { state: 'stopped', runs: false })
      return
    }
    if (decision.do !== 'ensure') return
    const isAllowed = mayRun(this.rows.get(id), this.isFenced(sled_id), { id, sled_id, generation: row.generation })
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
    const isAllowed = mayRun(this.rows.get(id), this.isFenced(sled_id), { id, sled_id, generation })
    yield
    const host = this.reach(sled_id)
    if (!isAllowed || host.boot !== boot || host.domains.get(id) !== domain) return
    domain.runs = true
    yield
    if (this.reach(sled_id).boot === boot) domain.state = 'running'
  }

  /** Compares all that a host has with the tables. */
  *sweep(sled_id: string): Work {
    const ids = [...this.reach(sled_id).domains.keys()]
    yield
    for (const id of ids) yield* this.turn(id, sled_id)
  }

  *autoRestart(): Work {
    const isAwaited = (id: string) =>
      [...this.failovers.values()].some((row) => row.state !== 'ended' && row.waiting.has(id))
    for (const row of this.rows.values()) {
      if (row.run_state === 'failed' && startsElsewhere(row) && !isAwaited(row.id)) this.start(row.id)
      yield
    }
  }

  // ---- people

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
    const row = this.failovers.get(id)
    if (!power && this.silent.has(id) && row && (row.state === 'waiting' || row.state === 'fencing'))
      this.markFenced(row)
  }

  /** Runs work until it is done or its host does not answer. */
  static run(work: Work): void {
    while (FailoverModel.advance(work));
  }

  /** False when it has ended. */
  static advance(work: Work): boolean {
    try {
      return work.next().done !== true
    } catch (error) {
      if (error instanceof Unreachable) return false
      throw error
    }
  }
}
