// Days of a month as rows of weeks, in local time. Pure.

export interface Day {
  year: number
  /** 0 to 11 */
  month: number
  day: number
}

export const dayOf = (moment: Date): Day => ({
  year: moment.getFullYear(),
  month: moment.getMonth(),
  day: moment.getDate(),
})

/** Days and months out of range roll over, so that adding is plain arithmetic. */
export const dateOf = ({ year, month, day }: Day): Date => new Date(year, month, day)
export const addDays = (from: Day, days: number): Day => dayOf(dateOf({ ...from, day: from.day + days }))

/** The same day some months later, or the last of a shorter month: 31 January plus one is 28 February, not 3 March. */
export function addMonths(from: Day, months: number): Day {
  const last = new Date(from.year, from.month + months + 1, 0)
  return { ...dayOf(last), day: Math.min(from.day, last.getDate()) }
}

export const compareDays = (one: Day, other: Day): number => dateOf(one).getTime() - dateOf(other).getTime()
export const sameDay = (one: Day, other: Day): boolean => compareDays(one, other) === 0

/** Six weeks that contain the month; weeks start on `firstDay` (0 is Sunday). */
export function weeksOf({ year, month }: Pick<Day, 'year' | 'month'>, firstDay = 1): Day[][] {
  const lead = (new Date(year, month, 1).getDay() - firstDay + 7) % 7
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_, day) => dayOf(new Date(year, month, 1 - lead + week * 7 + day))),
  )
}
