// A set of machines, each on its sled.
import type { MachineAt } from '#drivers/machines.ts'

const keyOf = ({ id, sled_id }: MachineAt) => `${id} ${sled_id}`

export function makePlaces(initial: readonly MachineAt[] = []) {
  const places = new Map(initial.map((at) => [keyOf(at), at]))
  return {
    add: (at: MachineAt) => void places.set(keyOf(at), at),
    delete: (at: MachineAt) => void places.delete(keyOf(at)),
    has: (at: MachineAt) => places.has(keyOf(at)),
    all: () => [...places.values()],
    size: () => places.size,
    clear: () => places.clear(),
  }
}

export type Places = ReturnType<typeof makePlaces>
