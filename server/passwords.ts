// Argon2id in native code. Each hash holds its memory while it runs, so only a few run at a time: a flood of logins waits
// in line instead of exhausting the machine.
import { hash, verify } from '@node-rs/argon2'
import type { Passwords } from '#control/frame/ports.ts'

export interface PasswordCost {
  /** KiB */
  memory: number
  passes: number
}

const STRONG: PasswordCost = { memory: 47104, passes: 2 }
const AT_ONCE = 2

export function makePasswords(cost: PasswordCost = STRONG): Passwords {
  const waiting: (() => void)[] = []
  let running = 0

  async function inLine<T>(work: () => Promise<T>): Promise<T> {
    if (running >= AT_ONCE) await new Promise<void>((go) => waiting.push(go))
    else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }

  return {
    hash: (password) =>
      inLine(() => hash(password, { memoryCost: cost.memory, timeCost: cost.passes, parallelism: 1, outputLen: 32 })),
    // a damaged hash in the table is a refused login, not a failed request
    verify: (stored, password) => inLine(() => verify(stored, password).catch(() => false)),
  }
}
