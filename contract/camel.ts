// Converts between the wire (snake_case, ISO times) and the console (camelCase, Dates). No zod here. Keys that do not look like
// field names stay unchanged, because some maps are keyed by data: addresses, link names, ids.

export type CamelKey<K> = K extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<CamelKey<Tail>>}` : K
type TimeKey = `time_${string}` | `${string}_time` | `${string}_expiration` | 'timestamp'
type Timed<T> = T extends string ? Date : Camel<T>

/** The type of a wire value once received. */
export type Camel<T> = T extends readonly (infer Item)[]
  ? Camel<Item>[]
  : T extends object
    ? { [K in keyof T as CamelKey<K>]: K extends TimeKey ? Timed<T[K]> : Camel<T[K]> }
    : T

const snakeKey = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/
const camelKey = /^[a-z][a-zA-Z0-9]*$/

/** `ipv4_block` → `ipv4Block`. An underscore before a digit stays, so that the conversion is reversible. */
export const toCamel = (key: string) =>
  snakeKey.test(key) ? key.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()) : key

export const toSnake = (key: string) =>
  camelKey.test(key) ? key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) : key

const isTimeKey = (key: string) =>
  key.startsWith('time_') || key.endsWith('_time') || key.endsWith('_expiration') || key === 'timestamp'

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Not every time key holds a timestamp: BGP's hold_time is a number, and other text must not become an invalid Date. */
function toDate(value: unknown): unknown {
  if (typeof value !== 'string') return camelize(value)
  const date = new Date(value)
  return Number.isNaN(date.getTime()) ? value : date
}

export function camelize(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelize)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [toCamel(key), isTimeKey(key) ? toDate(field) : camelize(field)]),
  )
}

export function snakify(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(snakify)
  if (value instanceof Date) return value.toISOString()
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [toSnake(key), snakify(field)]))
}
