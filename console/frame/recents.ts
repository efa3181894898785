// The items a user last opened from the palette, stored in this browser per user.
import { keep, kept } from '../util/keep.ts'

export interface Recent {
  label: string
  group?: string
  detail?: string
  to: string
}

const MAX_RECENTS = 6
const nameFor = (userId: string) => `recent-${userId}`

export function recents(userId: string): Recent[] {
  try {
    return JSON.parse(kept(nameFor(userId)) ?? '[]') as Recent[]
  } catch {
    return []
  }
}

export function addRecent(userId: string, { label, group, detail, to }: Recent): void {
  const others = recents(userId).filter((one) => one.to !== to || one.label !== label)
  const next = [{ label, ...(group && { group }), ...(detail && { detail }), to }, ...others]
  keep(nameFor(userId), JSON.stringify(next.slice(0, MAX_RECENTS)))
}
