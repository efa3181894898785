// The control plane's interface to its host: clock, randomness, secrets, logging and the caller. The domain never uses Date.now,
// timers or node:* directly, so that tests can supply their own.
import type { Checkpoint } from '#contract/audit-chain.ts'

export interface Clock {
  now(): Date
  /** Rejects when aborted. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>
  /** Yields to other work. Without it, long work runs without a break. */
  breathe?(): Promise<void>
}

export interface Random {
  uuid(): string
  bytes(count: number): Uint8Array
}

/** Argon2id. Slow on purpose, so never called while a transaction is open. */
export interface Passwords {
  hash(password: string): Promise<string>
  /** Sources take turns, so that many logins from one source do not delay the others. */
  verify(hash: string, password: string, source?: string): Promise<boolean>
}

/** Encrypts what must not be readable in the database or a backup. */
export interface Sealer {
  /** What is sealed for one purpose does not open for another. Name the table, column and row. */
  seal(text: string, purpose: string): Promise<string>
  /** Rejects if the text was not sealed with this key for this purpose, or was changed. */
  open(sealed: string, purpose: string): Promise<string>
  /** 32 bytes that only who has the key can compute. Another purpose gives other bytes. */
  derive(purpose: string): Promise<Uint8Array<ArrayBuffer>>
}

export interface SyslogServer {
  host: string
  port: number
  /** Certificates in PEM to trust instead of the well-known authorities. */
  ca: string | null
}

/** Forwards messages over TLS. Resolves once the server has closed the connection after reading them. */
export type SendSyslog = (server: SyslogServer, messages: readonly string[]) => Promise<void>

/**
 * Where the last checkpoint of the audit log is kept, out of reach for whoever can write to the database. All replicas share it, and
 * several can write at once: it is never half written, and an older checkpoint does not replace a newer one.
 */
export interface CheckpointKeeper {
  /** Undefined if there is none. Rejects with UnreadableCheckpoint if it holds something else. */
  read(): Promise<Checkpoint | undefined>
  keep(checkpoint: Checkpoint): Promise<void>
  /** Also by an older one, or by none: for a log that an operator has begun again. */
  replace(checkpoint: Checkpoint | undefined): Promise<void>
}

export class UnreadableCheckpoint extends Error {}

export interface Log {
  info(message: string, facts?: Record<string, unknown>): void
  warn(message: string, facts?: Record<string, unknown>): void
  error(message: string, facts?: Record<string, unknown>): void
}

export interface WebhookRequest {
  url: string
  /** A name can occur more than once. */
  headers: [name: string, value: string][]
  body: string
}

export interface SmtpServer {
  host: string
  port: number
  /** TLS from the start, or before anything is sent. */
  security: 'tls' | 'starttls'
  login: { username: string; password: string } | undefined
  from: string
}

export interface Mail {
  to: string
  subject: string
  text: string
  /** The same for each attempt, so that mail programs recognize repeats. */
  id: string
}

export interface NotSent {
  failure: 'timeout' | 'unreachable'
  reason: string
}

/** Sends alerts over the network, with timeouts, and to this machine only if the operator allowed it. */
export interface AlertSender {
  /** Follows no redirects. */
  post(request: WebhookRequest): Promise<{ status: number; duration_ms: number } | NotSent>
  /** Undefined once the server has accepted it. */
  mail(server: SmtpServer, mail: Mail): Promise<NotSent | undefined>
}

/** Decodes valid base64. Each host has its own fast decoder. */
export type DecodeBase64 = (text: string) => Uint8Array

/** An identity provider's settings. Keys and certificates are base64-encoded DER. */
export interface SamlProvider {
  idp_metadata: string
  idp_entity_id: string
  sp_client_id: string
  acs_url: string
  public_cert: string | null
  private_key: string | null
}

export interface SamlAssertion {
  id: string
  name_id: string
  /** Ids of the requests it claims to answer; empty when the login started at the identity provider. */
  in_response_to: string[]
  /** Whether the signed part names the request it answers. */
  is_solicited: boolean
  attributes: Record<string, string[]>
  /** When the response expires. */
  time_expires: string
}

/** Where to send the browser: a redirect, or a form to post. */
export type SamlRequest = { location: string } | { action: string; fields: Record<string, string> }

/** SAML, which needs libraries that not every host has. A host without them has no single sign-on. */
export interface Saml {
  /** Fetches over HTTP or HTTPS, with a short timeout and a size limit. Undefined if that fails; the reason is in the log. */
  fetchMetadata(url: string): Promise<string | undefined>
  /** Undefined for valid metadata, otherwise the reason it is invalid. */
  metadataProblem(document: string): Promise<string | undefined>
  /** Undefined if a test signature by the key verifies with the certificate, otherwise the invalid field and the reason. */
  keyPairProblem(pair: { public_cert: string; private_key: string }): { field: string; reason: string } | undefined
  request(provider: SamlProvider, id: string, relayState: string): Promise<SamlRequest>
  /** Checks everything except replay and whether the request was ours. */
  validate(
    provider: SamlProvider,
    response: string,
    now: Date,
  ): Promise<SamlAssertion | { refused: string; isReadable: boolean }>
}

/** An OpenID Connect provider's settings. */
export interface OidcProvider {
  issuer: string
  client_id: string
  client_secret: string | null
  redirect_uri: string
  scopes: string
}

/** What ties the response of a provider to the request. */
export interface OidcLogin {
  state: string
  nonce: string
  verifier: string
}

