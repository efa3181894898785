// Checks a response against the contract.
import { z } from 'zod'
import { isApiRequest } from '#contract/api-path.ts'
import { api } from '#contract/api.ts'
import type { Operation } from '#contract/define.ts'
import { Error as ErrorBody } from '#contract/error.ts'
import { factsOf, operations, type OperationId } from '#contract/operations.ts'
import { makeRouter } from '#control/frame/router.ts'
import type { Outcome, Wire } from './wire.ts'

const route = makeRouter(operations)
const refusal = z.strictObject(ErrorBody.shape)
/** RFC 6749, section 5.2. */
const oauthRefusal = z.strictObject({ error: z.string(), error_description: z.string().optional() })
const SETS_COOKIE = new Set<OperationId>([
  'login_local',
  'login_saml',
  'login_oidc_begin',
  'login_oidc',
  'login_second_factor',
  'login_passkey',
  'logout',
  'own_password_set',
  'invitation_redeem',
])

/** Undefined for paths without an operation. */
function operationOf({ method, path }: Wire): OperationId | undefined {
  try {
    return route(method, new URL(path, 'http://rack.test').pathname).operation
  } catch {
    return undefined
  }
}

/** Undefined for a correct response. */
export function faultOf(wire: Wire, outcome: Outcome): string | undefined {
  // the server may hang up on a body of unknown length that grows past the limit
  if (outcome === 'closed') return wire.isChunked ? undefined : 'the server hung up'
  if (outcome === 'hang') return 'no response in time'
  const { status, headers } = outcome
  if (isMalformed(outcome)) return undefined
  // 507 is the contract's status for an exhausted quota or pool
  if (status >= 500 && status !== 507) return `answered ${status}: ${outcome.text}`
  if (headers['x-injected'] !== undefined) return 'a header was injected'
  // browsers never show the response to an upgrade
  if (!wire.isUpgrade && headers['x-content-type-options'] !== 'nosniff') return 'the security headers are missing'
  if (headers.location !== undefined && !/^\/(?!\/)/.test(headers.location)) return `redirects to ${headers.location}`
  const operation = operationOf(wire)
  if (headers['set-cookie'] && !(operation && SETS_COOKIE.has(operation))) return 'sets a cookie'
  if (!isApiRequest(wire.method, wire.path.split('?')[0]!)) return undefined
  return status >= 400 ? refusalFault(wire, operation, outcome) : successFault(operation, outcome)
}

/** Node itself refuses what is not HTTP and closes the connection. */
const isMalformed = ({ status, headers, text }: Response) =>
  (status === 400 || status === 431) && text === '' && headers.connection === 'close' && !headers['x-request-id']

type Response = Exclude<Outcome, string>

function refusalFault({ method }: Wire, operation: OperationId | undefined, { status, headers, text }: Response) {
  if (method === 'HEAD') return text === '' ? undefined : 'a body after HEAD'
  // an unsatisfiable range of a download has no body
  if (status === 416 && operation && (api[operation] as Operation).raw) return undefined
  const body = parsed(text)
  const isOauth = operation && factsOf[operation].errors === 'oauth'
  if (isOauth && oauthRefusal.safeParse(body).success) return undefined
  if (!headers['content-type']?.startsWith('application/json')) return `a refusal of type ${headers['content-type']}`
  const result = refusal.safeParse(body)
  if (!result.success) return `${status} is not in the shape of an error: ${text.slice(0, 300)}`
  return result.data.request_id === headers['x-request-id'] ? undefined : 'two request IDs'
}

function successFault(operation: OperationId | undefined, { status, headers, text }: Response): string | undefined {
  if (!operation) return undefined
  const row: Operation = api[operation]
  if (row.raw || factsOf[operation].websocket) return undefined
  if (status !== row.status) return `answered ${status}, the contract says ${row.status}`
  if (!row.answer) return text === '' ? undefined : 'a body where the contract has none'
  if (!headers['content-type']?.startsWith('application/json')) return `a response of type ${headers['content-type']}`
  const result = row.answer.safeParse(parsed(text))
  return result.success ? undefined : `violates its schema: ${z.prettifyError(result.error).slice(0, 300)}`
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
