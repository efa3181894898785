// What leaves the host: alerts by webhook and e-mail, audit entries to syslog.

export interface SyslogServer {
  host: string
  port: number
  /** Certificates in PEM to trust instead of the well-known authorities. */
  ca: string | null
}

/** Forwards messages over TLS. Resolves once the server has closed the connection after reading them. */
export type SendSyslog = (server: SyslogServer, messages: readonly string[]) => Promise<void>

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
