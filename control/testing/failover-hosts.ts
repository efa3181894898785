// Hosts in memory for the search of failover schedules, with what libvirt does there: domains that outlive a loss of power, and moves that
// stop at any line.
import type { MachineState } from '#drivers/machines.ts'

export interface Domain {
  generation: number
  /** As in its record. */
  state: Extract<MachineState, 'starting' | 'running' | 'stopped'>
  /** Whether it has a process whose guest runs. */
  runs: boolean
  /** The last move, as in its record. */
  move?: number
  /** Its memory arrives, and it has not been told to run. */
  isIncoming?: boolean
  /** Stands still for the switch to the other host. */
  isPaused?: boolean
  /** Its guest has gone on elsewhere: it would write over what that one has written. */
  isOutdated?: boolean
}

export interface ModelHost {
  id: string
  power: boolean
  hasNetwork: boolean
  /** Cut off from the storage: what runs there changes nothing. */
  isBlocked: boolean
  isProvisionable: boolean
  boot: number
  domains: Map<string, Domain>
}

class Unreachable extends Error {}

export type Work<T = void> = Generator<void, T, void>

export interface Journey {
  id: number
  instance_id: string
  from: ModelHost
  to: ModelHost
}

export interface Move extends Journey {
  generation: number
  isCancelled: boolean
  /** Some server may begin it, now or later. */
  hasBegun: boolean
  hasEnded: boolean
}

export const newHost = (n: number): ModelHost => ({
  id: `sled-${n}`,
  power: true,
  hasNetwork: true,
  isBlocked: false,
  isProvisionable: true,
  boot: 1,
  domains: new Map(),
})

export const answers = ({ power, hasNetwork }: ModelHost) => power && hasNetwork

export function reached(host: ModelHost): ModelHost {
  if (!answers(host)) throw new Unreachable()
  return host
}

export function cutPower(host: ModelHost) {
  host.power = false
  for (const [id, domain] of host.domains)
    if (domain.isIncoming) host.domains.delete(id)
    else Object.assign(domain, { runs: false, isPaused: false })
}

export function powerOn(host: ModelHost) {
  if (host.power) return
  host.power = true
  host.boot++
}

export const view = ({ generation, state, runs, isPaused }: Domain) => ({
  id: '',
  sled_id: '',
  name: '',
  generation,
  state: state === 'running' && !runs && !isPaused ? ('failed' as const) : state,
  time_state_updated: new Date(0),
})

/** Waits at a line, and goes on only if neither host was off since, and the domains are those of this move. */
function* goOn({ id, instance_id, from, to }: Journey, boots: readonly number[], hasBegun = true): Work<Domain[]> {
  yield
  const domains = [from, to].map((host) => reached(host).domains.get(instance_id))
  const isSame = from.boot === boots[0] && to.boot === boots[1] && domains[0]?.move === id
  if (!isSame || (hasBegun && domains[1]?.move !== id)) throw new Unreachable()
  return domains as Domain[]
}

/** A live move: the guest stands still on the first host before the other one is told to run it. */
export function* travel(journey: Journey, isCancelled: () => boolean): Work {
  const { id, instance_id, from, to } = journey
  const boots = [from.boot, to.boot]
  const source = reached(from).domains.get(instance_id)
  if (!source?.runs || source.move === id || reached(to).domains.get(instance_id)?.runs) throw new Unreachable()
  source.move = id
  yield* goOn(journey, boots, false)
  const { generation } = source
  to.domains.set(instance_id, { generation, state: 'running', runs: false, move: id, isIncoming: true })
  const [here, there] = yield* goOn(journey, boots)
  if (isCancelled()) return void to.domains.delete(instance_id)
  if (!here!.runs) throw new Unreachable()
  Object.assign(here!, { runs: false, isPaused: true })
  yield* goOn(journey, boots)
  Object.assign(there!, { runs: true, isIncoming: false })
  here!.isOutdated = true
  yield* goOn(journey, boots)
  from.domains.delete(instance_id)
}

type Found = 'completed' | 'failed' | 'running' | undefined

/** From now on it never begins. */
export function forbid({ id, instance_id, from }: Journey) {
  const here = reached(from).domains.get(instance_id)
  if (here) here.move = id
}

/** What became of a move whose other host is off for certain. */
function* settledAlone({ id, instance_id, from }: Journey): Work<Found> {
  yield
  const here = reached(from).domains.get(instance_id)
  if (here?.move !== id) return undefined
  // it may have gone on over there
  if (here.isPaused) here.isPaused = false
  return 'failed'
}

/** What became of a move that nobody carries out any more, by what both hosts say. Undefined if it never began. */
export function* settled(journey: Journey, isOff: (sled_id: string) => boolean): Work<Found> {
  const { id, instance_id, from, to } = journey
  const there = to.domains.get(instance_id)
  const here = from.domains.get(instance_id)
  const isLost = !answers(from)
  if (!answers(to) && !isLost && here?.move === id && here.runs) return 'failed'
  if (!answers(to) && !isLost && here && here.move !== id) return undefined
  if (!answers(to)) {
    yield
    if (isOff(to.id)) return yield* settledAlone(journey)
  }
  reached(to)
  if (isLost && there?.move === id && !there.isIncoming) return 'completed'
  reached(from)
  yield
  reached(from)
  reached(to)
  if (there?.move === id && there.isIncoming) {
    to.domains.delete(instance_id)
    return 'running'
  }
  if (there?.move === id) {
    if (from.domains.get(instance_id) === here) from.domains.delete(instance_id)
    return 'completed'
  }
  if (here?.move !== id) return undefined
  if (here.isPaused) Object.assign(here, { runs: true, isPaused: false })
  return 'failed'
}

/** Runs work until it is done or its host does not answer. */
export function run(work: Work): void {
  while (advance(work));
}

/** False when it has ended. */
export function advance(work: Work): boolean {
  try {
    return work.next().done !== true
  } catch (error) {
    if (error instanceof Unreachable) return false
    throw error
  }
}
