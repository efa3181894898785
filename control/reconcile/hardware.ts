// Adds the sleds requested by operators to the rack. May crash anywhere: it retries until a sled has joined.
import type { Host } from '../frame/context.ts'
import { append, outcomeOf } from '../frame/events.ts'
import { insertSled } from '../system/inventory.ts'
import type { Loop } from './loop.ts'

const POLL_INTERVAL_MS = 500

export function hardwareLoop(host: Host, told: () => void): Loop {
  async function step(): Promise<number | void> {
    const asked = await host.db.read
      .selectFrom('uninitialized_sled')
      .select(['part', 'serial'])
      .where('sled_id', 'is not', null)
      .execute()
    let isPending = false
    for (const sled of asked) {
      if (await host.hardware.join(sled)) await admit(sled)
      else isPending = true
    }
    if (isPending) return POLL_INTERVAL_MS
  }

  async function admit({ part, serial }: { part: string; serial: string }): Promise<void> {
    await host.db.transaction(async (tx) => {
      const gone = tx.deleteFrom('uninitialized_sled').where('serial', '=', serial).where('part', '=', part)
      const row = await gone.returningAll().executeTakeFirst()
      if (!row?.sled_id) return
      const now = host.clock.now().toISOString()
      const scope = { db: tx, random: host.random, rack_id: row.rack_id, now }
      await insertSled(scope, row.sled_id, { ...row, disks: row.plugged_disks }, 'provisionable')
      await append(host, tx, outcomeOf(now, 'sled', { id: row.sled_id, name: serial, silo_id: null, project_id: null }))
    })
    told()
  }

  return { name: 'hardware', every: 60_000, step }
}
