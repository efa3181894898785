// Prepares responses without validating them: drops private columns and turns absent nullable fields into null. Derived from the
// response schema. Full validation would take most of a list's time and is unnecessary for our own rows.
import { z } from 'zod'
import { api } from './api.ts'
import type { Operation } from './define.ts'
import type { OperationId } from './operations.ts'

type Trim = (value: unknown) => unknown
type Row = Record<string, unknown>

const asIs: Trim = (value) => value
const known = new WeakMap<z.core.$ZodType, Trim>()

function trimOf(schema: z.core.$ZodType): Trim {
  const trim = known.get(schema) ?? make(schema)
  known.set(schema, trim)
  return trim
}

function make(schema: z.core.$ZodType): Trim {
  if (schema instanceof z.ZodObject) return fields(schema)
  if (schema instanceof z.ZodDiscriminatedUnion) return variants(schema)
  if (schema instanceof z.ZodDefault) return filled(schema.unwrap(), schema.def.defaultValue)
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return present(schema.unwrap())
  if (schema instanceof z.ZodArray) {
    const trim = trimOf(schema.element)
    return trim === asIs ? asIs : (value) => (value as unknown[]).map(trim)
  }
  if (schema instanceof z.ZodRecord) {
    const trim = trimOf(schema.valueType)
    if (trim === asIs) return asIs
    return (value) => Object.fromEntries(Object.entries(value as Row).map(([key, field]) => [key, trim(field)]))
  }
  // a plain union is an address range, whose variant shows only by parsing
  if (schema instanceof z.ZodUnion) return (value) => schema.parse(value)
  return asIs
}

function fields(schema: z.ZodObject): Trim {
  const entries = Object.entries(schema.shape).map(([key, field]) => [key, trimOf(field)] as const)
  return (value) => {
    const row = value as Row
    const out: Row = {}
    for (const [key, trim] of entries) {
      const field = trim === asIs ? row[key] : trim(row[key])
      if (field !== undefined) out[key] = field
    }
    return out
  }
}

function variants(schema: z.ZodDiscriminatedUnion): Trim {
  const tag = schema.def.discriminator
  const byTag = new Map<unknown, Trim>()
  for (const option of schema.options) {
    for (const value of option._zod.propValues?.[tag] ?? []) byTag.set(value, trimOf(option))
  }
  return (value) => (byTag.get((value as Row)[tag]) ?? asIs)(value)
}

function filled(inner: z.core.$ZodType, instead: unknown): Trim {
  const trim = trimOf(inner)
  return (value) => (value === undefined ? instead : trim(value))
}

function present(inner: z.core.$ZodType): Trim {
  const trim = trimOf(inner)
  return trim === asIs ? asIs : (value) => (value === null || value === undefined ? value : trim(value))
}

/** Converts a handler's result to the wire format. */
export function outgoing(operation: OperationId, answer: unknown): unknown {
  const row: Operation = api[operation]
  return row.answer ? trimOf(row.answer)(answer) : undefined
}
