// The largest bodies that fit an operation's schema and body limit: one that the schema accepts, and one that it refuses only after
// looking at all of it. Generated, so that a new operation is covered by the bench for hostile input without being listed anywhere.
import { z } from 'zod'
import type { OperationId } from '#contract/operations.ts'
import { parserOf } from '#contract/parsers.ts'
import { bodyLimitOf } from '../frame/parse.ts'

export interface LargestBodies {
  accepted: string
  refused: string
}

type Schema = z.core.$ZodType
const accepts = (schema: Schema, value: unknown) => z.safeParse(schema, value).success

/** Beyond this, the bounds of every JSON body refuse a list before its schema sees it. */
const MAX_LENGTH = 4096
const TEXT_LENGTHS = [8_000_000, 1_000_000, 900_000, 262_144, 65_536, 32_768, 16_384, 4096, 1024, 512, 255, 63, 8]

/** Different for every number, so that no element of a list is a duplicate. Of these, a text is the first that its schema accepts. */
const TEXTS: readonly ((n: number) => unknown)[] = [
  (n) => `n${n}`,
  (n) => `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`,
  (n) => `fd00:${(n >> 16).toString(16)}:${(n & 65_535).toString(16)}::/64`,
  (n) => `10.${(n >> 8) & 255}.${n & 255}.0/24`,
  (n) => `fd00::${(n >> 16).toString(16)}:${(n & 65_535).toString(16)}`,
  (n) => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`,
  (n) => String((n % 65_535) + 1),
  (n) => `02:00:00:${[n >> 16, n >> 8, n].map((byte) => (byte & 255).toString(16).padStart(2, '0')).join(':')}`,
  (n) => `${'abcdef'[n % 6]}`.repeat(64),
  () => '2025-03-03T09:00:00Z',
  () => 1,
  () => 512,
  () => 2 ** 30,
  () => true,
  () => null,
]

interface Filling {
  /** How many elements a list gets; every list if it is not in the map. */
  length: number
  lengths: ReadonlyMap<Schema, number>
  /** Bytes for a text that is not in a list. */
  room: number
}

function makeFiller({ length, lengths, room }: Filling, lists?: Set<Schema>) {
  let count = 0
  const makers = new Map<Schema, ((n: number) => unknown) | undefined>()
  const lengthOf = (schema: Schema) => lengths.get(schema) ?? length

  function leaf(schema: Schema, isInList: boolean): unknown {
    if (!isInList) {
      const long = TEXT_LENGTHS.find((size) => size <= room && accepts(schema, 'x'.repeat(size)))
      if (long !== undefined) return 'x'.repeat(long)
    }
    if (!makers.has(schema))
      makers.set(
        schema,
        TEXTS.find((make) => accepts(schema, make(1))),
      )
    return makers.get(schema)?.(count++)
  }

  return function fill(schema: Schema, isInList = false): unknown {
    if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable)
      return fill(schema.unwrap(), isInList)
    if (schema instanceof z.ZodObject)
      return Object.fromEntries(Object.entries(schema.shape).map(([name, field]) => [name, fill(field, isInList)]))
    if (schema instanceof z.ZodArray) {
      lists?.add(schema)
      return Array.from({ length: lengthOf(schema) }, () => fill(schema.element, true))
    }
    if (schema instanceof z.ZodRecord) {
      lists?.add(schema)
      const entry = () => [fill(schema.keyType, true), fill(schema.valueType, true)] as const
      return Object.fromEntries(Array.from({ length: lengthOf(schema) }, entry))
    }
    if (schema instanceof z.ZodEnum) return schema.options[0]
    if (schema instanceof z.ZodLiteral) return [...schema.values][0]
    if (schema instanceof z.ZodUnion || schema instanceof z.ZodDiscriminatedUnion)
      return fill(variantOf(schema.options as readonly Schema[]), isInList)
    return leaf(schema, isInList)
  }
}

const variants = new Map<readonly Schema[], Schema>()

/** The variant with most in it. */
function variantOf(options: readonly Schema[]): Schema {
  let known = variants.get(options)
  if (!known) {
    const sizeOf = (option: Schema) =>
      written(makeFiller({ length: 1, lengths: new Map(), room: 0 })(option, true)).length
    known = options.reduce((best, one) => (sizeOf(one) > sizeOf(best) ? one : best))
    variants.set(options, known)
  }
  return known
}

const written = (value: unknown) => JSON.stringify(value) ?? ''

/** Lengths of lists, among them the limits that the contract has. */
const LENGTHS = [1, 2, 4, 8, 16, 24, 32, 64, 128, 256, 512, 1000, 1024, MAX_LENGTH]

/** The last number before the first that fails: larger ones would only take longer to fail. */
function lastOf(numbers: readonly number[], holds: (n: number) => boolean): number | undefined {
  let last: number | undefined
  for (const n of numbers) {
    if (!holds(n)) break
    last = n
  }
  return last
}

/** `sample` is a body that the operation accepts; its short texts and numbers stay, its lists and long texts grow. */
export function largestBodies(operation: OperationId, sample: unknown): LargestBodies | undefined {
  const schema = parserOf(operation).body
  if (!schema) return undefined
  const limit = bodyLimitOf(operation)
  const fits = (value: unknown) => written(value).length <= limit
  const isFine = (value: unknown) => fits(value) && accepts(schema, value)
  const lists = new Set<Schema>()
  const make = (length: number, lengths: ReadonlyMap<Schema, number> = new Map(), room = limit - 1000) =>
    withSample(makeFiller({ length, lengths, room }, lists)(schema), sample)
  make(1)
  /** Lists cost more than texts, so they get the bytes if there are any. All long texts together may be too long. */
  const rooms = lists.size > 0 ? [] : [limit - 1000, Math.floor(limit / 4)]
  const room = rooms.find((bytes) => fits(make(1, new Map(), bytes))) ?? 512

  /** Grows all lists together, and then each alone. */
  function largest(holds: (value: unknown) => boolean): unknown {
    const length = lastOf(LENGTHS, (n) => holds(make(n, new Map(), room)))
    if (length === undefined) return undefined
    const lengths = new Map<Schema, number>()
    const longer = LENGTHS.filter((n) => n > length)
    for (const list of lists) {
      const longest = lastOf(longer, (n) => holds(make(length, new Map([...lengths, [list, n]]), room)))
      if (longest !== undefined) lengths.set(list, longest)
    }
    return make(length, lengths, room)
  }

  const accepted = largest(isFine) ?? sample
  const full = largest(fits) ?? make(1, new Map(), room)
  return { accepted: written(accepted), refused: padded(written(broken(schema, full)), limit) }
}

const isLong = (field: unknown) => typeof field === 'string' && field.length > 64

/** What a schema cannot say, such as a name that must exist, comes from the sample. */
function withSample(value: unknown, sample: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const kept = Object.entries(sample ?? {}).filter(
    ([name, field]) => typeof field !== 'object' && !isLong((value as Record<string, unknown>)[name]),
  )
  return { ...value, ...Object.fromEntries(kept) }
}

/** A mistake in one field, the smallest: the schema still looks at all the others. */
function broken(schema: z.ZodType, value: unknown): unknown {
  if (!accepts(schema, value)) return value
  const bySize = Object.entries(value ?? {}).sort(([, a], [, b]) => written(a).length - written(b).length)
  for (const [name] of bySize)
    for (const wrong of [{}, 0]) {
      const changed = { ...(value as object), [name]: wrong }
      if (!accepts(schema, changed)) return changed
    }
  return 0
}

/** Unknown fields are accepted, so one of them can fill the body. */
function padded(text: string, limit: number): string {
  const room = limit - text.length - 20
  return room > 0 && text.startsWith('{') && text !== '{}' ? `{"padding":"${'x'.repeat(room)}",${text.slice(1)}` : text
}
