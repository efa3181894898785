// What a running machine has done since it started.

/** Nanoseconds since start_time. */
export interface VcpuStatistics {
  vcpu_id: number
  run: number
  idle: number
  waiting: number
  emulation: number
}

/** How many values fell into each bin. Counts never decrease. */
export interface Histogram {
  /** The lower bound of each bin; the last bin has no upper bound. */
  bins: readonly number[]
  counts: readonly number[]
  /** The sum of all values. */
  sum: number
}

export interface DiskStatistics {
  disk_id: string
  reads: number
  writes: number
  flushes: number
  bytes_read: number
  bytes_written: number
  failed_reads: number
  failed_writes: number
  failed_flushes: number
  /** Nanoseconds. */
  latency: Readonly<Record<'read' | 'write' | 'flush', Histogram>>
  /** Bytes. Not every driver measures them. */
  size?: Readonly<Record<'read' | 'write', Histogram>>
}

export interface NicStatistics {
  interface_id: string
  bytes_sent: number
  bytes_received: number
  packets_sent: number
  packets_received: number
  packets_dropped: number
  errors_sent: number
  errors_received: number
}

/** Bytes, as the guest counts them. */
export interface MemoryUse {
  used: number
  total: number
}

/** Counters never decrease while start_time stays the same. */
export interface MachineStatistics {
  id: string
  start_time: Date
  time: Date
  /** How often the guest was reset. */
  reset: number
  vcpus: VcpuStatistics[]
  disks: DiskStatistics[]
  nics: NicStatistics[]
}
