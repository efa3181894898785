// When simulated machines ran. Their counters follow from seed and time, so this is enough to recall every sample of the past: a demo
// world has thirty days of metrics without storing any.
import type { ComponentReading } from '../hardware.ts'
import type { Recall, RecallPort } from '../recall.ts'
import type { MachineList } from './machine-list.ts'
import type { Run } from './machine-store.ts'
import { runOf } from './run.ts'
import { sensorsOf } from './sensors.ts'
import { diskStatistics, nicStatistics, vcpuLoad, vcpuStatistics } from './statistics.ts'

const DAY_MS = 86_400_000

const isRun = (run: Run | undefined) => run !== undefined
const ranAt = ({ started, ended = Infinity }: Run, time: number) => time >= started && time <= ended

/** vCPUs' worth of work. */
function loadAt(runs: readonly Run[], time: number): number {
  return runs
    .filter((run) => ranAt(run, time))
    .reduce((sum, { spec, seed, started }) => sum + vcpuLoad(spec, seed, { started, now: time }), 0)
}

export function makeRecall(machines: MachineList): RecallPort {
  return {
    async open() {
      await machines.load()
      const until = machines.recalledUntil()
      return until === undefined ? undefined : recallUntil(machines, until)
    },
  }
}

/** From `until` on samples are stored, and nothing is recalled. */
function recallUntil({ endedRuns, refresh, find, on }: MachineList, until: number): Recall {
  const isPast = (time: number) => time <= until

  return {
    async machine(id, part, times) {
      if (!times.some(isPast)) return times.map(() => undefined)
      const [ended] = await Promise.all([endedRuns({ machine_id: id }), refresh(id)])
      const machine = find(id)
      const runs = [...ended, machine && runOf(machine.record)].filter(isRun)
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
      const past = times.filter(isPast)
      if (past.length === 0) return []
      const [ended, present] = await Promise.all([endedRuns({ sled_id: sled.id }), on(sled.id)])
      const runs = [...ended, ...present.map(({ record }) => runOf(record))].filter(isRun)
      return past.map((time): ComponentReading[] => {
        const started = Math.floor(time / DAY_MS) * DAY_MS
        return sensorsOf(sled, Math.min(sled.threads, loadAt(runs, time)), { started, now: time })
      })
    },
  }
}
