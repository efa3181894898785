// The pages a user last visited, stored in this browser per user.
import { keep, kept } from '../util/keep.ts'

export interface Recent {
  label: string
  detail?: string
  to: string
}

/** One more than the palette shows, because it leaves out the current page. */
const MAX_RECENTS = 7
const nameFor = (userId: string) => `recent-${userId}`

export function recents(userId: string): Recent[] {
  try {
    return JSON.parse(kept(nameFor(userId)) ?? '[]') as Recent[]
  } catch {
    return []
  }
}

export function addRecent(userId: string, { label, detail, to }: Recent): void {
  const others = recents(userId).filter((one) => one.to !== to)
  const next = [{ label, ...(detail && { detail }), to }, ...others]
  keep(nameFor(userId), JSON.stringify(next.slice(0, MAX_RECENTS)))
}
