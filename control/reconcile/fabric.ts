// Configures the switches from the tables. Idempotent: a switch that already matches stays unchanged.
import type { Host } from '../frame/context.ts'
import { allSwitches, type SwitchLocation } from '../system/fabric/find.ts'
import { switchSpec } from '../system/fabric/switch-spec.ts'
import { makeTroubles, problemOf } from '../frame/troubles.ts'
import type { Loop } from './loop.ts'

interface SwitchAt {
  rack_id: string
  location: SwitchLocation
}

const keyOf = ({ rack_id, location }: SwitchAt) => `${location} of rack ${rack_id}`

export function fabricLoop({ db, fabric, clock }: Pick<Host, 'db' | 'fabric' | 'clock'>): Loop {
  const troubles = makeTroubles(clock)

  async function step(): Promise<void> {
    const switches = await allSwitches(db.read)
    troubles.keep((key) => switches.some((at) => keyOf(at) === key))
    for (const at of switches) await configure(at)
  }

  /** A switch that cannot be configured must not keep the others from it. */
  async function configure(at: SwitchAt): Promise<void> {
    const spec = await switchSpec(db.read, at)
    await fabric.configure(at, spec).then(
      () => troubles.pass(keyOf(at)),
      (error: unknown) => troubles.fail(keyOf(at), `${keyOf(at)}: ${problemOf(error)}`),
    )
  }

  return { name: 'fabric', every: 60_000, step, troubles }
}
