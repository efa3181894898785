// What every table needs to shorten or replace text.

export const emDash = '—'

export function truncate(text: string, maxLength: number, position: 'end' | 'middle' = 'end'): string {
  if (text.length <= maxLength) return text
  const room = Math.max(2, maxLength - 2)
  if (position === 'end') return `${text.slice(0, room)}…`
  return `${text.slice(0, Math.ceil(room / 2))}…${text.slice(text.length - Math.floor(room / 2))}`
}
