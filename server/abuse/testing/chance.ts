// Seeded randomness: a run of the abuse suite can be repeated with the seed it prints.
import { seededRandom } from '#control/demo/seeded-random.ts'

export interface Chance {
  /** From 0 to count - 1. */
  below(count: number): number
  oneIn(count: number): boolean
  pick<T>(from: readonly T[]): T
}

export function makeChance(seed: number): Chance {
  const random = seededRandom(seed)
  const below = (count: number) => new DataView(random.bytes(4).buffer as ArrayBuffer).getUint32(0) % count
  return {
    below,
    oneIn: (count) => below(count) === 0,
    pick: (from) => {
      if (from.length === 0) throw new Error('nothing to pick from')
      return from[below(from.length)]!
    },
  }
}
