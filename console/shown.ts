// Tells when the page that the router navigated to is on screen. Writes wait for it before refetching: the page of a renamed or
// deleted resource would otherwise request it by its old name and show "not found".
interface Goal {
  /** The router's current history entry. */
  entry: string
  /** It loads another page. Rendering learns of it later. */
  isLeaving: boolean
}

let goal: () => Goal | undefined = () => undefined
let shown: string | undefined
const waiting = new Set<() => void>()

export function setGoal(current: () => Goal): void {
  goal = current
}

export const isLeaving = () => goal()?.isLeaving ?? false

/** The frame reports the entry it has rendered. */
export function reportShown(entry: string): void {
  shown = entry
  for (const go of waiting) go()
  waiting.clear()
}

const MAX_WAIT_MS = 1000

export async function pageShown(): Promise<void> {
  const entry = goal()?.entry
  if (entry === undefined || entry === shown) return
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, MAX_WAIT_MS)
    waiting.add(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}
