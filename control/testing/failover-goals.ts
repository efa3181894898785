// What must hold in every schedule of failover: no machine runs twice, and no instance is forgotten.
import { cutPower, powerOn, run, type ModelHost, type Work } from './failover-hosts.ts'
import type { FailoverModel } from './failover-model.ts'

/** Enough to outlast releases that were given up. */
const SETTLING_ROUNDS = 100

/** An instance that runs on two hosts, or goes on although its guest has moved away. */
export function twiceIn(model: FailoverModel): string | undefined {
  const seen = new Set<string>()
  for (const { power, isBlocked, domains } of model.hosts)
    if (power && !isBlocked)
      for (const [id, { runs, isOutdated }] of domains)
        if (runs && (isOutdated || seen.has(id))) return id
        else if (runs) seen.add(id)
  return undefined
}

/** Once nothing fails any more but one host, which may be dead, everything that should run does. */
export function forgotten(model: FailoverModel, works: Work[], dead: ModelHost | undefined): string | undefined {
  model.forgetLate()
  if (dead) cutPower(dead)
  for (const host of model.hosts) Object.assign(host, { hasNetwork: true, isProvisionable: true })
  model.agent = 'works'
  model.skew.fill(0)
  for (let round = 0; round < SETTLING_ROUNDS; round++) {
    model.time += 3_000
    // what was still under way may have ended one
    for (const host of model.hosts) if (host !== dead) powerOn(host)
    const next = [
      ...works.splice(0),
      ...model.begun.splice(0),
      model.inventory(),
      ...[...model.moves.keys()].map((id) => model.move(id)),
      ...model.hosts.flatMap(({ id }) => [model.failover(0, id), model.sweep(id)]),
      model.autoRestart(),
      ...[...model.rows.values()].flatMap(({ id, sled_id }) => (sled_id ? [model.turn(id, sled_id)] : [])),
      ...model.hosts.flatMap((host) => [...host.domains.keys()].map((id) => model.pursue(id, host.id))),
    ]
    for (const work of next) run(work)
    const id = twiceIn(model)
    if (id) return `${id} runs twice in round ${round} of settling`
    if (missing(model, dead) === undefined) return undefined
  }
  return missing(model, dead)
}

function missing(model: FailoverModel, dead: ModelHost | undefined): string | undefined {
  for (const row of model.rows.values()) {
    // what is not to start elsewhere fences no host, and what moves there waits until a person decides
    const isAtDead = row.sled_id === dead?.id || model.destinationOf(row.id) === dead?.id
    if (dead && isAtDead && row.auto_restart_policy === 'never') continue
    const isListed = model.isAwaited(row.id) || model.lostOnes.get(row.id) !== row.generation
    if (row.run_state === 'failed' && isListed && model.place(row) === undefined) continue
    // what failed by itself is not restarted again and again; what was lost with a sled is
    const isLeft =
      row.auto_restart_policy === 'never' || (model.isCooling(row) && model.lostOnes.get(row.id) !== row.generation)
    const isOff = row.run_state === 'stopped' || (row.run_state === 'failed' && isLeft)
    const isRight = isOff || row.run_state === 'running'
    if (!isRight || model.places(row.id).length !== (isOff ? 0 : 1))
      return `${row.id} is forgotten: ${row.run_state}, on ${model.places(row.id).length} hosts`
  }
  for (const [sled, { state }] of model.failovers)
    if (state !== 'ended' && state !== 'returned' && sled !== dead?.id && !awaitsDead(model, sled, dead))
      return `the failover of ${sled} stays ${state}`
  for (const host of model.hosts)
    if (host.isBlocked && host !== dead && !model.isFenced(host.id)) return `${host.id} stays cut off from its disks`
  return undefined
}

/** It does not take part before it is known what became of a move to it, and the only other host is dead and not fenced. */
const awaitsDead = (model: FailoverModel, sled: string, dead: ModelHost | undefined) =>
  [...model.moves.values()].some(
    (move) =>
      !move.hasEnded &&
      move.to.id === sled &&
      move.from === dead &&
      model.rows.get(move.instance_id)!.auto_restart_policy === 'never',
  )
