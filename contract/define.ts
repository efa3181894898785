// How to declare an operation: its path, query, body and response. A row omits what it does not have. The server parses requests
// with it, and the OpenAPI document is generated from it.
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from './limits.ts'
import { z } from 'zod'
import type { Everything, Noun } from './operations.ts'
import { NameOrId, maybe, timestamp, uint32 } from './values.ts'

export type Shape = Readonly<Record<string, z.ZodType>>

export interface Operation {
  path?: Shape
  query?: Shape
  /** Query fields required unless a page token is given. */
  firstPage?: readonly string[]
  /** Query fields that a page token does not carry: clients send them with every page. */
  everyPage?: readonly string[]
  body?: z.ZodType
  status: 200 | 201 | 202 | 204 | 303
  answer?: z.ZodType
  paginated?: true
  /** The response has no schema: a download, a stream, or a format of another standard. */
  raw?: true
}

/** Exactly the operations of one noun. */
export type Operations<N extends Noun> = { [Op in keyof Everything[N]]: Operation }

export const NameOrIdSortMode = z.enum(['name_ascending', 'name_descending', 'id_ascending'])
export const IdSortMode = z.enum(['id_ascending'])
export const NameSortMode = z.enum(['name_ascending'])
export const TimeAndIdSortMode = z.enum(['time_and_id_ascending', 'time_and_id_descending'])
export const PaginationOrder = z.enum(['ascending', 'descending'])

export const byNameOrId = { sort_by: NameOrIdSortMode.default('name_ascending') }
export const byId = { sort_by: IdSortMode.default('id_ascending') }
export const byName = { sort_by: NameSortMode.default('name_ascending') }
export const byTimeAndId = { sort_by: TimeAndIdSortMode.default('time_and_id_ascending') }
export const unsorted = {}

const maybeSelector = NameOrId.optional()
export const inProject = { project: maybeSelector }
export const inInstance = { ...inProject, instance: maybeSelector }
export const inVpc = { ...inProject, vpc: maybeSelector }
export const inRouter = { ...inVpc, router: maybeSelector }
export const inGateway = { ...inVpc, gateway: maybeSelector }

/** A number or boolean in a path or query, where everything is text. */
export const numeric = <S extends z.ZodType<number, number>>(schema: S) =>
  z
    .union(
      [
        z.number(),
        z
          .string()
          .regex(/^-?\d+$/, 'expected an integer')
          .transform(Number),
      ],
      'expected an integer',
    )
    .pipe(schema)
    .meta({ publish: z.globalRegistry.get(schema)?.publish })
export const flag = z
  .union([z.boolean(), z.stringbool({ truthy: ['true'], falsy: ['false'] })], 'expected true or false')
  .meta({ publish: { type: 'boolean' } })
/** Times in a query can have any zone. They are compared as text, so they are normalized. */
export const moment = timestamp
  .transform((text) => new Date(text).toISOString())
  .meta({ publish: { type: 'string', format: 'date-time' } })

const limit = numeric(uint32)
  .refine((count) => count >= 1, 'limit must be at least 1')
  .nullish()
  .transform((count) => Math.min(count ?? DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE))
  .meta({ publish: { nullable: true, type: 'integer', format: 'uint32', minimum: 1 } })

const paging = { limit, page_token: maybe(z.string()) }

type Optional<S extends Shape> = { [K in keyof S]: z.ZodOptional<S[K]> }
// oxlint-disable-next-line typescript/no-empty-object-type
type None = {}

function optional<S extends Shape>(shape: S): Optional<S> {
  return Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, schema.optional()])) as Optional<S>
}

const makePage = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), next_page: maybe(z.string()) })
type Page<Item extends z.ZodType> = ReturnType<typeof makePage<Item>>
const pages = new WeakMap<z.ZodType, z.ZodType>()

/** One schema per item type, so that it is published once. */
export function page<Item extends z.ZodType>(item: Item): Page<Item> {
  const known = pages.get(item) ?? makePage(item)
  pages.set(item, known)
  return known as Page<Item>
}

interface More {
  path?: Shape
  first?: Shape
  every?: Shape
  query?: Shape
}
type Part<M extends More, K extends keyof More> = M[K] extends Shape ? M[K] : None
type ListQuery<Sort extends Shape, M extends More> = typeof paging &
  Sort &
  Part<M, 'query'> &
  Part<M, 'every'> &
  Optional<Part<M, 'first'>>

/** A paginated list. `first` must be given unless a page token is; `every` is sent with each page. */
export function list<Item extends z.ZodType, Sort extends Shape, const M extends More = None>(
  item: Item,
  sort: Sort,
  more: M = {} as M,
) {
  const first = more.first ?? {}
  return {
    path: (more.path ?? {}) as Part<M, 'path'>,
    query: { ...paging, ...sort, ...more.query, ...more.every, ...optional(first) } as unknown as ListQuery<Sort, M>,
    firstPage: Object.keys(first),
    everyPage: Object.keys(more.every ?? {}),
    status: 200,
    answer: page(item),
    paginated: true,
  } as const
}
