// Random schedules for the model of failover. Each has a character of its own: how many hosts there are and how much fits on them, how long
// the wait is, what fails often and what never, how often work stands still. Most go through whole stories, such as the loss of a host, in
// which any part may stand still; it goes on at the worst moment, as when the host is back. Others mix single steps.
import { advance, answers, cutPower, powerOn, type ModelHost, type Work } from './failover-hosts.ts'
import { FailoverModel } from './failover-model.ts'
import { forgotten, twiceIn } from './failover-goals.ts'
import { randomOf, type Random } from './failover-random.ts'
import { realRules } from './failover-rules.ts'

const START = 1_000_000_000_000
const STEPS = 90
const WAITS_MS = [1_000, 4_000, 10_000] as const
const THREADS = [3, 4, 6, 8] as const
const IMPORTANCE = ['high', 'normal', 'low', null] as const
const AGENTS = ['works', 'works', 'blocks', 'blocks', 'fails', 'lies'] as const
/** Work that stands still, at most. */
const MAX_ASLEEP = 12

function newModel(random: Random, rules = realRules): FailoverModel {
  // few of everything, so that what stands still soon meets what has changed
  const count = random.pick([1, 1, 2, 3, 5])
  const instances = Array.from({ length: count }, (_, n) => ({
    id: `i${n}`,
    name: `i${n}`,
    auto_restart_policy: random.is(0.15) ? ('never' as const) : null,
    importance: random.pick(IMPORTANCE),
    ncpus: 1 + Math.floor(random.next() * 3),
    memory: 1,
    restarted: random.is(0.5) ? START : 0,
  }))
  const size = { hosts: random.pick([2, 2, 3, 4]), threads: random.pick(THREADS), wait_ms: random.pick(WAITS_MS) }
  return new FailoverModel(size, instances, rules)
}

class Schedule {
  readonly model: FailoverModel
  /** Of failovers, when nothing fails any more. */
  readonly states = new Set<string>()
  private readonly random: Random
  /** Servers that stand still, and go on as if nothing had happened. */
  private asleep: Work[] = []
  /** How likely work stands still, and how much happens to one host. */
  private readonly sleepiness: number
  private readonly focus: number
  private readonly victim: ModelHost
  private readonly faults: (() => void)[]
  private readonly stories: (() => void)[]

  constructor(random: Random, rules = realRules) {
    this.random = random
    this.model = newModel(random, rules)
    this.sleepiness = random.pick([0.03, 0.1, 0.25, 0.5])
    this.focus = random.pick([0.3, 0.6, 0.9])
    this.victim = random.pick(this.model.hosts)
    // what happens often in one schedule never happens in another
    const often = (all: readonly [number, () => void][]) =>
      all.flatMap(([chance, happen]) =>
        Array.from({ length: chance * random.pick([0, 1, 1, 2, 4]) }, () => () => happen()),
      )
    const { model } = this
    this.stories = [
      () => this.server(),
      ...often([
        [4, () => this.loseHost()],
        [4, () => this.takeBackHost()],
        [3, () => this.useInstance()],
        [2, () => this.moveMachine()],
        [3, () => this.server()],
        [3, () => this.standStill()],
      ]),
    ]
    this.faults = [
      () => this.wake(),
      ...often([
        [2, () => cutPower(this.host())],
        [2, () => this.reboot()],
        [3, () => powerOn(this.host())],
        [2, () => void (this.host().hasNetwork = false)],
        [3, () => void (this.host().hasNetwork = true)],
        [2, () => void (model.agent = random.pick(AGENTS))],
        [1, () => void (model.skew[this.aServer()] = Math.floor((random.next() - 0.5) * 7_200_000))],
        [1, () => void (this.asleep = this.asleep.filter((work) => random.is(0.5) || void work.return()))],
        [4, () => this.wake()],
        [2, () => model.stop(this.anId())],
        [2, () => model.startAgain(this.anId())],
        [2, () => model.moveAway(this.anId())],
        [1, () => model.moves.forEach((move) => void (move.isCancelled ||= random.is(0.5)))],
        [2, () => void (this.host().isProvisionable = random.is(0.5))],
        [1, () => model.confirmOff(this.host())],
        [1, () => model.actLate()],
      ]),
    ]
  }

