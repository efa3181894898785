// Rows that were never stored, computed by a rack that can reconstruct the past (drivers/recall.ts). They look like stored rows of
// the level being read.
import type { Recall, RecalledStatistics } from '#drivers/recall.ts'
import type { Queries, RowOf } from '../db/database.ts'
import { pack, type VcpuShape } from './layout.ts'
import type { Level } from './levels.ts'
import { portionOf, type Budget } from './oxql/budget.ts'
import { diskValues, histogramValues, machineValues, nicValues, sensorValues } from './measure.ts'
import type { SampleRow } from './store.ts'

export type RecalledSource = Pick<
  RowOf<'metric_source'>,
  'id' | 'target_name' | 'part' | 'object_id' | 'instance_id' | 'source_fields' | 'shape'
>

/** Reads stored rows, recalled rows or both. */
export interface Past {
  recall: Recall
  now: number
  /** If points are aligned to this period, a few rows per period are enough. */
  period?: number | undefined
}

export interface Stretch {
  level: Level
  /** Both inclusive. */
  from: number
  to: number
  /** Only the first or the last few. */
  limit?: { kind: 'first' | 'last'; count: number } | undefined
}

/** As many as segmentsOf requires of a level. */
const ROWS_IN_PERIOD = 4
/** Moments to try first when few rows are needed. Each further batch doubles, because the machine may have been off. */
const FIRST_LOOK = 16
/** What a driver computes for one moment, in steps: a simulated vCPU, the sensors of a sled, everything else. */
const VCPU_STEPS = 40
const SENSOR_STEPS = 150
const OTHER_STEPS = 200

/** Milliseconds between the rows of aligned points. */
export const stepOf = ({ everyMs }: Level, period: number): number =>
  Math.max(everyMs, Math.floor(period / ROWS_IN_PERIOD / everyMs) * everyMs)

/** Oldest first. */
export async function recalledRows(
  db: Queries,
  { recall, now, period = 0 }: Past,
  source: RecalledSource,
  { level, from, to, limit }: Stretch,
  budget: Budget,
): Promise<SampleRow[]> {
  const { keepMs } = level
  const everyMs = limit ? level.everyMs : stepOf(level, period)
  const first = Math.ceil(Math.max(from, now - keepMs) / everyMs)
  const last = Math.floor(Math.min(to, now) / everyMs)
  const steps = stepsOf(source)
  const portion = portionOf(steps)
  const read = async (start: number, end: number) => {
    const found: SampleRow[] = []
    for (let at = start; at <= end; at += portion) {
      const times = Array.from({ length: Math.min(portion, end - at + 1) }, (_, n) => (at + n) * everyMs)
      const rows =
        source.instance_id === null
          ? await sensorRows(db, recall, source, times)
          : await machineRows(recall, source, source.instance_id, times)
      budget.spendWork(times.length * steps)
      budget.spendRows(rows.length)
      await budget.pause()
      for (const row of rows) found.push(row)
    }
    return found
  }
  if (!limit) return read(first, last)
  const { kind, count } = limit
  let rows: SampleRow[] = []
  for (let done = 0, size = count + FIRST_LOOK; rows.length < count && first + done <= last; done += size, size *= 2) {
    if (kind === 'first') rows = [...rows, ...(await read(first + done, Math.min(last, first + done + size - 1)))]
    else rows = [...(await read(Math.max(first, last - done - size + 1), last - done)), ...rows]
  }
  return kind === 'first' ? rows.slice(0, count) : rows.slice(-count)
}

function stepsOf({ target_name, shape }: RecalledSource): number {
  if (target_name === 'virtual_machine') return VCPU_STEPS * (shape as VcpuShape).vcpus
  return target_name === 'hardware_component' ? SENSOR_STEPS : OTHER_STEPS
}

async function machineRows(recall: Recall, source: RecalledSource, instance_id: string, times: number[]) {
  const rows: SampleRow[] = []
  for (const statistics of await recall.machine(instance_id, partOf(source), times)) {
    const values = statistics && valuesOf(source, statistics)
    if (!values) continue
    const [sampled_at, counting_since] = [statistics.time.getTime(), statistics.start_time.getTime()]
    rows.push({ source_id: source.id, sampled_at, counting_since, packed: pack(values) })
  }
  return rows
}

const partOf = ({ target_name }: RecalledSource) =>
  target_name === 'virtual_machine' ? 'vcpus' : target_name === 'virtual_disk' ? 'disks' : 'nics'

/** Undefined for parts the machine did not have then, such as a disk attached later. */
function valuesOf(
  { target_name, part, object_id, source_fields, shape }: RecalledSource,
  statistics: RecalledStatistics,
): number[] | undefined {
  if (target_name === 'virtual_machine') {
    const isSame =
      source_fields.sled_id === statistics.sled_id && (shape as VcpuShape).vcpus === statistics.vcpus.length
    return isSame ? machineValues(statistics) : undefined
  }
  if (target_name === 'virtual_disk') {
    const disk = statistics.disks.find(({ disk_id }) => disk_id === object_id)
    return disk && (part === 'histogram' ? histogramValues(disk) : diskValues(disk))
  }
  const nic = statistics.nics.find(({ interface_id }) => interface_id === object_id)
  return nic && nicValues(nic)
}

async function sensorRows(db: Queries, recall: Recall, source: RecalledSource, times: number[]): Promise<SampleRow[]> {
  const [sled_id = '', component = ''] = source.object_id.split('/')
  const sled = await db
    .selectFrom('sled')
    .select(['id', 'usable_hardware_threads as threads'])
    .where('id', '=', sled_id)
    .executeTakeFirst()
  if (!sled) return []
  const readings = (await recall.sensors(sled, times)).flat().filter(({ id }) => id === component)
  return readings.map((reading) => ({
    source_id: source.id,
    sampled_at: reading.time.getTime(),
    counting_since: reading.start_time.getTime(),
    packed: pack(sensorValues(reading)),
  }))
}
