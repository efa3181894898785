// What Ceph says about itself.
import { DriverError } from '../driver-error.ts'
import type { CephTools } from './tools.ts'

interface Df {
  pools: { name: string; stats: { stored: number; max_avail: number } }[]
}

/** Returns the space of the pool, after replication. */
export async function spaceIn(tools: CephTools): Promise<{ free: number; total: number }> {
  const { pools } = await tools.ceph<Df>('df')
  const found = pools.find(({ name }) => name === tools.pool.pool)
  if (!found) throw new DriverError('host', `Ceph has no pool ${tools.pool.pool}`)
  const { stored, max_avail: free } = found.stats
  return { free, total: free + stored }
}
