// Parses a request into a handler's input: path and query before the caller is known, the body after.
import { MAX_BODY_BYTES } from '#contract/limits.ts'
import { parserOf, type Parser } from '#contract/parsers.ts'
import { firstReason, reason } from '#contract/reasons.ts'
import { factsOf, type OperationId } from '#contract/operations.ts'
import type { Patient } from '#contract/values.ts'
import { badRequest, Failure, OauthFailure } from './errors.ts'
import { boundsProblem, hasNull, NULL_CHARACTER, textProblem } from './json-bounds.ts'
import { locate, positionOf } from './json-position.ts'
import { decodeToken } from './page.ts'
import type { Caller } from './ports/caller.ts'

export interface Parsed {
  path: Record<string, unknown>
  query: Record<string, unknown>
  body: unknown
}

interface Given {
  request: Request
  body: Caller['body']
  /** Lets others go first. */
  breathe: (() => Promise<void>) | undefined
}

export interface BodyFacts {
  /** In bytes. */
  limit: number
  /** Whether the handler reads the body while it arrives. */
  isStreamed: boolean
}

export const bodyFactsOf = (operation: OperationId): BodyFacts => ({
  limit: bodyLimitOf(operation),
  isStreamed: factsOf[operation].streamed === true,
})

/** Zero for an operation without a body. */
export function bodyLimitOf(operation: OperationId): number {
  const { encoding, maxBodyBytes = MAX_BODY_BYTES } = factsOf[operation]
  return parserOf(operation).body || encoding ? maxBodyBytes : 0
}

export const hasBody = (operation: OperationId): boolean => parserOf(operation).body !== undefined

type Schema = NonNullable<Parser['body']>

/** Path and query. They are short, so anyone may have them parsed. */
export function parseTarget(
  operation: OperationId,
  params: Record<string, string>,
  url: URL,
): Pick<Parsed, 'path' | 'query'> {
  const shape = parserOf(operation)
  try {
    return { path: parsePath(shape, params), query: parseQuery(shape, url.searchParams) }
  } catch (error) {
    throw inFormatOf(operation, error)
  }
}

/** For an operation that has a body. Costs as much as the caller likes, within its limits; others are served in between. */
export async function parseBody(operation: OperationId, given: Given): Promise<unknown> {
  try {
    return await readBody(operation, given)
  } catch (error) {
    throw inFormatOf(operation, error)
  }
}

const inFormatOf = (operation: OperationId, error: unknown) =>
  factsOf[operation].errors === 'oauth' && error instanceof Failure
    ? new OauthFailure('invalid_request', error.message)
    : error

function parsePath(shape: Parser, params: Record<string, string>) {
  if (Object.values(params).some(hasNull)) throw badRequest(`bad parameter in URL path: ${NULL_CHARACTER}`)
  const result = shape.path.safeParse(params, { error: reason })
  if (result.success) return result.data as Record<string, unknown>
  throw badRequest(`bad parameter in URL path: ${firstReason(result.error)}`)
}

/** A page token carries its own filters and sort; except for the limit, only what it does not carry is read from the query. */
function parseQuery(shape: Parser, search: URLSearchParams) {
  let given: Record<string, unknown> = Object.fromEntries(search)
  if (given.page_token === '') delete given.page_token
  if (typeof given.page_token === 'string') {
    const { scan, sort } = decodeToken(given.page_token)
    const kept = ['limit', 'page_token', ...shape.everyPage].map((name) => [name, given[name]])
    given = { ...Object.fromEntries(kept), ...scan, sort_by: sort }
  } else {
    const missing = shape.firstPage?.find((name) => given[name] === undefined)
    if (missing) throw badRequest(`unable to parse query string: missing field \`${missing}\``)
  }
  if (Object.values(given).some(hasNull)) throw badRequest(`unable to parse query string: ${NULL_CHARACTER}`)
  const result = shape.query.safeParse(given, { error: reason })
  if (result.success) return result.data as Record<string, unknown>
  throw badRequest(`unable to parse query string: ${firstReason(result.error)}`)
}

const CONTENT_TYPES = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  bytes: 'application/octet-stream',
} as const
const KNOWN_TYPES: readonly string[] = [...Object.values(CONTENT_TYPES), 'multipart/form-data']

/** A body of this size takes long enough to let others go first. */
const LARGE = 64 * 1024

