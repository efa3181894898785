// A typed client over any fetch, used by the console, the tests and the demo world. Imports only types from the schemas: zod must
// not end up in the console's bundle.
import type { Answered, Api, Sent, Wire, WireName } from './api.ts'
import { camelize, snakify, toSnake, type Camel } from './camel.ts'
import { ApiError, unreadable } from './errors.ts'
import { factsOf, operations, type OperationId } from './operations.ts'

/** A named schema's value as the console sees it: Model<'Instance'>. */
export type Model<Name extends WireName> = Camel<Wire<Name>>

export interface ErrorBody {
  errorCode?: string
  message: string
  requestId: string
}

export type Refusal =
  | { type: 'error'; status: number; data: ErrorBody }
  | { type: 'client_error'; status: number; error: Error; text: string }
export type Result<Data> = { type: 'success'; status: number; data: Data; headers: Headers } | Refusal

type Nothing = Record<never, never>
type Slot<Name extends string, T> = Nothing extends T ? { [K in Name]?: T } : { [K in Name]: T }
type Body<T> = [T] extends [undefined] ? Nothing : { body: T extends Uint8Array ? T : Camel<T> }

/** The parameters of a call. */
export type Params<Op extends OperationId> = Slot<'path', Camel<Sent<Op>['path']>> &
  Slot<'query', Camel<Sent<Op>['query']>> &
  Body<Sent<Op>['body']>

/** The result of a call: an empty object for empty responses, unknown where no schema describes it. */
export type Data<Op extends OperationId> = Api[Op] extends { raw: true }
  ? unknown
  : [Answered<Op>] extends [undefined]
    ? Nothing
    : Camel<Answered<Op>>

export interface CallOptions {
  signal?: AbortSignal | undefined
  /** the entity tag of the version that a write replaces; hosts without entity tags ignore it */
  ifMatch?: string | undefined
}

type Args<Op extends OperationId> =
  Nothing extends Params<Op>
    ? [params?: Params<Op>, options?: CallOptions]
    : [params: Params<Op>, options?: CallOptions]

export type Call = <Op extends OperationId>(operation: Op, ...args: Args<Op>) => Promise<Result<Data<Op>>>

interface Transport {
  fetch: (url: string, init: RequestInit) => Promise<Response>
  /** The API's origin without a trailing slash; defaults to the page's own origin. */
  host?: string
  token?: string
}

interface Parts {
  path?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

export function makeClient({ fetch, host = '', token }: Transport): Call {
  return async <Op extends OperationId>(operation: Op, ...[params, options]: Args<Op>) => {
    const [method = '', template = ''] = operations[operation].split(' ')
    const { path = {}, query = {}, body } = (params ?? {}) as Parts
    const { type, payload } = encode(operation, body)
    const headers: Record<string, string> = {}
    if (type) headers['content-type'] = type
    if (token) headers.authorization = `Bearer ${token}`
    if (options?.ifMatch) headers['if-match'] = options.ifMatch
    const response = await fetch(host + fill(template, path) + queryString(query), {
      method,
      headers,
      ...(payload !== undefined && { body: payload }),
      ...(options?.signal && { signal: options.signal }),
    })
    return read<Data<Op>>(response)
  }
}

/** An operation's path on the same origin, for links and downloads. */
export const urlOf = (operation: OperationId, path: Record<string, unknown>): string =>
  fill(operations[operation].split(' ')[1] ?? '', path)

function fill(template: string, path: Record<string, unknown>): string {
  const values = snakify(path) as Record<string, unknown>
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    // an empty segment would request the list instead
    if (values[name] === undefined || values[name] === '') throw new TypeError(`path parameter ${name} is missing`)
    return encodeURIComponent(String(values[name]))
  })
}

/** Skips null, and repeats the key for lists. Empty if nothing is left. */
export function queryString(query: Record<string, unknown>): string {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null) search.append(toSnake(key), String(snakify(item)))
    }
  }
  return search.size > 0 ? `?${search.toString()}` : ''
}

function encode(operation: OperationId, body: unknown): { type?: string; payload?: string | Uint8Array<ArrayBuffer> } {
  if (body === undefined) return {}
  if (typeof body === 'string' || body instanceof Uint8Array) {
    return { type: 'application/octet-stream', payload: body as string | Uint8Array<ArrayBuffer> }
  }
  if (factsOf[operation].encoding === 'form') {
    const fields = new URLSearchParams(snakify(body) as Record<string, string>)
    return { type: 'application/x-www-form-urlencoded', payload: fields.toString() }
  }
  return { type: 'application/json', payload: JSON.stringify(snakify(body)) }
}

async function read<T>(response: Response): Promise<Result<T>> {
  const { status, ok, headers } = response
  const text = await response.text()
  const type = headers.get('content-type') ?? ''
  // some hosts answer unknown paths with a page; parsing it below fails
  if (ok && text !== '' && !/json|html/.test(type)) return { type: 'success', status, data: text as T, headers }
  let data: unknown
  try {
    data = text === '' ? {} : camelize(JSON.parse(text))
  } catch (error) {
    return { type: 'client_error', status, error: error as Error, text }
  }
  if (!ok) return { type: 'error', status, data: data as ErrorBody }
  return { type: 'success', status, data: data as T, headers }
}

/** Returns the data of a success and throws anything else as an ApiError. */
export function unwrap<T>(operation: OperationId, result: Result<T>): T {
  if (result.type === 'success') return result.data
  throw asError(operation, result)
}

export function asError(operation: OperationId, refusal: Refusal): ApiError {
  const { status } = refusal
  if (refusal.type === 'client_error') return new ApiError(operation, { status, message: unreadable })
  return new ApiError(operation, { ...refusal.data, message: refusal.data.message ?? '', status })
}

type ListOperation = { [Op in OperationId]: Data<Op> extends { items: unknown[] } ? Op : never }[OperationId]
type Item<Op extends ListOperation> = Data<Op> extends { items: (infer T)[] } ? T : never

/** Every item of a list, page after page. */
export async function* allPages<Op extends ListOperation>(
  call: Call,
  operation: Op,
  params?: Params<Op>,
): AsyncGenerator<Item<Op>, void, undefined> {
  const { query, ...rest } = (params ?? {}) as Parts
  let pageToken: string | null = null
  do {
    const args = [{ ...rest, query: { ...query, pageToken } }] as unknown as Args<Op>
    const page = unwrap(operation, await call(operation, ...args)) as { items: Item<Op>[]; nextPage: string | null }
    yield* page.items
    pageToken = page.nextPage
  } while (pageToken)
}
