// Tells when the page that the router navigated to is on screen. Writes wait for it before refetching: the page of a renamed or
// deleted resource would otherwise request it by its old name and show "not found".
interface Place {
  pathname: string
  search: string
}

interface Goal {
  /** The router's current history entry. */
  entry: string
  here: Place
  /** What it is loading. */
  next: Place | undefined
}

let goal: () => Goal | undefined = () => undefined
let shown: string | undefined
const waiting = new Set<() => void>()

export function setGoal(current: () => Goal): void {
  goal = current
}

/** Where the router is and where it is going. Rendering learns of both later. */
export const destination = (): Pick<Goal, 'here' | 'next'> => goal() ?? { here: location, next: undefined }

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
