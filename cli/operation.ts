// Runs the command of an operation: turns options into a call, sends it, and prints the response.
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { operations, type OperationId } from '#contract/operations.ts'
import type { Wire } from '#contract/api.ts'
import { jsonOf, type Api, type WireCall } from './api.ts'
import { readNumber, textIn, type Given, type Option } from './args.ts'
import type { Context } from './context.ts'
import { CliError, EXIT, isClosedPipe, usage } from './failure.ts'
import type { Reply } from './http.ts'
import { write } from './io.ts'
import { describe, type Described } from './options-of.ts'
import { print } from './output.ts'
import { BODY_FILE, JSON_BODY, requestOf } from './request.ts'

/** Needs fewer requests than the API's default, and pages still fit in memory. */
const PAGE_SIZE = 1000

const LIMIT: Option = { name: 'limit', kind: 'number', value: 'N', help: 'maximum number of items' }
const ALL: Option = { name: 'all', kind: 'boolean', help: 'fetch every page; the default without --limit' }
const LABEL: Option = {
  name: 'label',
  kind: 'string',
  value: 'TEXT',
  help: 'only those with this label, or with this key',
}
const OUTPUT: Option = { name: 'output', kind: 'string', value: 'FILE', help: 'file to save the download to' }

/** Lists of resources that can have labels. */
const LABELED: Partial<Record<OperationId, Wire<'LabelKind'>>> = {
  instance_list: 'instance',
  disk_list: 'disk',
  image_list: 'image',
  snapshot_list: 'snapshot',
  project_list: 'project',
  floating_ip_list: 'floating_ip',
}

export function optionsOf(operation: OperationId): Option[] {
  const described = describe(operation)
  return [
    ...described.fields.filter(({ name }) => !(described.paginated && name === LIMIT.name)),
    ...(described.paginated ? [LIMIT, ALL] : []),
    ...(LABELED[operation] ? [LABEL] : []),
    ...(described.body === 'json' ? [JSON_BODY] : []),
    ...(described.body === 'bytes' ? [BODY_FILE] : []),
    ...(described.raw ? [OUTPUT] : []),
  ]
}

export async function runOperation(operation: OperationId, given: Given, context: Context): Promise<void> {
  const described = describe(operation)
  const call = await requestOf(withoutLimit(described), given, context.io)
  const api = context.connect()
  if (described.paginated)
    return print(context.io, context.format, await allItems(api, operation, call, given, context))
  const reply = await api.open(operation, call, context.io.signal)
  if (operations[operation].startsWith('HEAD ')) return print(context.io, context.format, reply.headers)
  if (described.raw && !isJson(reply)) return save(reply, given, context)
  await print(context.io, context.format, await jsonOf(reply))
}

/** The `--limit` option applies to the whole list; the page size is fixed. */
const withoutLimit = (described: Described): Described =>
  described.paginated ? { ...described, fields: described.fields.filter(({ name }) => name !== LIMIT.name) } : described

/** JSON lines are a download. */
const isJson = ({ headers }: Reply) => /^application\/json(;|$)/.test(headers['content-type'] ?? '')

type Item = Record<string, unknown>

interface Page {
  items: Item[]
  next_page?: string | null
}

async function allItems(api: Api, operation: OperationId, call: WireCall, given: Given, { io }: Context) {
  const text = textIn(given, LIMIT.name)
  const limit = text === undefined ? Infinity : readNumber(LIMIT.name, text)
  if (!(limit >= 1)) throw usage('--limit must be at least 1')
  const kind = LABELED[operation]
  const label = textIn(given, LABEL.name)
  if (!kind || label === undefined) return itemsOf(api, operation, call, limit, io.signal)
  const { project } = call.query ?? {}
  const labeled = await itemsOf(api, 'label_list', { path: { kind }, query: { project, label } }, Infinity, io.signal)
  const ids = new Set(labeled.map(({ id }) => id))
  const all = await itemsOf(api, operation, call, Infinity, io.signal)
  return all.filter(({ id }) => ids.has(id)).slice(0, limit)
}

async function itemsOf(api: Api, operation: OperationId, call: WireCall, limit: number, signal: AbortSignal) {
  const items: Item[] = []
  let query: Record<string, unknown> = { ...call.query }
  while (items.length < limit) {
    const answer = await api.call<Page | Item[]>(
      operation,
      { ...call, query: { ...query, limit: Math.min(PAGE_SIZE, limit - items.length) } },
      signal,
    )
    const page: Page = Array.isArray(answer) ? { items: answer } : answer
    items.push(...page.items)
    if (!page.next_page || page.items.length === 0) break
    query = { ...query, page_token: page.next_page }
  }
  return items
}

/** Saves a download to a file or writes it to a pipe. */
async function save(reply: Reply, given: Given, { io }: Context): Promise<void> {
  const file = textIn(given, OUTPUT.name)
  if (file === undefined && io.stdout.isTTY) {
    reply.body.destroy()
    throw usage('this is a download: save it with --output FILE, or pipe it to another command')
  }
  try {
    if (file === undefined) for await (const part of reply.body) await write(io.stdout, part as Uint8Array)
    else await pipeline(reply.body, createWriteStream(file))
  } catch (error) {
    if (isClosedPipe(error)) throw error
    throw new CliError(EXIT.other, `the download was interrupted: ${(error as Error).message}`)
  }
}