  /** What is wrong after it, if anything is. */
  run(): string | undefined {
    for (let step = 0; step < STEPS; step++) {
      this.model.time += Math.floor(this.random.next() * 4_000)
      this.goOn()
      const id = twiceIn(this.model)
      if (id) return `${id} runs on ${this.model.places(id).map((host) => host.id)} after step ${step}`
      if (this.model.violation) return `${this.model.violation} after step ${step}`
    }
    for (const { state } of this.model.failovers.values()) this.states.add(state)
    const dead = this.random.is(0.3) ? this.random.pick(this.model.hosts) : undefined
    return forgotten(this.model, this.asleep, dead)
  }

  private goOn() {
    const { random } = this
    if (random.is(0.4)) return random.pick(this.faults)()
    const isStory = random.is(0.4)
    if (isStory) random.pick(this.stories)()
    else this.perform(this.anyWork())
  }

  private aServer = () => (this.random.is(0.5) ? 0 : 1)
  private anId = () => this.random.pick([...this.model.rows.keys()])
  private host = () => (this.random.is(this.focus) ? this.victim : this.random.pick(this.model.hosts))

  /** To its end, or until it stands still or a machine runs twice. */
  private perform(work: Work) {
    let turns = this.random.is(this.sleepiness) ? 1 + Math.floor(this.random.next() * 6) : Infinity
    while (turns-- > 0) {
      if (!advance(work) || twiceIn(this.model)) return
    }
    this.asleep.push(work)
    if (this.asleep.length > MAX_ASLEEP) this.asleep.shift()!.return()
  }

  private wake() {
    const work = this.random.pick(this.asleep)
    if (!work) return
    this.asleep = this.asleep.filter((each) => each !== work)
    this.perform(work)
  }

  private anyWork(): Work {
    const { model, random } = this
    const { id: sled, domains } = this.host()
    const id = this.anId()
    const dice = random.next()
    if (model.begun.length > 0 && dice < 0.3) return model.begun.shift()!
    if (dice < 0.4) return model.failover(this.aServer(), random.pick([...model.failovers.keys(), sled]))
    if (dice < 0.5) return model.inventory()
    if (dice < 0.55) return model.sweep(sled)
    if (dice < 0.65) return model.move(random.pick([...model.moves.keys(), id]))
    if (dice < 0.75) return model.pursue(random.pick([...domains.keys(), id]), sled)
    if (dice < 0.8) return model.autoRestart()
    return model.turn(id, model.rows.get(id)!.sled_id ?? sled)
  }

  private reboot() {
    const host = this.host()
    cutPower(host)
    powerOn(host)
  }

  // ---- stories

  private loseHost() {
    this.lose(this.random.pick([this.host(), this.victim]))
  }

  private lose(host: ModelHost) {
    const { model, random } = this
    if (random.is(0.4)) cutPower(host)
    else host.hasNetwork = false
    this.perform(model.inventory())
    for (let n = random.pick([2, 4, 6]); n > 0; n--) {
      model.time += 4_000
      this.perform(model.failover(this.aServer(), host.id))
      // it answers again while it is fenced
      if (random.is(0.05)) return this.bringBack(host)
    }
    this.machines()
  }

  private takeBackHost() {
    this.bringBack(this.random.pick([...this.model.hosts.filter((host) => !answers(host)), this.host()]))
  }

  private bringBack(host: ModelHost) {
    powerOn(host)
    host.hasNetwork = true
    if (this.random.is(0.3)) this.wake()
    if (this.random.is(0.5)) this.resume(host)
    this.perform(this.model.inventory())
    for (let n = this.random.pick([0, 1, 2, 3]); n > 0; n--) {
      this.perform(this.model.failover(this.aServer(), host.id))
      if (this.random.is(0.2)) this.wake()
    }
  }

