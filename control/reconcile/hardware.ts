// Keeps the record of the hardware up to date: sleds appear, vanish, stop answering and answer again. Adds the sleds requested by
// operators to the rack. May crash anywhere: it retries until a sled has joined.
import type { Host } from '../frame/context.ts'
import { append, outcomeOf } from '../frame/events.ts'
import { insertSled, recordInventory } from '../system/inventory.ts'
import type { Loop } from './loop.ts'

const JOIN_INTERVAL_MS = 500
const INVENTORY_INTERVAL_MS = 5_000

export function hardwareLoop(host: Host, notify: () => void): Loop {
  let recorded: string | undefined
  let lastInventory = -Infinity

  async function step(): Promise<number | void> {
    const isPending = await admitRequested()
    await takeInventory()
    if (isPending) return JOIN_INTERVAL_MS
  }

  /** Hardware rarely changes, so a write is needed only if its report does. */
  async function takeInventory(): Promise<void> {
    const now = host.clock.now().getTime()
    if (now - lastInventory < INVENTORY_INTERVAL_MS) return
    lastInventory = now
    const inventory = await host.hardware.inventory()
    const report = JSON.stringify(inventory)
    if (report === recorded) return
    await recordInventory(host, inventory)
    recorded = report
    notify()
  }

  /** True while a sled has not joined yet. */
  async function admitRequested(): Promise<boolean> {
    const requested = await host.db.read
      .selectFrom('uninitialized_sled')
      .select(['part', 'serial'])
      .where('sled_id', 'is not', null)
      .execute()
    let isPending = false
    for (const sled of requested) {
      if (await host.hardware.join(sled)) await admit(sled)
      else isPending = true
    }
    return isPending
  }

  async function admit({ part, serial }: { part: string; serial: string }): Promise<void> {
    await host.db.transaction(async (tx) => {
      const gone = tx.deleteFrom('uninitialized_sled').where('serial', '=', serial).where('part', '=', part)
      const row = await gone.returningAll().executeTakeFirst()
      if (!row?.sled_id) return
      const now = host.clock.now().toISOString()
      const scope = { db: tx, random: host.random, rack_id: row.rack_id, now }
      await insertSled(scope, row.sled_id, { ...row, disks: row.plugged_disks, runs_machines: true })
      await append(host, tx, outcomeOf(now, 'sled', { id: row.sled_id, name: serial, silo_id: null, project_id: null }))
    })
    notify()
  }

  return { name: 'hardware', every: INVENTORY_INTERVAL_MS, step }
}
