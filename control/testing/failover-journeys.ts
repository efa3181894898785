// Moves of machines between hosts in memory, with the rules of libvirt: they stop at any line, and what became of one follows from what both
// hosts say.
import { answers, reached, Unreachable, type Domain, type ModelHost, type Work } from './failover-hosts.ts'
import type { FailoverRules } from './failover-rules.ts'

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

/** Waits at a line, and goes on only if neither host was off since, and the domains are those of this move. */
function* goOn({ id, instance_id, from, to }: Journey, boots: readonly number[], hasBegun = true): Work<Domain[]> {
  yield
  const domains = [from, to].map((host) => reached(host).domains.get(instance_id))
  const isSame = from.boot === boots[0] && to.boot === boots[1] && domains[0]?.move === id
  if (!isSame || (hasBegun && domains[1]?.move !== id)) throw new Unreachable()
  return domains as Domain[]
}

/** A live move: the guest stands still on the first host before the other one is told to run it. */
export function* travel(journey: Journey, before: number | undefined, isCancelled: () => boolean): Work {
  const { id, instance_id, from, to } = journey
  const boots = [from.boot, to.boot]
  const source = reached(from).domains.get(instance_id)
  const isOther = source?.move === id || source?.move !== before
  if (!source?.runs || source.state !== 'running' || isOther) throw new Unreachable()
  if (reached(to).domains.get(instance_id)?.runs) throw new Unreachable()
  Object.assign(source, { move: id, hasEndedMove: false })
  yield* goOn(journey, boots, false)
  // another server, which holds the lease by now, has found that it did not begin
  if (source.hasEndedMove) throw new Unreachable()
  const { generation } = source
  to.domains.set(instance_id, { generation, state: 'running', runs: false, move: id, isIncoming: true })
  const [here, there] = yield* goOn(journey, boots)
  if (isCancelled()) return void to.domains.delete(instance_id)
  // what its host was cut off from cannot be flushed, which comes before the switch
  if (!here!.runs || from.isBlocked) throw new Unreachable()
  Object.assign(here!, { runs: false, isPaused: true })
  yield* goOn(journey, boots)
  Object.assign(there!, { runs: true, isIncoming: false })
  here!.isOutdated = true
  yield* goOn(journey, boots)
  from.domains.delete(instance_id)
}

type Found = 'completed' | 'failed' | 'running' | undefined

/** It is where it was, if it is there still: another server may have moved it meanwhile. */
function stayedAt({ id, instance_id, from, to }: Journey): Found {
  const here = reached(from).domains.get(instance_id)
  if (here?.move !== id) return 'running'
  const there = to.domains.get(instance_id)
  // a copy that is under way after all is ended
  if (there?.move === id && there.isIncoming) to.domains.delete(instance_id)
  if (there?.move === id && (there.isIncoming || here.isPaused)) return 'running'
  if (here.isPaused) Object.assign(here, { runs: true, isPaused: false })
  here.hasEndedMove = true
  return 'failed'
}

/** From now on it never begins. */
export function forbid({ id, instance_id, from }: Journey) {
  const here = reached(from).domains.get(instance_id)
  if (here && here.move !== id) Object.assign(here, { move: id, hasEndedMove: true })
}

/** What became of a move whose other host is off for certain. */
function* settledAlone({ id, instance_id, from, to }: Journey, rules: FailoverRules): Work<Found> {
  yield
  const here = reached(from).domains.get(instance_id)
  if (here?.move !== id) return undefined
  if (!rules.mayHaveMoved(here)) return stayedAt({ id, instance_id, from, to })
  from.domains.delete(instance_id)
  return 'completed'
}

/** What became of a move that nobody carries out any more, by what both hosts say. Undefined if it never began. */
export function* settled(journey: Journey, isOff: (sled_id: string) => boolean, rules: FailoverRules): Work<Found> {
  const { id, instance_id, from, to } = journey
  const there = to.domains.get(instance_id)
  const here = from.domains.get(instance_id)
  const isLost = !answers(from)
  if (!answers(to) && !isLost && here?.move === id && here.runs) return stayedAt(journey)
  if (!answers(to) && !isLost && here && here.move !== id) return undefined
  if (!answers(to)) {
    yield
    if (isOff(to.id)) return yield* settledAlone(journey, rules)
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
  return here?.move === id ? stayedAt(journey) : undefined
}