export interface OidcDiscovery {
  issuer: string
  authorization_endpoint: string
  token_endpoint: string
  jwks_uri: string
  end_session_endpoint: string | null
  signing_keys: { kid: string | null; kty: string; alg: string | null }[]
}

/** OpenID Connect, over the network with the same rules as SAML metadata. Undefined if that fails; the reason is in the log. */
export interface Oidc {
  discover(issuer: string): Promise<OidcDiscovery | undefined>
  authorizationUrl(provider: OidcProvider, login: OidcLogin): Promise<string | undefined>
  /** Checks everything except that the login is completed once, by the browser that began it. */
  exchange(
    provider: OidcProvider,
    response: URLSearchParams,
    login: OidcLogin,
  ): Promise<{ claims: Record<string, unknown>; id_token: string } | { refused: string }>
  logoutUrl(provider: OidcProvider, idToken: string): Promise<string | undefined>
}

export interface PasskeyRow {
  credential_id: string
  public_key: string
  counter: number
  transports: string[]
}

/** The site that a passkey is for. */
export interface RelyingParty {
  rp_id: string
  /** The origins of the pages that may use it. */
  origins: string[]
}

/** Options for the browser, in JSON, with the challenge that they contain. */
export interface PasskeyChallenge {
  options: string
  challenge: string
}

/** Passkeys (WebAuthn), always with user verification. Responses are JSON from the browser; undefined if one is not valid. */
export interface Passkeys {
  creation(site: RelyingParty, user: { id: string; name: string }, known: PasskeyRow[]): Promise<PasskeyChallenge>
  created(site: RelyingParty, challenge: string, response: string): Promise<PasskeyRow | undefined>
  /** Without known passkeys, the browser offers all that it has for the site. */
  request(site: RelyingParty, known: PasskeyRow[]): Promise<PasskeyChallenge>
  /** The new count of signatures. */
  requested(site: RelyingParty, challenge: string, response: string, known: PasskeyRow): Promise<number | undefined>
}

/** Host details for a support bundle. No secrets. */
export interface Diagnostics {
  versions: Record<string, string>
  configuration: Record<string, unknown>
  /** The latest log lines, oldest first. */
  log(): string
}

export interface Amounts {
  cpus: number
  /** Bytes. */
  memory: number
  /** Bytes. */
  storage: number
}

/** What the host's metrics say about the fleet. Sums and fixed lists only: no figure per silo, project or instance. */
export interface FleetFigures {
  instances: { state: string; count: number }[]
  issues: { kind: string; severity: string; count: number }[]
  /** How many things each background loop keeps failing to do, on whichever replica. */
  failing: { loop: string; count: number }[]
  /** The capacity of the sleds that accept instances. */
  capacity: Pick<Amounts, 'cpus' | 'memory'>
  provisioned: Amounts
  /** The sum of the quotas of all silos. */
  quota: Amounts
  /** The share of its quota that the fullest silo uses. More than 1 if the quota was lowered below what is in use. */
  highestQuotaUse: Amounts
}

export type FailedLogin = {
  method: 'password' | 'second_factor' | 'passkey' | 'saml' | 'oidc'
  reason: 'refused' | 'throttled'
}

/** What the host adds to a request. The session is separate because browsers hide cookies from workers. */
export interface Caller {
  address: string
  secure: boolean
  session?: string | undefined
  /** What recognizes the browser that began a login at an identity provider. */
  browser?: string | undefined
  /** A login that waits for its second factor. */
  pendingLogin?: string | undefined
  /**
   * The body of the request, where the host has read it or is reading it: a Request would copy it. A part that is read while it arrives
   * stays valid until the next but one is asked for.
   */
  body?: Uint8Array | AsyncIterable<Uint8Array> | undefined
}

/** Set on the response of a login. The host turns it into its cookie and strips it. Empty deletes the session cookie. */
export const SESSION_HEADER = 'rackwright-session'
/** Set on the redirect to an identity provider, likewise. It comes back as `Caller.browser`. */
export const BROWSER_HEADER = 'rackwright-browser'
/** Set on a login that needs a second factor, likewise. It comes back as `Caller.pendingLogin`. Empty deletes the cookie. */
export const PENDING_LOGIN_HEADER = 'rackwright-pending-login'

/** The control plane's WebSocket interface. Each host adapts its own sockets. */
export interface Socket {
  send(data: Uint8Array | string): void
  /** Bytes accepted by send but not yet sent, for backpressure. */
  buffered(): number
  close(code: number, reason: string): void
  onMessage(listener: (data: Uint8Array | string) => void): void
  onClose(listener: () => void): void
}

/** Where the bytes of a live stream go. */
export interface Sink {
  write(bytes: Uint8Array): void
  /** Bytes accepted by write but not yet sent, for backpressure. */
  buffered(): number
  end(): void
  /** Ends without sending what is buffered. */
  destroy(reason: Error): void
  onClose(listener: () => void): void
}

/** An upgrade is refused with a response, or accepted with a function to call once the socket is open. */
export type Upgrade = Response | ((socket: Socket) => void)

/** A sleep that resolves early when aborted, instead of rejecting. */
export const napping = (clock: Clock, milliseconds: number, signal: AbortSignal): Promise<void> =>
  clock.sleep(milliseconds, signal).catch((reason: unknown) => {
    if (!signal.aborted) throw reason
  })

/** A raw disk that the host offers to start with. */
export interface StarterImage {
  size: number
  /** Another if the bytes are others. */
  version: string
  /** From `start` to before `end`. */
  read(start: number, end: number): AsyncGenerator<Uint8Array>
}
