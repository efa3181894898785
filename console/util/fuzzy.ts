// Fuzzy matching: how well typed text matches a label by its letters in order, better the closer together. Ignores case and spaces.

/** Lower is better; undefined without a match. */
export function fuzzy(label: string, text: string): number | undefined {
  const hay = label.toLowerCase()
  const needle = text.toLowerCase().replaceAll(/\s+/g, '')
  const whole = hay.indexOf(text.trim().toLowerCase())
  if (whole >= 0) return whole === 0 ? 0 : 1
  let at = -1
  let gaps = 2
  for (const letter of needle) {
    const next = hay.indexOf(letter, at + 1)
    if (next < 0) return undefined
    gaps += at < 0 ? 0 : next - at - 1
    at = next
  }
  return gaps
}
