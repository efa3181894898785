// When simulated machines ran. Their counters follow from seed and time, so this is enough to recall every sample of the past: a demo
// world has thirty days of metrics without storing any.
import type { ComponentReading, MachineSpec, Recall } from './driver.ts'
import type { SimulatedMachine } from './simulated-machine.ts'
import { sensorsOf } from './simulated-sensors.ts'
import { diskStatistics, nicStatistics, vcpuLoad, vcpuStatistics } from './simulated-statistics.ts'

interface Run {
  spec: Pick<MachineSpec, 'ncpus' | 'disks' | 'nics' | 'sled_id'>
  seed: number
  resets: number
  /** Milliseconds of the epoch. */
  started: number
  /** Null while it runs. */
  ended: number | null
}

export interface PastState {
  /** From this moment on samples are stored, and the past is not continued. Null where none are ever stored. */
  until: number | null
  /** Runs that have ended, by machine, oldest first. */
  runs: Record<string, Run[]>
}

const MAX_RUNS = 100
const DAY_MS = 86_400_000

export const emptyPast = (): PastState => ({ until: null, runs: {} })

export function shiftPast({ runs }: PastState, milliseconds: number, until: number | null): PastState {
  const later = (run: Run): Run => ({
    ...run,
    started: run.started + milliseconds,
    ended: run.ended === null ? null : run.ended + milliseconds,
  })
  const shifted = Object.entries(runs).map(([id, own]) => [id, own.map(later)] as const)
  return { until, runs: Object.fromEntries(shifted) }
}

const runOf = ({ record }: SimulatedMachine, ended: number | null): Run | undefined => {
  const { seed, resets, started, spec } = record
  const { ncpus, disks, nics, sled_id } = spec
  return started === undefined ? undefined : { spec: { ncpus, disks, nics, sled_id }, seed, resets, started, ended }
}

/** Notes that a machine has stopped, failed or gone. May be repeated. */
export function endRun({ until, runs }: PastState, machine: SimulatedMachine, now: number): void {
  const run = runOf(machine, now)
  if (!run || until !== null) return
  const { id } = machine.record.spec
  machine.record.started = undefined
  runs[id] = [...(runs[id] ?? []), run].slice(-MAX_RUNS)
}

const ranAt = ({ started, ended }: Run, time: number) => time >= started && (ended === null || time <= ended)

/** vCPUs' worth of work. */
function loadAt(runs: readonly Run[], time: number): number {
  return runs
    .filter((run) => ranAt(run, time))
    .reduce((sum, { spec, seed, started }) => sum + vcpuLoad(spec, seed, { started, now: time }), 0)
}

export function makeRecall(past: PastState, machines: ReadonlyMap<string, SimulatedMachine>): Recall {
  const isPast = (time: number) => past.until === null || time <= past.until

  function runsOf(id: string): Run[] {
    const machine = machines.get(id)
    const current = machine && runOf(machine, null)
    return [...(past.runs[id] ?? []), ...(current ? [current] : [])]
  }

  return {
    async machine(id, part, times) {
      const runs = runsOf(id)
      return times.map((time) => {
        const run = isPast(time) ? runs.findLast((each) => ranAt(each, time)) : undefined
        if (!run) return undefined
        const { spec, seed, started, resets } = run
        const life = { started, now: time }
        return {
          id,
          sled_id: spec.sled_id,
          start_time: new Date(started),
          time: new Date(time),
          reset: resets,
          vcpus: part === 'vcpus' ? vcpuStatistics(spec, seed, life) : [],
          disks: part === 'disks' ? diskStatistics(spec, seed, life) : [],
          nics: part === 'nics' ? nicStatistics(spec, seed, life) : [],
        }
      })
    },

    async sensors(sled, times) {
      const ids = new Set([...Object.keys(past.runs), ...machines.keys()])
      const runs = [...ids].flatMap(runsOf).filter(({ spec }) => spec.sled_id === sled.id)
      return times.filter(isPast).map((time): ComponentReading[] => {
        const started = Math.floor(time / DAY_MS) * DAY_MS
        return sensorsOf(sled, Math.min(sled.threads, loadAt(runs, time)), { started, now: time })
      })
    },
  }
}
