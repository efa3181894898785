// Calls the API with wire names: snake_case in and out. Errors are thrown with the server's message.
import { PROGRAM } from '#contract/command.ts'
import { factsOf, operations, type OperationId } from '#contract/operations.ts'
import { CliError, EXIT, Refused } from './failure.ts'
import { textOf, type Reply, type Send } from './http.ts'

export interface WireCall {
  path?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

export interface Target {
  url: string
  token: string | undefined
  send: Send
}

export interface Api extends Target {
  /** The response, with its status checked. */
  open: (operation: OperationId, call?: WireCall, signal?: AbortSignal) => Promise<Reply>
  /** The response's JSON; undefined if it has none. */
  call: <T = Record<string, unknown>>(operation: OperationId, call?: WireCall, signal?: AbortSignal) => Promise<T>
}

export function makeApi(target: Target): Api {
  const open: Api['open'] = async (operation, call = {}, signal) => {
    const [method = ''] = operations[operation].split(' ')
    const reply = await target.send(target.url + pathOf(operation, call), {
      method,
      headers: { ...authorization(target), ...typeOf(operation, call.body) },
      body: encoded(operation, call.body),
      signal,
    })
    return checked(reply, factsOf[operation].anonymous ? undefined : target)
  }
  return {
    ...target,
    open,
    call: async <T>(operation: OperationId, call?: WireCall, signal?: AbortSignal) =>
      jsonOf(await open(operation, call, signal)) as Promise<T>,
  }
}

export const authorization = ({ token }: Pick<Target, 'token'>): Record<string, string> =>
  token ? { authorization: `Bearer ${token}` } : {}

/** Path and query. A list repeats its key; null is left out. */
export function pathOf(operation: OperationId, { path = {}, query = {} }: WireCall): string {
  const [, template = ''] = operations[operation].split(' ')
  const filled = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(path[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null) search.append(name, String(item))
    }
  }
  return search.size > 0 ? `${filled}?${search.toString()}` : filled
}

function typeOf(operation: OperationId, body: unknown): Record<string, string> {
  if (body === undefined) return {}
  const { encoding } = factsOf[operation]
  if (encoding === 'form') return { 'content-type': 'application/x-www-form-urlencoded' }
  return { 'content-type': encoding === 'bytes' ? 'application/octet-stream' : 'application/json' }
}

function encoded(operation: OperationId, body: unknown): string | Uint8Array | undefined {
  if (body === undefined || body instanceof Uint8Array) return body
  if (factsOf[operation].encoding === 'form') return new URLSearchParams(body as Record<string, string>).toString()
  return JSON.stringify(body)
}

interface ErrorBody {
  message?: string
  request_id?: string
  error?: string
  error_description?: string
}

/** Throws unless the request succeeded. Given a target, the message says how to log in to it. */
export async function checked(reply: Reply, target?: Target): Promise<Reply> {
  if (reply.status < 400) return reply
  const text = await textOf(reply)
  const header = reply.headers['x-request-id']
  let body: ErrorBody = {}
  try {
    body = (JSON.parse(text) as ErrorBody | null) ?? {}
  } catch {
    // not our server: a proxy in between, or another program
  }
  const message = body.message ?? body.error_description ?? body.error ?? `the server answered ${reply.status}`
  const reason = target && reply.status === 401 ? loginHint(target, message) : message
  throw new Refused(reply.status, reason, body.request_id ?? (typeof header === 'string' ? header : undefined))
}

function loginHint({ url, token }: Target, message: string): string {
  const command = `\`${PROGRAM} login ${url}\``
  return token ? `${message}; to log in again, run ${command}` : `not logged in: run ${command}`
}

export async function jsonOf(reply: Reply): Promise<unknown> {
  const text = await textOf(reply)
  if (text === '') return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new CliError(EXIT.other, 'the response is not JSON; is this the address of the API?')
  }
}
