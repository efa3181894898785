// What a simulated machine is going to do and when: timings with a little luck, and the failures that names ask for.
// A plan is data, so a machine whose control plane died in the middle goes on with the rest of it.
import { between } from './seeded-random.ts'
import type { MachineState } from '../machines.ts'
import { bootLog } from './boot.ts'
import type { Guise } from './boot.ts'

export interface Step {
  /** Milliseconds of the epoch. */
  at: number
  state?: MachineState
  reason?: string
  /** Which piece of the boot log the guest prints. */
  piece?: number
}

export interface Pace {
  now: number
  /** 1 is realistic, 1000 is a thousand times as fast. */
  speed: number
}

export function startPlan(guise: Guise, pace: Pace): Step[] {
  const { name } = guise.spec
  const moment = timing(guise, pace)
  if (name.includes('refuses-to-start')) {
    const reason = `${name} does not start: its firmware reports a fault (the simulated host does this to machines with such a name)`
    return [{ at: moment('refuse', 600, 1400), state: 'failed', reason }]
  }
  return runningPlan(guise, moment('start', 1000, 3000), pace.speed)
}

export function rebootPlan(guise: Guise, pace: Pace): Step[] {
  return runningPlan(guise, timing(guise, pace)('reboot', 1500, 2500), pace.speed)
}

export function stopPlan(guise: Guise, pace: Pace): Step[] {
  const patience = guise.spec.name.includes('slow-to-stop') ? 10 : 1
  return [{ at: timing(guise, pace)('stop', 1000 * patience, 2000 * patience), state: 'stopped' }]
}

/** Running from `at` on; the guest then takes a while to come up. */
function runningPlan(guise: Guise, at: number, speed: number): Step[] {
  const { name } = guise.spec
  const moment = timing(guise, { now: at, speed })
  const pieces = bootLog(guise).map((_, piece) => ({
    at: moment(`piece ${piece}`, 300 * piece, 300 * (piece + 1)),
    piece,
  }))
  const steps: Step[] = [{ at, state: 'running' }, ...pieces]
  if (!name.includes('fails-after-boot')) return steps
  const reason = `${name} stopped answering shortly after it came up (the simulated host does this to machines with such a name)`
  return [...steps, { at: moment('fail', 4000, 7000), state: 'failed', reason }]
}

type Moment = (label: string, low: number, high: number) => number

function timing(guise: Guise, pace: Pace): Moment {
  // whole milliseconds, as the database stores them
  return (label, low, high) =>
    Math.round(pace.now + between(guise.seed, `${guise.boot}/${label}`, low, high) / pace.speed)
}