  /** A server stops in the middle of letting a host go, and goes on once the host may have been in use, and is fenced again. */
  private standStill() {
    const { model, random } = this
    const host = this.host()
    this.machines()
    model.agent = 'blocks'
    const fence = this.cutOff(host)
    if (random.is(0.3)) this.finish(fence)
    this.connect(host)
    if (random.is(0.3)) this.watch(host, 2)
    const stopped = model.failover(this.aServer(), host.id)
    this.goOnUntil(stopped, () => model.releases.has(host.id), random.pick([2, 3, 4, Infinity, Infinity]))
    // another server may have found out meanwhile that the host is off
    if (random.is(0.5)) this.finish(fence)
    if (random.is(0.5)) this.watch(host, 20)
    if (random.is(0.5)) this.useInstance()
    this.finish(this.cutOff(host))
    this.watch(host, 2)
    this.machines()
    this.finish(stopped)
  }

  /** It runs on, without the network, until it is blocked, which nobody has verified yet. */
  private cutOff(host: ModelHost): Work {
    const { model } = this
    host.hasNetwork = false
    this.finish(model.inventory())
    let work: Work
    let rounds = 0
    do {
      model.time += 4_000
      work = model.failover(this.aServer(), host.id)
    } while (!this.goOnUntil(work, () => host.isBlocked) && ++rounds < 10)
    return work
  }

  private connect(host: ModelHost) {
    host.hasNetwork = true
    this.finish(this.model.inventory())
  }

  private watch(host: ModelHost, rounds: number) {
    while (rounds-- > 0) {
      this.model.time += 4_000
      this.finish(this.model.failover(this.aServer(), host.id))
    }
  }

  private finish(work: Work) {
    this.goOnUntil(work, () => twiceIn(this.model) !== undefined)
  }

  /** False if it has ended before. */
  private goOnUntil(work: Work, isReached: () => boolean, turns = Infinity): boolean {
    while (turns-- > 0 && !isReached()) if (!advance(work)) return false
    return true
  }

  private useInstance() {
    const id = this.anId()
    if (this.random.is(0.5)) this.model.stop(id)
    this.machines()
    this.model.startAgain(id)
    this.machines()
  }

  private moveMachine() {
    const { model, random } = this
    const id = this.anId()
    model.moveAway(id)
    for (let n = random.pick([1, 2, 3]); n > 0; n--) {
      this.perform(model.move(id))
      for (const work of model.begun.splice(0)) this.perform(work)
    }
  }

  /** One round of what a server does all the time. */
  private server() {
    const { model } = this
    this.perform(model.inventory())
    for (const id of model.moves.keys()) this.perform(model.move(id))
    for (const work of model.begun.splice(0)) this.perform(work)
    for (const { id } of model.hosts) this.perform(model.failover(this.aServer(), id))
    this.machines()
  }

  private machines() {
    const { model } = this
    for (const { id, sled_id } of model.rows.values()) if (sled_id) this.perform(model.turn(id, sled_id))
    this.resume(this.host())
    if (this.random.is(0.2)) this.perform(model.sweep(this.host().id))
  }

  /** What a server does about machines that it finds on a host. */
  private resume(host: ModelHost) {
    for (const [id, { state }] of host.domains) if (state === 'starting') this.perform(this.model.pursue(id, host.id))
  }
}

/** What one schedule finds: undefined if all is well. `seen` counts in how many schedules something has happened. */
export function search(seed: number, seen: Record<string, number> = {}, rules = realRules): string | undefined {
  const schedule = new Schedule(randomOf(seed), rules)
  const problem = schedule.run()
  for (const state of schedule.states) seen[state] = (seen[state] ?? 0) + 1
  return problem
}
