// Every way a request can fail. Domain code throws a Failure; only respond.ts maps it to HTTP.
import { subjectOf, type Subject } from './subject.ts'

const statusOf = {
  ObjectNotFound: 404,
  ObjectAlreadyExists: 400,
  InvalidRequest: 400,
  InvalidValue: 400,
  /** A change of how the caller signs in, without a proof that is enough. */
  ProofRequired: 400,
  Unauthorized: 401,
  /** The password was right. */
  SecondFactorRequired: 401,
  Forbidden: 403,
  /** An administrator has set the password, and wants the user to choose another one. */
  PasswordChangeRequired: 403,
  /** The silo requires one, and the user has none. */
  SecondFactorMissing: 403,
  /** The secret key that could check its codes is lost. */
  SecondFactorLost: 400,
  /** The identity provider vouches for a user whom an administrator has disabled. */
  UserDisabled: 403,
  Conflict: 409,
  PreconditionFailed: 412,
  InsufficientCapacity: 507,
  ServiceNotAvailable: 503,
  Internal: 500,
  'Not Found': 404,
  Gone: 410,
} as const

export type ErrorCode = keyof typeof statusOf

export class Failure extends Error {
  readonly code: ErrorCode | undefined
  readonly status: number
  readonly headers: Record<string, string> | undefined
  /** The subject of the refused request, for the event log. */
  subject: Subject | undefined

  constructor(code: ErrorCode | undefined, message: string, status?: number, headers?: Record<string, string>) {
    super(message)
    this.name = 'Failure'
    this.code = code
    this.status = status ?? (code ? statusOf[code] : 400)
    this.headers = headers
  }
}

/** Formatted as in RFC 6749, for standard OAuth clients. */
export class OauthFailure extends Failure {
  readonly error: string

  constructor(error: string, message = '') {
    super(undefined, message, 400)
    this.error = error
  }
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
export const isUuid = (text: string) => UUID.test(text)

/** The same message whether the resource is missing or hidden from the caller. */
export const notFound = (type: string, selector: string) =>
  new Failure('ObjectNotFound', `not found: ${type} with ${isUuid(selector) ? 'id' : 'name'} "${selector}"`)
export const alreadyExists = (type: string, name: string) =>
  new Failure('ObjectAlreadyExists', `already exists: ${type} "${name}"`)
export const invalidRequest = (message: string) => new Failure('InvalidRequest', message)
export const invalidValue = (label: string, text: string) =>
  new Failure('InvalidValue', `unsupported value for "${label}": ${text}`)
export const conflict = (message: string) => new Failure('Conflict', message)
export const preconditionFailed = (message: string) => new Failure('PreconditionFailed', message)
export const insufficientCapacity = (text: string) =>
  new Failure('InsufficientCapacity', `Insufficient capacity: ${text}`)
/** The hardware is full, as opposed to a quota. */
export const notEnoughStorage = () => insufficientCapacity('Not enough storage')

// The message is constant, because details of a refusal belong in the log, not in the response.
export const unauthorized = () => new Failure('Unauthorized', 'credentials missing or invalid')
/** Lookups pass the row they found, so that the event log names what was refused. */
export const forbidden = (found?: Subject) =>
  Object.assign(new Failure('Forbidden', 'Forbidden'), { subject: found && subjectOf(found) })
export const unavailable = () => new Failure('ServiceNotAvailable', 'Service Unavailable', 503, { 'retry-after': '5' })

/** Refused before it reached the domain, so it has no error code. */
export const badRequest = (message: string) => new Failure(undefined, message, 400)
