// Counters of a machine at work, as a function of seed and time: smooth, with a daily rhythm and noise.
// Rates are sums of waves and counters are their exact integrals, so they never fall and need no storing.
import { between, roll } from './seeded-random.ts'
import type { MachineSpec } from '../machines.ts'
import type { DiskStatistics, Histogram, MemoryUse, NicStatistics, VcpuStatistics } from '../statistics.ts'

const DAY = 86_400
const BOOT_SECONDS = 12

/** Periods in seconds, with the share of the mean each may add or take; the shares sum to less than one. */
const WAVES: readonly (readonly [period: number, share: number])[] = [
  [DAY, 0.45],
  [DAY / 24, 0.12],
  [733, 0.12],
  [97, 0.12],
  [31, 0.08],
  [11, 0.05],
]

export interface Lifetime {
  /** Milliseconds of the epoch. */
  started: number
  now: number
}

/** The integral over the lifetime of a rate around 1, plus what starting up costs (`boot`, in the same unit at its peak). */
function work(seed: number, label: string, life: Lifetime, boot: number): number {
  const from = life.started / 1000
  const to = life.now / 1000
  let sum = to - from + boot * BOOT_SECONDS * (1 - Math.exp((from - to) / BOOT_SECONDS))
  for (const [period, share] of WAVES) {
    // the day is everybody's; the rest is each machine's own
    const phase = period === DAY ? 0.25 + 0.1 * roll(seed, `${label}/${period}`) : roll(seed, `${label}/${period}`)
    const angle = (time: number) => 2 * Math.PI * ((time % period) / period - phase)
    sum += ((share * period) / (2 * Math.PI)) * (Math.cos(angle(from)) - Math.cos(angle(to)))
  }
  return Math.max(0, sum)
}

export function vcpuStatistics(spec: Pick<MachineSpec, 'ncpus'>, seed: number, life: Lifetime): VcpuStatistics[] {
  const elapsed = (life.now - life.started) * 1e6
  return Array.from({ length: spec.ncpus }, (_, vcpu_id) => {
    const label = `vcpu/${vcpu_id}`
    const busy = between(seed, label, 0.05, 0.3)
    const run = busy * work(seed, label, life, 0.6 / busy - 1) * 1e9
    const waiting = run * between(seed, `${label}/waiting`, 0.02, 0.08)
    const emulation = run * between(seed, `${label}/emulation`, 0.01, 0.05)
    const idle = Math.max(0, elapsed - run - waiting - emulation)
    return {
      vcpu_id,
      run: Math.floor(run),
      idle: Math.floor(idle),
      waiting: Math.floor(waiting),
      emulation: Math.floor(emulation),
    }
  })
}

/** The mean over the last minute, or since the start: a sensor does not jump with every wave. */
export function vcpuLoad(spec: Pick<MachineSpec, 'ncpus'>, seed: number, { started, now }: Lifetime): number {
  const from = Math.max(started, now - 60_000)
  if (now <= from) return 0
  const run = (at: number) => vcpuStatistics(spec, seed, { started, now: at }).reduce((sum, vcpu) => sum + vcpu.run, 0)
  return (run(now) - run(from)) / ((now - from) * 1e6)
}

export function diskStatistics(spec: Pick<MachineSpec, 'disks'>, seed: number, life: Lifetime): DiskStatistics[] {
  return spec.disks.map((disk) => {
    const count = (kind: string, low: number, high: number, boot: number) =>
      Math.floor(between(seed, `${disk.id}/${kind}`, low, high) * work(seed, `${disk.id}/${kind}`, life, boot))
    const blocks = (kind: string, low: number, high: number) =>
      Math.round(between(seed, `${disk.id}/${kind}`, low, high) / disk.block_size)
    const size = (kind: string, low: number, high: number) => disk.block_size * Math.max(1, blocks(kind, low, high))
    const reads = count('reads', 2, 60, disk.boot ? 25 : 0)
    const writes = disk.read_only ? 0 : count('writes', 1, 40, disk.boot ? 4 : 0)
    const flushes = Math.floor(writes / 12)
    const read_size = size('read-size', 8192, 65_536)
    const write_size = size('write-size', 4096, 32_768)
    return {
      disk_id: disk.id,
      reads,
      writes,
      flushes,
      bytes_read: reads * read_size,
      bytes_written: writes * write_size,
      failed_reads: 0,
      failed_writes: 0,
      failed_flushes: 0,
      latency: { read: latencies(reads), write: latencies(writes), flush: latencies(flushes) },
      size: { read: sizes(reads, read_size), write: sizes(writes, write_size) },
    }
  })
}

