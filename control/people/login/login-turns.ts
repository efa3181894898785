// Limits how many logins per key are checked concurrently. The rest queue in order, up to a limit.
import { Failure } from '../../frame/errors.ts'

/** More concurrent logins than this for one key are an attack or a broken client. */
export const MAX_WAITING = 256

export interface Room {
  key: string
  /** How many can run concurrently; at least one always can. */
  room: number
}

interface Line {
  running: number
  /** Changes whenever a login ends, which makes earlier reads stale. */
  generation: number
  waiting: (() => void)[]
}

export interface Turns {
  /** Runs `check` until there is room for every key it returns, then holds them until released. */
  take(keys: readonly string[], check: () => Promise<Room[]>): Promise<() => void>
}

export function makeTurns(): Turns {
  const lines = new Map<string, Line>()
  const lineOf = (key: string): Line => {
    const line = lines.get(key) ?? { running: 0, generation: 0, waiting: [] }
    lines.set(key, line)
    return line
  }
  const drop = (key: string) => {
    const line = lines.get(key)
    if (line && line.running === 0 && line.waiting.length === 0) lines.delete(key)
  }
  const wakeNext = (key: string) => lines.get(key)?.waiting.shift()?.()
  /** Wakes the next in the queue; otherwise a refused attempt would leave those behind it waiting forever. */
  const passOn = (keys: readonly string[]) => {
    for (const key of keys) {
      wakeNext(key)
      drop(key)
    }
  }

  async function take(keys: readonly string[], check: () => Promise<Room[]>): Promise<() => void> {
    for (;;) {
      const before = keys.map((key) => lineOf(key).generation)
      const rooms = await check().catch((error: unknown) => {
        passOn(keys)
        throw error
      })
      if (keys.some((key, at) => lineOf(key).generation !== before[at])) continue
      const full = rooms.find(({ key, room }) => lineOf(key).running >= Math.max(1, room))
      if (!full) {
        for (const { key } of rooms) lineOf(key).running++
        passOn(keys)
        return () => leave(rooms.map(({ key }) => key))
      }
      const line = lineOf(full.key)
      if (line.waiting.length >= MAX_WAITING) throw tooManyAtOnce()
      await new Promise<void>((go) => line.waiting.push(go))
    }
  }

  function leave(keys: readonly string[]) {
    for (const key of keys) {
      const line = lineOf(key)
      line.running--
      line.generation++
    }
    passOn(keys)
  }

  return { take }
}

const tooManyAtOnce = () =>
  new Failure(undefined, 'too many attempts to log in at once; try again in a few seconds', 429, { 'retry-after': '5' })
