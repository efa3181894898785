// User-facing messages for API errors. No zod: the console imports this.
import type { OperationId } from './operations.ts'

export interface ErrorFacts {
  status: number
  errorCode?: string | undefined
  message: string
  requestId?: string | undefined
}

/** An error response of the API, or an unreadable one. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly operation: OperationId
  readonly status: number
  readonly errorCode: string | undefined
  readonly requestId: string | undefined

  constructor(operation: OperationId, { status, errorCode, message, requestId }: ErrorFacts) {
    super(message)
    this.operation = operation
    this.status = status
    this.errorCode = errorCode
    this.requestId = requestId
  }
}

export const unreadable = 'Error reading API response'

export const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Names nothing that the user has asked for. */
const NO_DEFAULT_POOL = 'not found: default IP pool for current silo'

/** The message for a toast or a form. */
export function errorMessage(error: Pick<ApiError, 'errorCode' | 'message' | 'operation'>): string {
  switch (error.errorCode) {
    case 'Forbidden':
      return 'Action not authorized'
    case 'ObjectNotFound':
      return error.message === NO_DEFAULT_POOL
        ? 'This silo has no default IP pool. Ask an operator to set one.'
        : capitalize(error.message)
    case 'ObjectAlreadyExists':
      return `${capitalize(clashing(error))} name already exists`
    default:
      return capitalize(withoutPosition(error.message)) || 'Unknown server error'
  }
}

/** `already exists: vpc-subnet "web"` names the noun; for older servers it is taken from the operation. */
function clashing({ message, operation }: Pick<ApiError, 'message' | 'operation'>): string {
  const kind = /^already exists: ([a-z-]+)/.exec(message)?.[1] ?? operation.replace(/_create.*$/, '')
  return kind.replaceAll(/[_-]/g, ' ')
}

const withoutPosition = (message: string) =>
  message.replace(/^unable to parse JSON body: /, '').replace(/ at line \d+ column \d+$/, '')
