// Keeps the record of the hardware up to date: sleds appear, vanish, stop answering and answer again. Adds the sleds requested by
// operators to the rack. May crash anywhere: it retries until a sled has joined.
import type { Host } from '../frame/context.ts'
import { append, outcomeOf } from '../frame/events.ts'
import { insertSled, recordInventory } from '../system/inventory.ts'
import { makeTroubles, problemOf } from '../frame/troubles.ts'
import type { Loop } from './loop.ts'

const JOIN_INTERVAL_MS = 500
const INVENTORY_INTERVAL_MS = 5_000

export function hardwareLoop(host: Host, notify: () => void): Loop {
  const troubles = makeTroubles(host.clock)
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
    const inventory = await host.hardware.inventory()
    // not earlier: a pass that skips it after a failure would count as a success
    lastInventory = now
    if (JSON.stringify([inventory, await known()]) === recorded) return
    await recordInventory(host, inventory)
    recorded = JSON.stringify([inventory, await known()])
    notify()
  }

  /** Operators remove hosts, and may add them again before the next report. */
  async function known() {
    const removed = host.db.read.selectFrom('sled').select('id').where('state', '=', 'decommissioned').orderBy('id')
    const waiting = host.db.read.selectFrom('uninitialized_sled').select('hardware_id').orderBy('hardware_id')
    return [await removed.execute(), await waiting.execute()]
  }

  /** True while a sled has not joined yet. */
  async function admitRequested(): Promise<boolean> {
    const requested = await host.db.read
      .selectFrom('uninitialized_sled')
      .select(['part', 'serial'])
      .where('sled_id', 'is not', null)
      .execute()
    troubles.keep((key) => requested.some(({ serial }) => serial === key))
    let isPending = false
    for (const sled of requested) {
      if (await join(sled)) await admit(sled)
      else isPending = true
    }
    return isPending
  }

  /** One that fails must not keep the inventory from being taken. */
  function join(sled: { part: string; serial: string }): Promise<boolean> {
    return host.hardware.join(sled).then(
      (hasJoined) => {
        troubles.pass(sled.serial)
        return hasJoined
      },
      (error: unknown) => {
        troubles.fail(sled.serial, `sled ${sled.serial} could not join: ${problemOf(error)}`)
        return false
      },
    )
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

  return { name: 'hardware', every: INVENTORY_INTERVAL_MS, step, troubles }
}
