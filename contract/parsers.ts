// Request parsers, built from the table when an operation is first called.
import { z } from 'zod'
import { api } from './api.ts'
import type { Operation, Shape } from './define.ts'
import type { OperationId } from './operations.ts'

export interface Parser {
  path: z.ZodType<Record<string, unknown>>
  query: z.ZodType<Record<string, unknown>>
  body: z.ZodType | undefined
  firstPage: readonly string[]
  everyPage: readonly string[]
}

const known = new Map<OperationId, Parser>()
const object = (shape: Shape = {}) => z.object(shape) as unknown as z.ZodType<Record<string, unknown>>

export function parserOf(operation: OperationId): Parser {
  let parser = known.get(operation)
  if (!parser) {
    const row: Operation = api[operation]
    const { body, firstPage = [], everyPage = [] } = row
    parser = { path: object(row.path), query: object(row.query), body, firstPage, everyPage }
    known.set(operation, parser)
  }
  return parser
}
