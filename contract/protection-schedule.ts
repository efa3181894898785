// When protection policies run and how much they keep: values that the console needs too. No zod here.

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
export type Weekday = (typeof weekdays)[number]

/** The most that each kind can keep. */
export const MAX_KEPT = { hourly: 168, daily: 366, weekly: 260, monthly: 120 } as const
export const MAX_HOURS_BETWEEN_RUNS = 168
/** Per project. Each is looked at when it is due. */
export const MAX_PROTECTION_POLICIES = 32
/** Instances, and as many disks, that a policy names one by one. */
export const MAX_CHOSEN = 256

/** Why a text is not a pattern of names, in which `*` stands for any characters; undefined if it is. */
export const namePatternProblem = (text: string) =>
  /^[a-z0-9*-]{1,63}$/.test(text)
    ? undefined
    : 'expected up to 63 lowercase letters, digits, "-" and "*", which stands for any characters'

/** Whether a name matches a pattern. */
export function matchesName(pattern: string, name: string): boolean {
  const [first = '', ...rest] = pattern.split('*')
  const last = rest.pop()
  if (last === undefined) return name === pattern
  if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length) return false
  // the earliest place of each piece leaves the most room for those after it
  let from = first.length
  for (const piece of rest) {
    const at = name.indexOf(piece, from)
    if (at < 0) return false
    from = at + piece.length
  }
  return from <= name.length - last.length
}
