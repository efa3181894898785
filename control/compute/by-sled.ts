// Groups machines by the sled they run on.
import type { MachineAt } from '#drivers/machines.ts'

export function bySled<T extends MachineAt>(places: Iterable<T>): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const place of places) {
    const group = groups.get(place.sled_id)
    if (group) group.push(place)
    else groups.set(place.sled_id, [place])
  }
  return groups
}
