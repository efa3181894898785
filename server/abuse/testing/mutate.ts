// Turns a valid call into a request that is malformed, oversized, mistyped, or sent at the wrong time.
import { api } from '#contract/api.ts'
import type { Operation, Shape } from '#contract/define.ts'
import { factsOf, operations, type OperationId } from '#contract/operations.ts'
import type { Call } from '#control/testing/authz-world.ts'
import { bodyLimitOf } from '#control/frame/parse.ts'
import type { Chance } from './chance.ts'
import { anything, fromSchema, TEXTS } from './values.ts'
import type { Wire } from './wire.ts'

const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'PATCH', 'OPTIONS', 'PROPFIND']
const TYPES = [
  'text/plain',
  'application/xml',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  '',
]
const HEADERS: readonly [string, string][] = [
  ['range', 'bytes=5-1'],
  ['range', 'bytes=0-0,2-3'],
  ['range', `bytes=${'9'.repeat(30)}-`],
  ['if-none-match', '*'],
  ['accept-encoding', 'gzip;q=0, br;q=1'],
  ['accept-encoding', 'identity;q=0'],
  ['authorization', 'Bearer '],
  ['authorization', `Bearer ${'x'.repeat(8000)}`],
  ['authorization', 'Basic !!!'],
  ['cookie', 'session=; session=%00; =;;'],
  ['host', 'rack.test:99999'],
  ['host', 'a b'],
  ['last-event-id', '99999999999999999999'],
  ['content-encoding', 'gzip'],
  ['content-length', '10'],
  ['expect', '100-continue'],
  ['x-forwarded-for', '6.6.6.6'],
  ['origin', 'null'],
  ['upgrade', 'h2c'],
]
const TOKENS = ['x', '%', 'e30', 'bnVsbA', 'W10', 'eyJzb3J0IjoiX19wcm90b19fIn0', 'eyJsYXN0Ijp7fX0', 'a'.repeat(9000)]

export interface Material {
  chance: Chance
  /** Names and IDs of resources that exist or existed. */
  known: readonly string[]
}

/** A lone surrogate cannot be escaped. */
const escaped = (text: string) => encodeURIComponent(Buffer.from(text).toString())
/** Text is sent unchanged, everything else as JSON. */
const written = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

interface Draft extends Call {
  method: string
  template: string
  suffix: string
  text: Buffer | undefined
}

/** A valid call, possibly sent when its resource is deleted or in another state. */
function draftOf(operation: OperationId, call: Call): Draft {
  const [method, template] = operations[operation].split(' ') as [string, string]
  return { ...call, method, template, suffix: '', text: undefined }
}

export function abuse(operation: OperationId, call: Call, material: Material): Wire {
  const { chance } = material
  const draft = draftOf(operation, call)
  // one in six is valid, only badly timed
  const mutations = chance.oneIn(6) ? 0 : 1 + chance.below(2)
  for (let round = 0; round < mutations; round++) chance.pick(MUTATIONS)(draft, operation, material)
  const isChunked = chance.oneIn(20)
  const isUpgrade = factsOf[operation].websocket ? chance.oneIn(2) : chance.oneIn(200)
  return { ...toWire(draft), isChunked, isUpgrade }
}

function toWire({ method, template, path = {}, query = {}, headers = {}, body, suffix, text }: Draft): Wire {
  const target = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => escaped(path[name] ?? ''))
  const search = Object.entries(query).map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
  const given = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
  const form = headers['content-type']?.includes('form') && body instanceof URLSearchParams ? String(body) : given
  const bytes = text ?? (form === undefined ? undefined : Buffer.from(form))
  return {
    method,
    path: target + suffix + (search.length > 0 ? `?${search.join('&')}` : ''),
    headers: { ...(bytes && { 'content-type': 'application/json' }), ...headers },
    body: method === 'HEAD' ? undefined : bytes,
  }
}

type Mutation = (draft: Draft, operation: OperationId, material: Material) => void

