// Names for the disks of a clone. Machines get their disks in the order of their names, so the names keep that order.
import { MAX_NAME_LENGTH } from '#contract/limits.ts'

interface Naming {
  /** The instance that is copied. */
  source: string
  /** The new instance. */
  target: string
  /** The disks to name. */
  disks: readonly string[]
  isTaken: (name: string) => boolean
}

/** In the order of `disks`: `web-data` of web becomes `web-2-data` of web-2. */
export function diskNames({ source, target, disks, isTaken }: Naming): string[] {
  const own = `${source}-`
  const isOwn = disks.every((name) => name.startsWith(own))
  const rests = isOwn ? disks.map((name) => name.slice(own.length)) : disks
  for (let number = 1; ; number++) {
    const names = prefixed(number === 1 ? target : `${target}-${number}`, rests)
    if (!names.some(isTaken)) return names
  }
}

function prefixed(prefix: string, rests: readonly string[]): string[] {
  const names = rests.map((rest) => `${prefix}-${rest}`)
  if (names.every((name) => name.length <= MAX_NAME_LENGTH)) return names
  return rests.map((_, n) => numbered(prefix, rests, n))
}

/** Numbers replace names that are too long. The end of the prefix, which makes it unique, is kept. */
function numbered(prefix: string, rests: readonly string[], n: number): string {
  const sorted = rests.toSorted()
  const suffix = `-${String(sorted.indexOf(rests[n]!) + 1).padStart(2, '0')}`
  const room = MAX_NAME_LENGTH - suffix.length
  const [, stem = '', number = ''] = /^(.*?)(-\d+)?$/.exec(prefix) ?? []
  return stem.slice(0, room - number.length).replace(/-+$/, '') + number + suffix
}
