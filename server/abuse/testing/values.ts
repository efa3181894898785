// Values for request fields: hostile ones, and ones that the contract's schemas mostly accept.
import { z } from 'zod'
import type { Chance } from './chance.ts'

export const TEXTS: readonly string[] = [
  '',
  ' ',
  'a',
  'A',
  'null',
  'true',
  '-1',
  '0x10',
  '1e309',
  '99999999999999999999',
  '../../../etc/passwd',
  '..%2f..%2f',
  '\0',
  'a\0b',
  '\ud800',
  '\u202egnp.exe',
  '\u{1f4a5}',
  '٣',
  "' or 1=1 --",
  '%',
  '_',
  '\\',
  '"',
  '<script>alert(1)</script>',
  '=1+1',
  'a\r\nx-injected: 1',
  '__proto__',
  'constructor',
  'toString',
  'a'.repeat(64),
  'a'.repeat(5000),
  '9999-12-31T23:59:59.999999999Z',
  '-271821-04-20T00:00:00Z',
  '+275760-09-13T00:00:00Z',
  '2025-02-30T25:61:61Z',
  '10.0.0.0/33',
  '::/0',
  'fe80::1%eth0',
  '255.255.255.255',
  '0-65536',
  '00000000-0000-0000-0000-000000000000',
  'data:text/html,<script>1</script>',
  'http://127.0.0.1:1/',
]

export const NUMBERS: readonly number[] = [
  0,
  -0,
  1,
  -1,
  0.5,
  512,
  4096,
  65_535,
  65_536,
  2 ** 30,
  2 ** 31,
  2 ** 32,
  2 ** 53,
  2 ** 53 + 2,
  2 ** 63 - 1024,
  2 ** 63,
  2 ** 64,
  -(2 ** 63),
  1e308,
  5e-324,
]

function nested(depth: number): unknown {
  let value: unknown = []
  for (let level = 0; level < depth; level++) value = level % 2 ? { a: value } : [value]
  return value
}

/** Any JSON value. */
export function anything(chance: Chance): unknown {
  switch (chance.below(8)) {
    case 0:
      return null
    case 1:
      return chance.oneIn(2)
    case 2:
      return chance.pick(NUMBERS)
    case 3:
      return chance.oneIn(3) ? nested(chance.pick([1, 5, 60, 200])) : []
    case 4:
      return JSON.parse('{"__proto__": {"isAdmin": true}, "constructor": 1}')
    case 5:
      return Array.from({ length: chance.pick([1, 3, 300]) }, () => chance.pick(TEXTS))
    default:
      return chance.pick(TEXTS)
  }
}

/** Half of all lists are short, some are too long for any limit. */
const LENGTHS = [0, 1, 1, 2, 3, 17, 1025]

interface Published {
  type?: string
  format?: string
  enum?: unknown[]
  pattern?: string
}

/** `known` are the names and IDs of resources that exist or existed. */
export function fromSchema(schema: z.core.$ZodType, chance: Chance, known: readonly string[], depth = 0): unknown {
  const inner = (next: z.core.$ZodType) => fromSchema(next, chance, known, depth + 1)
  if (chance.oneIn(25)) return anything(chance)
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return chance.oneIn(2) ? undefined : inner(schema.unwrap())
  if (schema instanceof z.ZodNullable) return chance.oneIn(4) ? null : inner(schema.unwrap())
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries(schema.shape).map(([name, field]) => [name, inner(field)])
    if (chance.oneIn(15)) fields.push([chance.pick(TEXTS), anything(chance)])
    return Object.fromEntries(fields)
  }
  if (schema instanceof z.ZodArray) {
    const length = depth > 3 ? 1 : chance.pick(LENGTHS)
    // a long list of large values would be refused for its size before it is validated
    if (length > 20) return Array.from({ length }, () => chance.pick(known))
    return Array.from({ length }, () => inner(schema.element))
  }
  if (schema instanceof z.ZodRecord)
    return Object.fromEntries(
      Array.from({ length: chance.below(3) }, () => [chance.pick(known), inner(schema.valueType)]),
    )
  if (schema instanceof z.ZodUnion || schema instanceof z.ZodDiscriminatedUnion)
    return inner(chance.pick(schema.options as readonly z.core.$ZodType[]))
  if (schema instanceof z.ZodEnum) return chance.pick(schema.options)
  if (schema instanceof z.ZodLiteral) return chance.pick([...schema.values])
  if (schema instanceof z.ZodBoolean) return chance.oneIn(2)
  if (schema instanceof z.ZodPipe) return inner(schema.in)
  return leaf(schema, chance, known)
}

function leaf(schema: z.core.$ZodType, chance: Chance, known: readonly string[]): unknown {
  const { type, format, enum: choices } = (z.globalRegistry.get(schema as z.ZodType)?.publish ?? {}) as Published
  if (choices) return chance.pick(choices)
  if (schema instanceof z.ZodNumber || type === 'integer' || type === 'number')
    return chance.oneIn(2) ? chance.pick(NUMBERS) : chance.below(100)
  switch (format) {
    case 'date-time':
      return new Date(1.6e12 + chance.below(2 ** 31) * 100).toISOString()
    case 'ip':
    case 'ipv4':
      return `10.${chance.below(256)}.${chance.below(256)}.${chance.below(256)}`
    case 'ipv6':
      return `fd00::${chance.below(65_536).toString(16)}`
    default:
      return chance.oneIn(3) ? chance.pick(TEXTS) : chance.pick(known)
  }
}