/** Nanoseconds: from 50 µs to 50 ms. */
const LATENCY_BINS = [0, 5e4, 1e5, 2e5, 5e5, 1e6, 2e6, 5e6, 1e7, 5e7]
/** Which bin each of 64 operations in a row falls into, so that counts only grow and add up to all operations. */
const LATENCY_PATTERN = '2131224213213122341321223152132146232131227241321523122134221328'

/** How often each bin occurs in the first operations of the pattern: none, the first, the first two, and so on. */
const LATENCY_COUNTS = Array.from({ length: LATENCY_PATTERN.length + 1 }, (_, length) =>
  LATENCY_BINS.map((_, bin) => LATENCY_PATTERN.slice(0, length).split(String(bin)).length - 1),
)

function latencies(operations: number): Histogram {
  const rounds = Math.floor(operations / LATENCY_PATTERN.length)
  const whole = LATENCY_COUNTS.at(-1)!
  const rest = LATENCY_COUNTS[operations % LATENCY_PATTERN.length]!
  const counts = whole.map((count, bin) => rounds * count + rest[bin]!)
  const sum = counts.reduce((total, count, bin) => total + count * 1.4 * LATENCY_BINS[bin]!, 0)
  return { bins: LATENCY_BINS, counts, sum: Math.round(sum) }
}

/** Bytes: from a block to a mebibyte. */
const SIZE_BINS = [0, 4096, 8192, 16_384, 32_768, 65_536, 131_072, 1_048_576]

function sizes(operations: number, size: number): Histogram {
  const bin = SIZE_BINS.findLastIndex((bound) => bound <= size)
  return { bins: SIZE_BINS, counts: SIZE_BINS.map((_, at) => (at === bin ? operations : 0)), sum: operations * size }
}

/** The guest itself takes a little, and the rest varies with the hour. */
export function memoryUse(spec: Pick<MachineSpec, 'memory'>, seed: number, { started, now }: Lifetime): MemoryUse {
  const total = Math.floor(spec.memory * 0.97)
  const share = between(seed, 'memory', 0.2, 0.6)
  const wave = 1 + 0.1 * Math.sin((2 * Math.PI * now) / 3_600_000 + 2 * Math.PI * roll(seed, 'memory/phase'))
  const warmth = 1 - Math.exp((started - now) / 60_000)
  return { used: Math.floor(total * (0.08 + share * wave * warmth)), total }
}

export function nicStatistics(spec: Pick<MachineSpec, 'nics'>, seed: number, life: Lifetime): NicStatistics[] {
  return spec.nics.map((nic) => {
    const packets = (kind: string) =>
      Math.floor(between(seed, `${nic.id}/${kind}`, 20, 900) * work(seed, `${nic.id}/${kind}`, life, 0))
    const size = (kind: string) => Math.round(between(seed, `${nic.id}/${kind}/size`, 180, 1200))
    const sent = packets('sent')
    const received = packets('received')
    return {
      interface_id: nic.id,
      bytes_sent: sent * size('sent'),
      bytes_received: received * size('received'),
      packets_sent: sent,
      packets_received: received,
      packets_dropped: Math.floor(received / 50_000),
      errors_sent: 0,
      errors_received: 0,
    }
  })
}
