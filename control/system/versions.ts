// The order of semantic versions. Build metadata does not count.

/** Negative when `a` comes before `b`, 0 when they are the same release. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [split(a), split(b)]
  for (let at = 0; at < 3; at++) {
    const difference = (left.numbers[at] ?? 0) - (right.numbers[at] ?? 0)
    if (difference !== 0) return difference
  }
  // 1.0.0-rc.1 comes before 1.0.0
  if (left.labels.length === 0 || right.labels.length === 0) return right.labels.length - left.labels.length
  for (let at = 0; at < Math.max(left.labels.length, right.labels.length); at++) {
    const difference = compareLabels(left.labels[at], right.labels[at])
    if (difference !== 0) return difference
  }
  return 0
}

function split(version: string): { numbers: number[]; labels: string[] } {
  const [, core = '', labels] = /^([^-+]*)(?:-([^+]*))?/.exec(version) ?? []
  return { numbers: core.split('.').map(Number), labels: labels ? labels.split('.') : [] }
}

const NUMBER = /^\d+$/

/** Numbers sort before words, and a longer list after its prefix. */
function compareLabels(a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? -1 : 1
  if (NUMBER.test(a) && NUMBER.test(b)) return Number(a) - Number(b)
  if (NUMBER.test(a) !== NUMBER.test(b)) return NUMBER.test(a) ? -1 : 1
  return a < b ? -1 : a > b ? 1 : 0
}
