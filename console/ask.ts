// API calls of the console, and what a refusal leads to: an error in words, or another page, to sign in or to set up a second factor.
import {
  asError,
  makeClient,
  type CallOptions,
  type Data,
  type ErrorBody,
  type Refusal,
  type Result,
} from '#contract/client.ts'
import { ApiError, errorMessage, unreadable } from '#contract/errors.ts'
import { factsOf, nounOf, type OperationId } from '#contract/operations.ts'
import { changed, queryClient } from './cache.ts'
import { saveDrafts } from './drafts.ts'
import { notePosition } from './event-position.ts'
import { host } from './host.ts'
import { noteLostSession } from './lost-session.ts'
import { pathHere } from './util/base.ts'

type Send = (operation: OperationId, params?: unknown, options?: CallOptions) => Promise<Result<unknown>>

const client = makeClient({
  async fetch(url, init) {
    const response = await host.fetch(url, init)
    notePosition(response, init?.method)
    return response
  },
}) as unknown as Send

export const loginPath = (from: string) => `/login?redirect_uri=${encodeURIComponent(from)}`
/** The pages of what users must do before anything else. */
const DUTIES: Partial<Record<string, string>> = {
  PasswordChangeRequired: '/password',
  SecondFactorMissing: '/second-factor',
}
const here = () => pathHere() + location.search
const never = new Promise<never>(() => undefined)

/** Returns the data or throws an ApiError with a user-facing message. */
export async function ask<Op extends OperationId>(
  operation: Op,
  params: unknown,
  options?: CallOptions,
): Promise<Data<Op>> {
  return (await askWithHeaders(operation, params, options)).data
}

/** The same with the response's headers. */
export async function askWithHeaders<Op extends OperationId>(
  operation: Op,
  params: unknown,
  options: CallOptions = {},
): Promise<{ data: Data<Op>; headers: Headers }> {
  const result = await reach(operation, params, options)
  if (result.type === 'success') return { data: result.data as Data<Op>, headers: result.headers }
  tell(operation, result)
  // the browser is about to leave; an error page must not flash before that
  if (exitOf(operation, result)) return never
  const error = asError(operation, result)
  throw new ApiError(operation, { ...error, message: errorMessage(error) })
}

/** The same with refusals as results. */
export async function reach(operation: OperationId, params: unknown, options: CallOptions): Promise<Result<unknown>> {
  try {
    return await client(operation, params, options)
  } catch (error) {
    if (options.signal?.aborted) throw error
    throw new ApiError(operation, { status: 0, message: 'The server cannot be reached. Check the connection.' })
  }
}

/** Logs a refusal, and acts on it. */
export function tell(operation: OperationId, result: Refusal): void {
  const { status } = result
  const {
    errorCode = '',
    requestId = '',
    message,
  }: Partial<ErrorBody> = result.type === 'error' ? result.data : { message: unreadable }
  const facts = `${errorCode}: ${message} (request ${requestId})`
  console.error(`${operation}, asked on ${pathHere()}, was answered ${status} ${facts}`)
  const exit = exitOf(operation, result)
  // a late response must not make the login page its own return path
  if (exit && !pathHere().startsWith(exit.split('?')[0]!)) {
    saveDrafts()
    // without a known user, nobody was signed in on this page
    if (status === 401) noteLostSession(queryClient.getQueryData(['current_user_view', {}]) !== undefined)
    void host.leave(exit)
  }
  // permissions may have changed, so refetch them; but not after a read of permissions, which would loop forever
  const noun = nounOf[operation]
  if (status === 403 && noun !== 'me' && noun !== 'policy') changed(['me', 'policy'])
}

/** Where users must go before anything else: to sign in, to choose another password, or to set up the second factor of their silo. */
export function exitOf(operation: OperationId, result: Refusal): string | undefined {
  if (result.status === 401 && !factsOf[operation].anonymous) return loginPath(here())
  const duty = result.type === 'error' ? DUTIES[result.data.errorCode ?? ''] : undefined
  if (!duty) return undefined
  // right after signing in, the login page is still open
  const wanted = pathHere().startsWith('/login') ? new URLSearchParams(location.search).get('redirect_uri') : here()
  return wanted ? `${duty}?redirect_uri=${encodeURIComponent(wanted)}` : duty
}
