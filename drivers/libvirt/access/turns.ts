// Lets a few work at once. The others wait for their turn, in order.

export function makeTurns(atOnce: number) {
  const waiting: (() => void)[] = []
  let working = 0
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (working >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
    else working++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      // the turn is passed on
      if (next) next()
      else working--
    }
  }
}
