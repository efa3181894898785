// When the page that the router went to is really on screen. A write waits for it before it reads again: the page of a thing that
// was renamed or deleted would ask for it by the old name and find nothing.
let goal: () => string | undefined = () => undefined
let shown: string | undefined
const waiting = new Set<() => void>()

/** The router's own idea of the current history entry. */
export function setGoal(current: () => string): void {
  goal = current
}

/** The frame reports the entry that it has drawn. */
export function reportShown(entry: string): void {
  shown = entry
  for (const go of waiting) go()
  waiting.clear()
}

const MAX_WAIT_MS = 1000

export async function pageShown(): Promise<void> {
  if (goal() === undefined || goal() === shown) return
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, MAX_WAIT_MS)
    waiting.add(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}