const shapeOf = (operation: OperationId): Operation => api[operation]
const fieldFrom = (shape: Shape, { chance, known }: Material): [string, string] => {
  const [name, schema] = chance.pick(Object.entries(shape))
  return [name, written(fromSchema(schema, chance, known))]
}

const MUTATIONS: readonly Mutation[] = [
  function pathParameter(draft, operation, material) {
    const { chance, known } = material
    const names = Object.keys(shapeOf(operation).path ?? {})
    if (names.length === 0) return
    draft.path = { ...draft.path, [chance.pick(names)]: chance.pick(chance.oneIn(2) ? known : TEXTS) }
  },
  function rawPath(draft, _operation, { chance }) {
    draft.suffix = chance.pick([
      '/',
      '//',
      '/..',
      '/../..',
      '%',
      '%00',
      '%ff',
      '/%2e%2e/%2e%2e',
      ';a=b',
      '/x/y/z',
      '#x',
    ])
  },
  function queryField(draft, operation, material) {
    const { query = {} } = shapeOf(operation)
    if (Object.keys(query).length === 0) return
    const [name, value] = fieldFrom(query, material)
    draft.query = { ...draft.query, [name]: value }
  },
  function queryJunk(draft, _operation, { chance }) {
    const name = chance.pick(['limit', 'page_token', 'sort_by', 'project', chance.pick(TEXTS)])
    draft.query = { ...draft.query, [name]: chance.pick(name === 'page_token' ? TOKENS : TEXTS) }
  },
  function withoutQuery(draft) {
    draft.query = {}
  },
  function bodyFromSchema(draft, operation, { chance, known }) {
    const { body } = shapeOf(operation)
    if (body) draft.body = fromSchema(body, chance, known) ?? null
  },
  function bodyField(draft, operation, { chance, known }) {
    const { body } = shapeOf(operation)
    if (!body || typeof draft.body !== 'object' || draft.body === null || draft.body instanceof URLSearchParams) return
    const other = fromSchema(body, chance, known) as Record<string, unknown>
    const name = chance.pick([...Object.keys(draft.body), ...Object.keys(other ?? {}), 'extra'])
    const value = chance.oneIn(2) ? anything(chance) : other?.[name]
    draft.body = { ...draft.body, [name]: value }
  },
  function bodyAnything(draft, _operation, { chance }) {
    draft.body = anything(chance) ?? null
  },
  function brokenText(draft, _operation, { chance }) {
    const text = Buffer.from(written(draft.body ?? { name: 'a' }))
    const cut = chance.below(text.length + 1)
    draft.text = chance.pick([
      () => text.subarray(0, cut),
      () => Buffer.concat([text.subarray(0, cut), Buffer.of(chance.below(256)), text.subarray(cut)]),
      () => Buffer.from(text.toString().replace(/\d+/, '1e400')),
      () => Buffer.concat([Buffer.of(0xef, 0xbb, 0xbf), text]),
      () => Buffer.from(text.toString(), 'utf16le'),
      () => Buffer.alloc(0),
      () => Buffer.concat([text, text]),
    ])()
  },
  function wrongType(draft, _operation, { chance }) {
    draft.headers = { ...draft.headers, 'content-type': chance.pick(TYPES) }
  },
  function wrongMethod(draft, _operation, { chance }) {
    draft.method = chance.pick(METHODS)
  },
  function header(draft, _operation, { chance }) {
    const [name, value] = chance.pick(HEADERS)
    draft.headers = { ...draft.headers, [name]: value }
  },
  function oversized(draft, operation, { chance }) {
    // otherwise large bodies would take most of the run
    if (!chance.oneIn(4)) return
    const limit = bodyLimitOf(operation) || 100_000
    draft.text = Buffer.alloc(limit + chance.pick([-1, 0, 1, 70_000]), chance.pick(['[', '"', 'a', '{"a":', '\0']))
  },
]
