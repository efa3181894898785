// The context a handler receives: the caller, the time, the database, and a way to name the subject of its event.
import type { Answer, Input } from '#contract/api.ts'
import type { SocketId } from '#contract/facts.ts'
import type { OperationId } from '#contract/operations.ts'
import type { BackupEngine } from '#drivers/backup-engine.ts'
import type { Rack } from '#drivers/rack.ts'
import type { Actor } from './authz.ts'
import type { Database, Queries } from '../db/database.ts'
import { unauthorized } from './errors.ts'
import type { ImageTools } from './image-tools.ts'
import type { Parsed } from './parse.ts'
import type { BundleStore } from './support-bundle-store.ts'
import type { Caller } from './ports/caller.ts'
import type { CheckpointKeeper } from './ports/checkpoint.ts'
import type { Clock } from './ports/clock.ts'
import type { FailedLogin, FleetFigures } from './ports/figures.ts'
import type { InstallationBackups } from './ports/installation-backups.ts'
import type { DecodeBase64, Diagnostics, HostSetupFacts, Log, Random, StarterImage } from './ports/host.ts'
import type { Passkeys } from './ports/passkeys.ts'
import type { Passwords, Sealer } from './ports/secrets.ts'
import type { AlertSender, SendSyslog } from './ports/sending.ts'
import type { Oidc, Saml } from './ports/single-sign-on.ts'
import type { Socket } from './ports/streams.ts'
import type { NameSubject, Subject } from './subject.ts'

/** What the host provides. */
export interface Host extends Rack {
  db: Database
  bundles: BundleStore
  /** Host details for the support bundle. */
  diagnostics?: Diagnostics | undefined
  /** Disk space of the data directory, in bytes. Absent on hosts without a file system. */
  space?: (() => Promise<{ free: number; total: number } | undefined>) | undefined
  /** An image to try things out with. Absent on racks whose machines are simulated; undefined if nobody has built it. */
  starterImage?: (() => Promise<StarterImage | undefined>) | undefined
  /** Absent where operators cannot add hosts. */
  hostSetup?: HostSetupFacts | undefined
  /** When the certificate that the host itself serves expires. */
  certificateExpiry?: (() => Date | undefined) | undefined
  /** These figures and those of the process in the Prometheus text format. Absent in a browser. */
  serverMetrics?: ((figures: FleetFigures) => Promise<{ contentType: string; text: string }>) | undefined
  /** Counts a failed login in the metrics. */
  onFailedLogin?: ((login: FailedLogin) => void) | undefined
  /** The running release, as in package.json. */
  version: string
  imageTools: ImageTools
  clock: Clock
  random: Random
  passwords: Passwords
  sealer: Sealer
  decodeBase64: DecodeBase64
  log: Log
  /** Absent where nothing can be sent: in a browser. */
  alertSender?: AlertSender | undefined
  /** When the last backup began. */
  lastBackup?: (() => Promise<Date | undefined>) | undefined
  /** Keeps backups of disks outside the installation. Absent in a browser, and where nobody has set it up. */
  backupEngine?: BackupEngine | undefined
  /** Absent where there is no data directory: in a browser. */
  installationBackups?: InstallationBackups | undefined
  /** Absent where single sign-on is not available. */
  saml?: Saml | undefined
  /** Absent where single sign-on is not available. */
  oidc?: Oidc | undefined
  /** Absent in a browser. */
  passkeys?: Passkeys | undefined
  /** Absent where there are no sockets. */
  sendSyslog?: SendSyslog | undefined
  /** Absent in a browser, which has only its database. */
  checkpointKeeper?: CheckpointKeeper | undefined
  /** Accept unsolicited SAML responses: logins that start at the identity provider. */
  allowUnsolicitedSaml?: boolean | undefined
  /** Store no metric samples; the rack computes them (Rack.recall). For the preview, where six hours of samples take 300 MB. */
  storesNoSamples?: boolean | undefined
  /** Do not seal the audit log, nor note when usage was sampled. For building the demo world: its times are shifted and its key replaced where it is opened. */
  sealsNoAuditLog?: boolean | undefined
  /** Validate every response against its schema. Used by tests. */
  checkAnswers?: boolean
  /** The site's DNS suffix: silos are reached at `<silo>.sys.<suffix>`. */
  suffix?: string | undefined
}

export interface Ctx {
  readonly host: Host
  /** The open transaction in a write; committed data in a read. */
  readonly db: Queries
  readonly now: string
  readonly operation: OperationId
  readonly request: Request
  readonly requestId: string
  readonly caller: Caller
  /** Response headers, sent if the request succeeds. */
  readonly headers: Record<string, string>
  readonly actor: Actor | undefined
  /** Names the subject of this write's event and returns it. Call it as soon as the row is known, so that refusals log it too. */
  readonly subject: NameSubject
  readonly event: {
    readonly subject: Subject | undefined
    /** How many pieces of an upload this write ends. 0 if more follow: pieces are counted, and logged together at the end. */
    pieces?: number | undefined
  }
  /**
   * Finds what the caller wants, and authorizes. Done again every second while the request's body or its response is under way, which ends
   * when it fails; and when something breaks, because what was found may have gone meanwhile.
   */
  hold<T>(find: (ctx: Ctx) => T | Promise<T>): Promise<T>
  /** Runs `work` in a transaction that appends the event. For handlers declared `outside`. */
  write<T>(work: (ctx: Ctx) => Promise<T>): Promise<T>
  /** VPCs whose network this transaction changes, with the generation wanted. The response waits a moment for them: see touch-vpc.ts. */
  readonly touchedVpcs: Map<string, number>
  /** Wakes these reconcile loops once the transaction has committed. */
  poke(...loops: string[]): void
}

export type Handler<Op extends OperationId> = (ctx: Ctx, input: Input<Op>) => Promise<Answer<Op> | Response | void>

/** A handler that must not hold a transaction open while it hashes, fetches or streams. It calls ctx.write itself. */
export interface Outside<H> {
  outside: H
}

/** Serves a WebSocket until it closes. `renew` reauthenticates and throws once the caller has lost access. */
export interface SocketHandler<Op extends OperationId> {
  socket(input: Input<Op>, socket: Socket, renew: () => Promise<Ctx>): Promise<void>
}

export type Handlers<Op extends OperationId> = {
  [K in Op]: K extends SocketId ? SocketHandler<K> : Handler<K> | Outside<Handler<K>>
}
/** What runs an operation that is known by its name only. Its input was parsed by the schemas of that operation. */
export type Run = (ctx: Ctx, input: Parsed) => Promise<unknown>
export type AnyHandler =
  | Run
  | Outside<Run>
  | { socket(input: Pick<Parsed, 'path' | 'query'>, socket: Socket, renew: () => Promise<Ctx>): Promise<void> }

export function actorOf(ctx: Pick<Ctx, 'actor'>): Actor {
  if (!ctx.actor) throw unauthorized()
  return ctx.actor
}
