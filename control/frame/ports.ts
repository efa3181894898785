// Everything the control plane takes from its host, by one door: time, chance, secrets, a log, the caller.
// The domain never reaches for Date.now, timers or node:*; a test gives its own.

export interface Clock {
  now(): Date
  /** Rejects when the signal cuts it short. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>
  /** Lets other work run before going on. Without it, long work is done in one go. */
  breathe?(): Promise<void>
}

export interface Random {
  uuid(): string
  bytes(count: number): Uint8Array
}

/** Argon2id. Slow on purpose, so never called while a transaction is open. */
export interface Passwords {
  hash(password: string): Promise<string>
  /** Callers with different `source` take turns: one with many logins does not delay the others. */
  verify(hash: string, password: string, source?: string): Promise<boolean>
}

export interface Log {
  info(message: string, facts?: Record<string, unknown>): void
  warn(message: string, facts?: Record<string, unknown>): void
  error(message: string, facts?: Record<string, unknown>): void
}

/** Decodes base64 that is known to be valid; each host has a fast decoder of its own. */
export type DecodeBase64 = (text: string) => Uint8Array

/** What is kept of an identity provider and needed to speak with it. Keys and certificates are base64 of DER. */
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
  /** The requests it claims to answer; empty when the login started at the identity provider. */
  in_response_to: string[]
  /** Whether the signed part names the request it answers. */
  is_solicited: boolean
  attributes: Record<string, string[]>
  /** From then on it is refused for its age. */
  time_expires: string
}

/** Where to send the browser: by a link, or by a form that it posts. */
export type SamlRequest = { location: string } | { action: string; fields: Record<string, string> }

/** SAML as its libraries have it. A host without them has no single sign-on. */
export interface Saml {
  /** Fetches with a short patience, over HTTP only, and no more than a document's worth. */
  fetchMetadata(url: string): Promise<{ document: string } | { error: string }>
  /** Undefined when it will do, otherwise why not. */
  metadataProblem(document: string): Promise<string | undefined>
  /** Whether a trial signature of the key is the certificate's. Undefined when it is, otherwise what is wrong with which. */
  keyPairProblem(pair: { public_cert: string; private_key: string }): { field: string; reason: string } | undefined
  request(provider: SamlProvider, id: string, relayState: string): Promise<SamlRequest>
  /** Everything but replay and whose request it answers. */
  validate(
    provider: SamlProvider,
    response: string,
    now: Date,
  ): Promise<SamlAssertion | { refused: string; isReadable: boolean }>
}

/** What the host tells about itself in a support bundle. No secrets. */
export interface Diagnostics {
  versions: Record<string, string>
  configuration: Record<string, unknown>
  /** The latest lines of the log, oldest first. */
  log(): string
}

/** What the host knows of a request besides the request: browsers forbid a worker to see cookies, so the host hands them in. */
export interface Caller {
  address: string
  secure: boolean
  session?: string | undefined
}

/** A login answers with this header; the host turns it into its cookie and never passes it on. Empty: forget the session. */
export const SESSION_HEADER = 'rackwright-session'

/** A WebSocket as the control plane sees it. The host adapts its own kind. */
export interface Socket {
  send(data: Uint8Array | string): void
  /** Bytes accepted by send and not yet on the wire: back-pressure. */
  buffered(): number
  close(code: number, reason: string): void
  onMessage(listener: (data: Uint8Array | string) => void): void
  onClose(listener: () => void): void
}

/** An upgrade is refused with a plain response, or accepted with what to do once the socket is open. */
export type Upgrade = Response | ((socket: Socket) => void)

/** A sleep that somebody may cut short: being woken is not an error. */
export const napping = (clock: Clock, milliseconds: number, signal: AbortSignal): Promise<void> =>
  clock.sleep(milliseconds, signal).catch((reason: unknown) => {
    if (!signal.aborted) throw reason
  })
