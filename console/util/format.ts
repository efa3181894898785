// Formats numbers and sizes. Pure: the locale is a parameter.
import { GIB } from '#contract/limits.ts'

type Locale = string | undefined

/** At most `digits` decimals, trailing zeros dropped. */
export function round(value: number, digits = 2): number {
  // 1.005 * 100 is 100.49999…: shifting the exponent rounds halves as expected
  const shifted = Number(`${value}e${digits}`)
  const factor = 10 ** digits
  return Number.isFinite(shifted) ? Number(`${Math.round(shifted)}e-${digits}`) : Math.round(value * factor) / factor
}

/** Three significant digits: more than a measurement has, and whole numbers stay whole. */
export const measuredText = (value: number, locale?: Locale): string =>
  value.toLocaleString(locale, Math.abs(value) < 100 ? { maximumSignificantDigits: 3 } : { maximumFractionDigits: 0 })

const million = 1_000_000
const quadrillion = 1e15

/** Grouped below a million, compact from there, engineering (18.4e18) from 1e15. */
export function bigNum(value: number | bigint, locale?: Locale): { text: string; abbreviated: boolean } {
  const size = value < 0 ? -value : value
  if (size < million) return { text: value.toLocaleString(locale, { maximumFractionDigits: 2 }), abbreviated: false }
  const notation = size < quadrillion ? 'compact' : 'engineering'
  const text = new Intl.NumberFormat(locale, { notation, maximumFractionDigits: 1 }).format(value)
  return { text: notation === 'engineering' ? text.replace('E', 'e') : text, abbreviated: true }
}

export const fullNum = (value: number | bigint, locale?: Locale): string => value.toLocaleString(locale)

/** Percent with two decimals; NaN for 0 of 0. BigInts are scaled before the division, which would drop the decimals. */
export function percentOf(part: number | bigint, whole: number | bigint): number {
  if (typeof part === 'bigint' || typeof whole === 'bigint') {
    const total = BigInt(whole)
    if (total === 0n) return part == 0 ? Number.NaN : Number.POSITIVE_INFINITY
    return Number((BigInt(part) * 10_000n) / total) / 100
  }
  return round((part / whole) * 100, 2)
}

/** '66.70%' */
export const percentText = (percent: number, locale?: Locale): string =>
  `${percent.toLocaleString(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })}%`

const joined = (parts: Intl.NumberFormatPart[]) => parts.map((part) => part.value).join('')

/** The integer part and the fraction with its separator, for displays with a smaller fraction. */
export function splitDecimal(value: number, locale?: Locale): [whole: string, fraction: string] {
  const parts = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }).formatToParts(value)
  const at = parts.findIndex((part) => part.type === 'decimal')
  return at < 0 ? [joined(parts), ''] : [joined(parts.slice(0, at)), joined(parts.slice(at))]
}

export const KiB = 1024
export const MiB = 1024 * KiB
export const GiB = GIB
export const TiB = 1024 * GiB
export const bytesToGiB = (bytes: number): number => round(bytes / GiB, 2)

/** Memory is in GiB on every page, also above 1024. So is the storage of single disks and of quotas. */
export function gibText(bytes: number, locale?: Locale): string {
  const value = bytesToGiB(bytes)
  // of hundreds, fractions do not matter
  return `${value.toLocaleString(locale, { maximumFractionDigits: value < 100 ? 2 : 0 })} GiB`
}

const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB'] as const
export type ByteUnit = (typeof units)[number]

export function bytes(size: number, digits = 2): { value: number; unit: ByteUnit } {
  let value = size
  let at = 0
  // compare what will be shown: 1023.999 KiB must not read "1024 KiB"
  while (Math.abs(round(value, digits)) >= 1024 && at < units.length - 1) {
    value /= 1024
    at += 1
  }
  return { value: round(value, digits), unit: units[at] ?? 'EiB' }
}

export function bytesText(size: number, locale?: Locale, digits = 2): string {
  const { value, unit } = bytes(size, digits)
  return `${value.toLocaleString(locale, { maximumFractionDigits: digits })} ${unit}`
}

/** The storage of a silo or of the fleet, which may be anything from a few GiB to hundreds of TiB. */
export const storageText = (size: number, locale?: Locale): string => (size === 0 ? '0 GiB' : bytesText(size, locale))
