// Prints responses as a table, JSON or YAML.
import { write, type Io } from './io.ts'
import { sizeText } from './size.ts'
import { oneLine, toJson } from './text.ts'
import { toYaml } from './yaml.ts'

export const FORMATS = ['table', 'json', 'yaml'] as const
export type Format = (typeof FORMATS)[number]

type Row = Record<string, unknown>

const MAX_COLUMNS = 8
/** Redundant with other columns, or too long. */
const NOT_IN_LISTS = /^(description|time_modified|time_run_state_updated|.*_token)$/
/** Byte counts, which are printed with a unit. */
export const SIZES: ReadonlySet<string> = new Set([
  'block_size',
  'free',
  'memory',
  'received',
  'remaining',
  'reserved_memory',
  'size',
  'storage',
  'total',
  'usable_physical_ram',
  'used',
])
const TOKENS = /^(access_token|device_code)$/

const isObject = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)

export async function print(io: Io, format: Format, value: unknown): Promise<void> {
  if (value === undefined) return
  const shown = io.stdout.isTTY ? withoutTokens(value) : value
  if (format === 'json') await write(io.stdout, `${toJson(shown, 2)}\n`)
  else if (format === 'yaml') await write(io.stdout, toYaml(shown))
  else if (Array.isArray(shown) && shown.length === 0) await write(io.stderr, 'The list is empty.\n')
  else await write(io.stdout, asTable(shown))
}

/** Tokens may be piped to a program but not shown on a screen. */
function withoutTokens(value: unknown): unknown {
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, TOKENS.test(key) ? '(hidden)' : field]))
}

export function asTable(answer: unknown): string {
  const value = withUnits(answer)
  if (Array.isArray(value)) {
    if (value.every(isObject)) return listTable(value)
    return value.map((item) => `${cell(item)}\n`).join('')
  }
  if (!isObject(value)) return `${cell(value)}\n`
  return columns(Object.entries(value).map(([key, field]) => [oneLine(key), cell(field)]))
}

/** JSON and YAML have all digits. */
function withUnits(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withUnits)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [
      key,
      SIZES.has(key) && typeof field === 'number' ? sizeText(field) : withUnits(field),
    ]),
  )
}

/** The most useful columns come first. */
const ORDER = [/^name$/, /^id$/, /state$/, /^(?!time_|.*_id$)/, /./]
const rank = (field: string) => ORDER.findIndex((pattern) => pattern.test(field))

function listTable(rows: readonly Row[]): string {
  const fields = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((field) => !NOT_IN_LISTS.test(field))
  const chosen = fields
    .filter((field) => rows.every((row) => isShort(row[field])))
    .filter((field) => rows.some((row) => row[field] !== null && row[field] !== undefined))
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, MAX_COLUMNS)
  if (chosen.length === 0) return rows.map((row) => `${cell(row)}\n`).join('')
  const head = chosen.map((field) => oneLine(field).toUpperCase().replaceAll('_', ' '))
  return columns([head, ...rows.map((row) => chosen.map((field) => cell(row[field])))])
}

const isShort = (value: unknown) => !isObject(value) || stateOf(value) !== undefined

/** { state: 'attached', instance: … } reads as its state. */
const stateOf = (value: Row) => (typeof value.state === 'string' ? value.state : undefined)

function cell(value: unknown): string {
  if (value === null || value === undefined) return '-'
  const text = isObject(value)
    ? (stateOf(value) ?? JSON.stringify(value))
    : Array.isArray(value)
      ? listText(value)
      : String(value)
  return oneLine(text)
}

const listText = (items: readonly unknown[]) =>
  items.some((item) => typeof item === 'object') ? JSON.stringify(items) : items.join(', ')

function columns(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)))
  const line = (row: readonly string[]) =>
    row
      .map((text, index) => text.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd()
  return rows.map((row) => `${line(row)}\n`).join('')
}
