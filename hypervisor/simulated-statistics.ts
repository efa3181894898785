// Counters of a machine at work, as a function of seed and time: smooth, with a daily rhythm and noise.
// Rates are sums of waves and counters are their exact integrals, so they never fall and need no storing.
import { between, roll } from './seeded-random.ts'
import type { DiskStatistics, MachineSpec, NicStatistics, VcpuStatistics } from './driver.ts'

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

export function diskStatistics(spec: Pick<MachineSpec, 'disks'>, seed: number, life: Lifetime): DiskStatistics[] {
  return spec.disks.map((disk) => {
    const count = (kind: string, low: number, high: number, boot: number) =>
      Math.floor(between(seed, `${disk.id}/${kind}`, low, high) * work(seed, `${disk.id}/${kind}`, life, boot))
    const blocks = (kind: string, low: number, high: number) =>
      Math.round(between(seed, `${disk.id}/${kind}`, low, high) / disk.block_size)
    const reads = count('reads', 2, 60, disk.boot ? 25 : 0)
    const writes = disk.read_only ? 0 : count('writes', 1, 40, disk.boot ? 4 : 0)
    return {
      disk_id: disk.id,
      reads,
      writes,
      flushes: Math.floor(writes / 12),
      bytes_read: reads * disk.block_size * Math.max(1, blocks('read-size', 8192, 65_536)),
      bytes_written: writes * disk.block_size * Math.max(1, blocks('write-size', 4096, 32_768)),
      failed_reads: 0,
      failed_writes: 0,
      failed_flushes: 0,
    }
  })
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
