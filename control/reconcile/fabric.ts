// Configures the switches from the tables. Idempotent: a switch that already matches stays unchanged.
import type { Host } from '../frame/context.ts'
import { allSwitches } from '../system/fabric/find.ts'
import { switchSpec } from '../system/fabric/switch-spec.ts'
import type { Loop } from './loop.ts'

export function fabricLoop({ db, fabric }: Pick<Host, 'db' | 'fabric'>): Loop {
  async function step(): Promise<void> {
    for (const at of await allSwitches(db.read)) await fabric.configure(at, await switchSpec(db.read, at))
  }

  return { name: 'fabric', every: 60_000, step }
}