async function readBody(operation: OperationId, { request, body, breathe }: Given) {
  const shape = parserOf(operation)
  const { encoding = 'json', optionalBody } = factsOf[operation]
  const wanted = CONTENT_TYPES[encoding]
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type && type !== wanted) {
    throw badRequest(
      KNOWN_TYPES.includes(type)
        ? `expected content type "${wanted}", got "${type}"`
        : `unsupported content-type: ${type}`,
    )
  }
  const { limit, isStreamed } = bodyFactsOf(operation)
  if (body && !(body instanceof Uint8Array)) return bounded(body, limit)
  const bytes = body ?? (await readBytes(request, limit))
  if (isStreamed) return inOnePart(bytes)
  if (encoding === 'bytes') return bytes
  const text = bytes.length === 0 && optionalBody ? '{}' : new TextDecoder().decode(bytes)
  if (encoding === 'form') return parseForm(shape.body!, text)
  const pause = async () => (text.length > LARGE ? breathe?.() : undefined)
  const value = await parseJson(text, pause)
  await pause()
  return checkJson(shape.body!, value, text, breathe)
}

async function* bounded(parts: AsyncIterable<Uint8Array>, limit: number) {
  let size = 0
  try {
    for await (const part of parts) {
      size += part.length
      if (size > limit) throw bodyTooLarge(limit)
      yield part
    }
  } catch (error) {
    throw error instanceof Failure ? error : incompleteBody()
  }
}

async function* inOnePart(bytes: Uint8Array) {
  yield bytes
}

export const readText = async (request: Request, limit: number): Promise<string> =>
  new TextDecoder().decode(await readBytes(request, limit))

async function readBytes(request: Request, limit: number): Promise<Uint8Array> {
  const length = request.headers.get('content-length')
  if (Number(length ?? 0) > limit) throw bodyTooLarge(limit)
  // HTTP enforces the announced length, and reading a stream costs several times as much
  if (length !== null) return wholeOf(request)
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of (request.body ?? []) as AsyncIterable<Uint8Array>) {
    size += part.byteLength
    if (size > limit) throw bodyTooLarge(limit)
    parts.push(part)
  }
  const bytes = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.byteLength
  }
  return bytes
}

async function wholeOf(request: Request): Promise<Uint8Array> {
  try {
    return new Uint8Array(await request.arrayBuffer())
  } catch {
    throw incompleteBody()
  }
}

/** The client is gone, but without this every disconnect would be logged as an unexpected error. */
const incompleteBody = () => badRequest('request body ended before it was complete')

const bodyTooLarge = (limit: number) => badRequest(`request body exceeded maximum size of ${limit} bytes`)

/** Forms in this API have three fields. */
const MAX_FORM_FIELDS = 64

function parseForm(schema: Schema, text: string) {
  if (text.split('&', MAX_FORM_FIELDS + 1).length > MAX_FORM_FIELDS)
    throw badRequest(`unable to parse URL-encoded body: more than ${MAX_FORM_FIELDS} fields`)
  const given = Object.fromEntries(new URLSearchParams(text))
  if (Object.values(given).some(hasNull)) throw badRequest(`unable to parse URL-encoded body: ${NULL_CHARACTER}`)
  const result = schema.safeParse(given, { error: reason })
  if (result.success) return result.data
  throw badRequest(`unable to parse URL-encoded body: ${firstReason(result.error)}`)
}

/** The message format is fixed: clients strip its prefix and position with a pattern. */
async function parseJson(text: string, pause: () => Promise<void>): Promise<unknown> {
  let value: unknown
  const tooLarge = textProblem(text)
  if (tooLarge) throw badRequest(`unable to parse JSON body: ${tooLarge} at line 1 column 1`)
  await pause()
  try {
    value = JSON.parse(text)
  } catch (error) {
    const { line, column } = positionOf(text, syntaxErrorOffset(text, error as Error))
    const why = text.trim() === '' ? 'EOF while parsing a value' : 'expected valid JSON'
    throw badRequest(`unable to parse JSON body: ${why} at line ${line} column ${column}`)
  }
  await pause()
  const tooMuch = boundsProblem(value)
  if (tooMuch) throw badRequest(`unable to parse JSON body: ${tooMuch} at line 1 column 1`)
  return value
}

async function checkJson(schema: Schema, value: unknown, text: string, breathe: Given['breathe']) {
  const how: Patient = { error: reason, breathe }
  const result = text.length > LARGE ? await schema.safeParseAsync(value, how) : schema.safeParse(value, how)
  if (result.success) return result.data
  const { line, column } = positionOf(text, locate(text, result.error.issues[0]?.path ?? []))
  throw badRequest(`unable to parse JSON body: ${firstReason(result.error)} at line ${line} column ${column}`)
}

function syntaxErrorOffset(text: string, error: Error): number {
  const at = /position (\d+)/.exec(error.message)?.[1]
  return at === undefined ? text.length : Number(at)
}
