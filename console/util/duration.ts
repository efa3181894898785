// Formats durations for display.

/** '12 s', '3 min', '2 h 5 min', '30 d 5 h'. */
export function durationText(seconds: number): string {
  if (seconds < 59.5) return `${Math.max(1, Math.round(seconds))} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  return hours < 24 ? pair(hours, 'h', minutes % 60, 'min') : pair(Math.floor(hours / 24), 'd', hours % 24, 'h')
}

const pair = (count: number, unit: string, rest: number, restUnit: string): string =>
  `${count} ${unit}${rest ? ` ${rest} ${restUnit}` : ''}`
