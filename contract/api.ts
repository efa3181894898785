// The API as one table: every operation with its request and response schemas, from the files of all nouns. A noun without a file in
// schemas.ts, or an operation without a row, does not compile.
import type { z } from 'zod'
import { toCamel, type CamelKey } from './camel.ts'
import type { Operation, Shape } from './define.ts'
import type { Encoding } from './facts.ts'
import { nounOf, type Noun, type OperationId } from './operations.ts'
import * as all from './schemas.ts'

type Schemas = typeof all
/** The intersection of a union's members. */
export type All<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer Each) => void
  ? Each
  : never
export type Api = All<Schemas[CamelKey<Noun>]>

const schemas: Schemas = all
/** A noun's rows are exported under its name: those of `floating_ip` as `floatingIp`. */
const rowsOf = (noun: Noun) => schemas[toCamel(noun) as CamelKey<Noun>]

export const api = Object.assign({}, ...[...new Set(Object.values(nounOf))].map(rowsOf)) as Api satisfies Record<
  OperationId,
  Operation
>

type Field<Op extends OperationId, K extends string> = Api[Op] extends Record<K, infer V> ? V : never

type Out<S> = [S] extends [never] ? undefined : S extends z.ZodType ? z.output<S> : never
type In<S> = [S] extends [never] ? undefined : S extends z.ZodType ? z.input<S> : never
type OutShape<S> = [S] extends [never] ? Record<never, never> : S extends Shape ? z.output<z.ZodObject<S>> : never
type InShape<S> = [S] extends [never] ? Record<never, never> : S extends Shape ? z.input<z.ZodObject<S>> : never

/** A handler's input: parsed, with defaults filled in. */
export interface Input<Op extends OperationId> {
  path: OutShape<Field<Op, 'path'>>
  query: OutShape<Field<Op, 'query'>>
  body: Out<Field<Op, 'body'>>
}

/** What a client sends: fields with a default are optional. */
export interface Sent<Op extends OperationId> {
  path: InShape<Field<Op, 'path'>>
  query: InShape<Field<Op, 'query'>>
  body: Encoding<Op> extends 'bytes' ? string | Uint8Array<ArrayBuffer> : In<Field<Op, 'body'>>
}

/** What a handler returns: nullable fields may be absent, and the response schema drops private columns. */
export type Answer<Op extends OperationId> = In<Field<Op, 'answer'>>

/** The response on the wire. */
export type Answered<Op extends OperationId> = Out<Field<Op, 'answer'>>

/** The names of all schemas. */
export type WireName = { [K in keyof Schemas]: Schemas[K] extends z.ZodType ? K : never }[keyof Schemas]

/** A named schema's value as on the wire: Wire<'Instance'>. */
export type Wire<Name extends WireName> = Out<Schemas[Name]>
