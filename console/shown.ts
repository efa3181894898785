// Tells when the page that the router navigated to is on screen. Writes wait for it before refetching: the page of a renamed or
// deleted resource would otherwise request it by its old name and show "not found".
let goal: () => string | undefined = () => undefined
let shown: string | undefined
const waiting = new Set<() => void>()

/** The router's current history entry. */
export function setGoal(current: () => string): void {
  goal = current
}

/** The frame reports the entry it has rendered. */
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
