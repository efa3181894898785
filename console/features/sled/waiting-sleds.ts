// Which sleds wait to be added. Apart from the rack's layout, because pages need it before the drawing.
import type { Sled, WaitingSled } from '../rack/rack-layout.ts'

/** The two lists load separately, so a sled that was just added can be in both. */
export function notInService(waiting: readonly WaitingSled[], sleds: readonly Sled[]): WaitingSled[] {
  const inService = new Set(sleds.map(({ baseboard }) => baseboard.serial))
  return waiting.filter(({ baseboard }) => !inService.has(baseboard.serial))
}
