// Reconciles machines with instances. May crash between any two lines: every decision is made from the row and the driver's
// report, and every driver call is idempotent.
import type { MachineAt } from '#drivers/machines.ts'
import type { Host } from '../frame/context.ts'
import { bySled } from '../compute/by-sled.ts'
import { driverErrorOf } from '../frame/driver-error.ts'
import { napping } from '../frame/ports/clock.ts'
import { makeTroubles, problemOf } from '../frame/troubles.ts'
import { RESTART_INTERVAL_MS, restartFailed } from './auto-restart.ts'
import { makeMoves, PROGRESS_INTERVAL_MS } from './migration.ts'
import { makeTurn } from './instance-turn.ts'
import type { Loop } from './loop.ts'
import { makePlaces, type Places } from './places.ts'
import { portion, walkOver, type Walk } from './portion.ts'
import { makeSweep } from './sweep.ts'

/** Instances per step. */
const BATCH_SIZE = 500
/** Automatic restarts per step: each is a transaction, and requested starts are waiting too. */
const MAX_RESTARTS = 100
/** Concurrent driver calls per sled. A sled that leaves this many unanswered is not asked anything else. */
const MAX_CONCURRENT_CALLS = 16
/** When to recheck an instance whose disks are being created; usually they are ready at once. */
const DISK_RECHECK_MS = 50
/** More turns than this mean the driver and the row disagree; wait for the next step. */
const MAX_TURNS = 5
/** How long a step waits for its driver calls. Later ones continue, so a machine or sled that hangs delays no other. */
const MAX_STEP_MS = 5_000
/** Limits driver notifications, which accumulate while another replica works; past this a full sweep is cheaper. */
const MAX_NOTIFICATIONS = 10_000
/** States in transition. */
const CHANGING = ['starting', 'stopping', 'rebooting'] as const

export function instanceLoop(host: Host, notify: () => void, size = BATCH_SIZE): Loop {
  const { machines } = host
  const changed = makePlaces()
  const underWay = makePlaces()
  const troubles = makeTroubles(host.clock)
  const sweep = makeSweep(host, size, troubles)
  const takeTurn = makeTurn(host, notify)
  const moves = makeMoves(host, notify, troubles, underWay.has)
  let isWaiting = false
  let lastRestart = -Infinity

  /** Progress of the current walk. */
  let changing: Walk | undefined
  let restartAfter: string | undefined

  async function step(): Promise<boolean | number | void> {
    await restartSome()
    const { isUnderWay, ended } = await moves.next()
    for (const at of ended) changed.add(at)
    if (!changing) isWaiting = false
    const inTransition = await portion(host, changing ?? walkOver(CHANGING), size)
    const due = makePlaces([...(await sweep.next()), ...inTransition.places, ...changed.all()])
    changing = inTransition.next
    // cleared only after all reads, so that a failure above does not lose notifications
    changed.clear()
    await checkAll(due)
    if (changing || sweep.isUnderWay() || restartAfter !== undefined) return true
    if (isWaiting) return DISK_RECHECK_MS
    if (isUnderWay) return PROGRESS_INTERVAL_MS
  }

  async function restartSome(): Promise<void> {
    const now = host.clock.now().getTime()
    if (restartAfter === undefined && now - lastRestart < RESTART_INTERVAL_MS) return
    const { started, next } = await restartFailed(host, restartAfter ?? '', Math.min(size, MAX_RESTARTS))
    // not earlier: a pass that skips it after a failure would count as a success
    lastRestart = now
    restartAfter = next
    for (const at of started) changed.add(at)
    if (started.length > 0) notify()
  }

  /** All sleds at the same time, each with its own limit of concurrent calls. */
  async function checkAll(due: Places): Promise<void> {
    const busy = bySled(underWay.all())
    const queues = bySled(due.all().filter((at) => !underWay.has(at)))
    const started = makePlaces()
    const workers = [...queues].flatMap(([sled_id, queue]) => {
      const free = MAX_CONCURRENT_CALLS - (busy.get(sled_id)?.length ?? 0)
      const work = async () => {
        for (let at = queue.shift(); at; at = queue.shift()) {
          started.add(at)
          await check(at)
          // the step gave up on it, and may have missed a change meanwhile
          if (isOver) changed.add(at)
        }
      }
      return Array.from({ length: Math.max(0, Math.min(free, queue.length)) }, work)
    })
    let isOver = false
    const nap = new AbortController()
    await Promise.race([Promise.all(workers), napping(host.clock, MAX_STEP_MS, nap.signal)])
    nap.abort()
    isOver = true
    for (const queue of queues.values()) for (const at of queue.splice(0)) changed.add(at)
    for (const at of started.all())
      if (underWay.has(at)) {
        host.log.warn('the driver does not answer for a machine', { instance: at.id })
        troubles.fail(at.id, `sled ${at.sled_id} does not answer for instance ${at.id}`, at)
      }
  }

  async function check(at: MachineAt): Promise<void> {
    underWay.add(at)
    try {
      for (let turn = 0; turn < MAX_TURNS; turn++) {
        const next = await takeTurn(at)
        if (next === 'wait') isWaiting = true
        if (next !== 'recheck') break
      }
      troubles.pass(at.id)
    } catch (error) {
      const code = driverErrorOf(error)
      // if the sled is unreachable, that is the issue
      if (code === 'closed' || code === 'host' || code === 'busy') troubles.pass(at.id)
      // a closed driver needs no retry, and the next sweep asks an unreachable sled again
      if (code === 'closed' || code === 'host') return
      changed.add(at)
      // passes by itself
      if (code === 'busy') return
      troubles.fail(at.id, `instance ${at.id}: ${problemOf(error)}`, at)
      host.log.warn('a machine could not be brought in line', { instance: at.id, error: String(error) })
    } finally {
      underWay.delete(at)
    }
  }

  return {
    name: 'instance',
    every: 2_000,
    step,
    troubles,
    watch: (poke) =>
      machines.watch((at) => {
        if (changed.size() >= MAX_NOTIFICATIONS) {
          changed.clear()
          sweep.soon()
        }
        changed.add(at)
        poke()
      }),
  }
}
