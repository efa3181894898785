// Counters of running machines, as libvirt and QEMU keep them. What they do not measure is absent: the sizes of single reads and
// writes, and the traffic of user-mode networks.
import type {
  DiskStatistics,
  Histogram,
  MachineStatistics,
  MemoryUse,
  NicStatistics,
  VcpuStatistics,
} from '../statistics.ts'
import { bridgedInterfaces } from './bridged-network.ts'
import { aliasOf } from './disks-in.ts'
import type { Host } from './host.ts'
import type { Domain } from './reader.ts'
import { nameOf } from './record.ts'

/** Nanoseconds: from 50 µs to 50 ms. */
const LATENCY_BOUNDARIES = [50e3, 100e3, 200e3, 500e3, 1e6, 2e6, 5e6, 10e6, 50e6]

const query = (execute: string, given?: object) => JSON.stringify({ execute, ...(given && { arguments: given }) })
const deviceOf = (disk_id: string) => `/machine/peripheral/${aliasOf(disk_id)}/virtio-backend`

/** QEMU counts from here on, so a disk must not have been used before. */
export const measureLatency = (machine_id: string, disk_id: string): string[] => [
  'qemu-monitor-command',
  nameOf(machine_id),
  query('block-latency-histogram-set', { id: deviceOf(disk_id), boundaries: LATENCY_BOUNDARIES }),
]

interface BlockStatistics {
  qdev?: string
  'node-name'?: string
  stats: Record<string, number> & Record<`${'rd' | 'wr' | 'flush'}_latency_histogram`, { bins: number[] } | undefined>
}

export async function blockStatistics({ virsh }: Host, machine_id: string): Promise<BlockStatistics[]> {
  return parsed(await virsh.run('qemu-monitor-command', nameOf(machine_id), query('query-blockstats')))
}

const parsed = (text: string) => (JSON.parse(text) as { return?: BlockStatistics[] }).return ?? []

/** How QEMU calls the disk inside. */
export const nodeOf = (all: readonly BlockStatistics[], disk_id: string) =>
  all.find(({ qdev }) => qdev === deviceOf(disk_id))?.['node-name']

export async function statisticsOf(host: Host, domains: readonly Domain[], now: Date): Promise<MachineStatistics[]> {
  const running = domains.filter(({ record }) => ['running', 'rebooting', 'stopping'].includes(record.state))
  const answers = await host.virsh.batch(
    running.flatMap(({ record: { id } }) => [
      ['domstats', nameOf(id), '--vcpu', '--interface'],
      ['qemu-monitor-command', nameOf(id), query('query-blockstats')],
    ]),
  )
  return running.flatMap(({ record, xml }, n) => {
    const [counters, blocks] = [answers[2 * n], answers[2 * n + 1]]
    // it has ended meanwhile
    if (!counters || !blocks) return []
    const start_time = new Date(record.started ?? record.since)
    const elapsed = (now.getTime() - start_time.getTime()) * 1e6
    return [
      {
        id: record.id,
        start_time,
        time: now,
        reset: record.resets,
        vcpus: vcpuStatistics(counters, elapsed),
        disks: parsed(blocks).flatMap((each) => diskStatistics(each) ?? []),
        nics: nicStatistics(counters, bridgedInterfaces(xml)),
      },
    ]
  })
}

function vcpuStatistics(domstats: string, elapsed: number): VcpuStatistics[] {
  const values = new Map(
    [...domstats.matchAll(/^\s*vcpu\.([\w.]+)=(\d+)$/gm)].map(([, key, value]) => [key, Number(value)]),
  )
  const count = values.get('current') ?? 0
  return Array.from({ length: count }, (_, vcpu_id) => {
    const run = values.get(`${vcpu_id}.time`) ?? 0
    const waiting = values.get(`${vcpu_id}.delay`) ?? 0
    return { vcpu_id, run, waiting, emulation: 0, idle: Math.max(0, elapsed - run - waiting) }
  })
}

/** libvirt counts as the guest sees it. */
export function nicStatistics(domstats: string, interface_ids: readonly string[]): NicStatistics[] {
  const values = new Map(
    [...domstats.matchAll(/^\s*net\.([\w.]+)=(\d+)$/gm)].map(([, key, value]) => [key, Number(value)]),
  )
  return interface_ids.map((interface_id, n) => {
    const value = (name: string) => values.get(`${n}.${name}`) ?? 0
    return {
      interface_id,
      bytes_sent: value('tx.bytes'),
      bytes_received: value('rx.bytes'),
      packets_sent: value('tx.pkts'),
      packets_received: value('rx.pkts'),
      packets_dropped: value('rx.drop') + value('tx.drop'),
      errors_sent: value('tx.errs'),
      errors_received: value('rx.errs'),
    }
  })
}

function diskStatistics({ qdev, stats }: BlockStatistics): DiskStatistics | undefined {
  const disk_id = /\/ua-([^/]+)\//.exec(qdev ?? '')?.[1]
  if (disk_id === undefined) return undefined
  const value = (name: string) => Number(stats[name] ?? 0)
  const latency = (kind: 'rd' | 'wr' | 'flush'): Histogram => ({
    bins: [0, ...LATENCY_BOUNDARIES],
    counts: stats[`${kind}_latency_histogram`]?.bins ?? [0, ...LATENCY_BOUNDARIES].map(() => 0),
    sum: value(`${kind}_total_time_ns`),
  })
  return {
    disk_id,
    reads: value('rd_operations'),
    writes: value('wr_operations'),
    flushes: value('flush_operations'),
    bytes_read: value('rd_bytes'),
    bytes_written: value('wr_bytes'),
    failed_reads: value('failed_rd_operations'),
    failed_writes: value('failed_wr_operations'),
    failed_flushes: value('failed_flush_operations'),
    latency: { read: latency('rd'), write: latency('wr'), flush: latency('flush') },
  }
}

/** Undefined until the balloon of the guest has told. libvirt counts in KiB. */
export function memoryUse(dommemstat: string): MemoryUse | undefined {
  const values = new Map(
    [...dommemstat.matchAll(/^(\w+) (\d+)$/gm)].map(([, key, value]) => [key, Number(value) * 1024]),
  )
  const total = values.get('available')
  // what the guest could free counts as free, where it says how much that is
  const free = values.get('usable') ?? values.get('unused')
  return total === undefined || free === undefined ? undefined : { used: Math.max(0, total - free), total }
}
