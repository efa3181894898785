// What a handler gets: the caller, the moment, the database it may use, and what it found on its way (for the event log).
import type { Answer, Input } from '#contract/api.ts'
import type { OperationId } from '#contract/operations.ts'
import type { BlockStore } from '#hypervisor/blocks.ts'
import type { Driver } from '#hypervisor/driver.ts'
import type { Hardware } from '#hypervisor/hardware.ts'
import type { Actor } from '../people/authz.ts'
import type { Database, Queries } from '../db/database.ts'
import { unauthorized } from './errors.ts'
import type { Caller, Clock, DecodeBase64, Log, Passwords, Random, Saml } from './ports.ts'

/** What the host gives the control plane. */
export interface Host {
  db: Database
  hypervisor: Driver
  hardware: Hardware
  blocks: BlockStore
  clock: Clock
  random: Random
  passwords: Passwords
  decodeBase64: DecodeBase64
  log: Log
  /** A host without it has no single sign-on. */
  saml?: Saml | undefined
  /** Accept SAML responses to no request of ours: logins that start at the identity provider. */
  allowUnsolicitedSaml?: boolean | undefined
  /** Parse every answer by its schema again: tests do, so that a wrong one is found where it is made. */
  checkAnswers?: boolean
  /** `sys.<suffix>` names silos by host when the site has a DNS suffix. */
  suffix?: string | undefined
}

/** What an event is about, and who may hear of it: readers of the project, else of the silo, else of the fleet. */
export interface Target {
  id?: string | undefined
  name?: string | undefined
  silo_id?: string | undefined
  project_id?: string | undefined
}

export interface Ctx {
  readonly host: Host
  /** The open transaction in a write, committed data in a read. */
  readonly db: Queries
  readonly now: string
  readonly operation: string
  readonly request: Request
  readonly requestId: string
  readonly caller: Caller
  readonly actor: Actor | undefined
  /** Filled by lookups as they pass; a handler that makes a thing names it here only if its answer has no id. */
  readonly target: Target
  /** Runs `work` in a transaction that ends by appending the event; for handlers declared `outside`. */
  write<T>(work: (ctx: Ctx) => Promise<T>): Promise<T>
  /** Wakes these reconcile loops once the transaction has committed. */
  poke(...loops: string[]): void
}

export type Handler<Op extends OperationId> = (ctx: Ctx, input: Input<Op>) => Promise<Answer<Op> | Response | void>

/** A handler that must not hold a transaction while it works: it hashes, fetches or streams, and calls ctx.write itself. */
export interface Outside<H> {
  outside: H
}

export type Handlers<Op extends OperationId> = { [K in Op]: Handler<K> | Outside<Handler<K>> }

export function actorOf(ctx: Ctx): Actor {
  if (!ctx.actor) throw unauthorized()
  return ctx.actor
}
