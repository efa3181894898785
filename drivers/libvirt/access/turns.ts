// Lets a few work at once. The others wait for their turn, in order, as long as their signals let them.

export function makeTurns(atOnce: number) {
  const waiting: (() => void)[] = []
  let working = 0

  const turn = (late: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      if (late.aborted) return reject(late.reason as Error)
      const go = () => {
        late.removeEventListener('abort', leave)
        resolve()
      }
      const leave = () => {
        waiting.splice(waiting.indexOf(go), 1)
        reject(late.reason as Error)
      }
      late.addEventListener('abort', leave, { once: true })
      waiting.push(go)
    })

  return async <T>(work: () => Promise<T>, late: AbortSignal): Promise<T> => {
    if (working >= atOnce) await turn(late)
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
