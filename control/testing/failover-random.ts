// Numbers that look random and follow from a seed, for searches of schedules.
export interface Random {
  /** 0 <= number < 1. */
  next(): number
  /** Whether something with this chance happens. */
  is(chance: number): boolean
  pick<T>(from: readonly T[]): T
}

/** Mulberry32. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32
  }
  return { next, is: (chance) => next() < chance, pick: (from) => from[Math.floor(next() * from.length)]! }
}
