// Sizes in bytes, as they are typed and printed: 10GiB.
import { GIB } from '#contract/limits.ts'

const UNITS: Readonly<Record<string, number>> = { TiB: 2 ** 40, GiB: GIB, MiB: 2 ** 20, KiB: 2 ** 10 }

/** A number, or a size with a unit; undefined for other text. */
export function readSize(text: string): number | undefined {
  const [, digits, prefix] = /^(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?) ?(?:([KMGT])iB)?$/i.exec(text) ?? []
  const scale = prefix === undefined ? 1 : UNITS[`${prefix.toUpperCase()}iB`]
  return digits === undefined || scale === undefined ? undefined : Number(digits) * scale
}

/** In GiB from one GiB on. Rounded to hundredths. */
export function sizeText(bytes: number): string {
  const [unit, size = 1] = Object.entries(UNITS).find(([name, each]) => name !== 'TiB' && bytes >= each) ?? ['']
  return `${Number((bytes / size).toFixed(2))}${unit}`
}
