// The site's figures in the Prometheus text format: the fleet, the reconcile loops, the database pool, space and the last backup.
// Every label has a fixed set of values, so the number of series does not grow with the site.
import { Gauge, Registry } from 'prom-client'
import { MAX_COUNTED_INSTANCES } from '#contract/limits.ts'
import type { ConnectionCounts } from '#control/db/database.ts'
import type { FleetFigures } from '#control/frame/ports/figures.ts'
import type { LoopStatus } from '#control/reconcile/loop.ts'

export interface Site extends FleetFigures {
  loops: LoopStatus[]
  /** Undefined without a pool. */
  connections: ConnectionCounts | undefined
  space: { free: number; total: number }
  lastBackup: Date | undefined
}

interface Sample {
  labels?: Record<string, string>
  value: number
}

interface Metric {
  name: string
  help: string
  samples(site: Site): Sample[]
}

/** Zero for never, so that an alert on the age fires then, too. */
const seconds = (time: Date | undefined) => (time?.getTime() ?? 0) / 1000

const METRICS: Metric[] = [
  {
    name: 'rackwright_instances',
    help: `Instances by state; each count stops at ${MAX_COUNTED_INSTANCES}`,
    samples: ({ instances }) => instances.map(({ state, count }) => ({ labels: { state }, value: count })),
  },
  {
    name: 'rackwright_issues',
    help: 'Current issues, as the console lists them',
    samples: ({ issues }) => issues.map(({ kind, severity, count }) => ({ labels: { kind, severity }, value: count })),
  },
  {
    name: 'rackwright_capacity_cpus',
    help: 'Hardware threads of the sleds that accept instances',
    samples: ({ capacity }) => [{ value: capacity.cpus }],
  },
  {
    name: 'rackwright_capacity_memory_bytes',
    help: 'Memory of the sleds that accept instances',
    samples: ({ capacity }) => [{ value: capacity.memory }],
  },
  {
    name: 'rackwright_provisioned_cpus',
    help: 'Virtual CPUs that count against quotas',
    samples: ({ provisioned }) => [{ value: provisioned.cpus }],
  },
  {
    name: 'rackwright_provisioned_memory_bytes',
    help: 'Memory that counts against quotas',
    samples: ({ provisioned }) => [{ value: provisioned.memory }],
  },
  {
    name: 'rackwright_provisioned_storage_bytes',
    help: 'Disks and snapshots that count against quotas',
    samples: ({ provisioned }) => [{ value: provisioned.storage }],
  },
  {
    name: 'rackwright_quota_cpus',
    help: 'Sum of the quotas of all silos',
    samples: ({ quota }) => [{ value: quota.cpus }],
  },
  {
    name: 'rackwright_quota_memory_bytes',
    help: 'Sum of the quotas of all silos',
    samples: ({ quota }) => [{ value: quota.memory }],
  },
  {
    name: 'rackwright_quota_storage_bytes',
    help: 'Sum of the quotas of all silos',
    samples: ({ quota }) => [{ value: quota.storage }],
  },
  {
    name: 'rackwright_quota_highest_use_ratio',
    help: 'Share of its quota that the fullest silo uses',
    samples: ({ highestQuotaUse }) =>
      Object.entries(highestQuotaUse).map(([resource, value]) => ({ labels: { resource }, value })),
  },
  {
    name: 'rackwright_loop_interval_seconds',
    help: 'Longest pause between two passes of a reconcile loop',
    samples: ({ loops }) => loops.map(({ name, every }) => ({ labels: { loop: name }, value: every / 1000 })),
  },
  {
    name: 'rackwright_loop_lease_held',
    help: 'Whether this server holds the lease of a reconcile loop; one with long pauses gives it up after each pass',
    samples: ({ loops }) => loops.map(({ name, isLeased }) => ({ labels: { loop: name }, value: Number(isLeased) })),
  },
  {
    name: 'rackwright_loop_last_pass_timestamp_seconds',
    help: 'When a pass of a reconcile loop last succeeded on this server; 0 for never',
    samples: ({ loops }) => loops.map(({ name, lastPass }) => ({ labels: { loop: name }, value: seconds(lastPass) })),
  },
  {
    name: 'rackwright_loop_failing',
    help: 'Things that a reconcile loop keeps failing to do, on whichever server runs it',
    samples: ({ failing }) => failing.map(({ loop, count }) => ({ labels: { loop }, value: count })),
  },
  {
    name: 'rackwright_database_connections',
    help: 'Open connections to PostgreSQL',
    samples: ({ connections }) =>
      connections ? (['busy', 'idle'] as const).map((state) => ({ labels: { state }, value: connections[state] })) : [],
  },
  {
    name: 'rackwright_database_connections_max',
    help: 'Connections to PostgreSQL that this server may open',
    samples: ({ connections }) => (connections ? [{ value: connections.max }] : []),
  },
  {
    name: 'rackwright_database_waiting',
    help: 'Transactions and queries that wait for a connection to PostgreSQL',
    samples: ({ connections }) => (connections ? [{ value: connections.waiting }] : []),
  },
  {
    name: 'rackwright_data_free_bytes',
    help: 'Free space on the file system of the data directory',
    samples: ({ space }) => [{ value: space.free }],
  },
  {
    name: 'rackwright_data_size_bytes',
    help: 'Size of the file system of the data directory',
    samples: ({ space }) => [{ value: space.total }],
  },
  {
    name: 'rackwright_last_backup_timestamp_seconds',
    help: 'When the last complete backup began; 0 for never',
    samples: ({ lastBackup }) => [{ value: seconds(lastBackup) }],
  },
]

export function printSite(site: Site): Promise<string> {
  // a new registry each time: nothing is left of a metric that has no value now
  const register = new Registry()
  for (const { name, help, samples } of METRICS) {
    const found = samples(site)
    if (found.length === 0) continue
    const labelNames = Object.keys(found[0]?.labels ?? {})
    const gauge = new Gauge({ name, help, labelNames, registers: [register] })
    for (const { labels = {}, value } of found) gauge.set(labels, value)
  }
  return register.metrics()
}
