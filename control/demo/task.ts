// What the demo world is made of: tasks, each at its own time, carried out by people through the client.
import type { Call, Data, Params } from '#contract/client.ts'
import type { OperationId } from '#contract/operations.ts'

/** Calls that must succeed. */
export type Act = <Op extends OperationId>(operation: Op, params?: Params<Op>) => Promise<Data<Op>>

export interface Demo {
  /** Administrator of the fleet and of the first silo. */
  admin: Act
  /** Somebody, signed in. Signs in again when the last session is from another day. */
  as(silo: string, user: string): Promise<Act>
  /** The same, for calls that are meant to be refused. */
  try(silo: string, user: string): Promise<Call>
  /** Signs in, or fails to. */
  signIn(silo: string, user: string, password?: string): Promise<string | undefined>
  pass(milliseconds: number): Promise<void>
}

/** One thing that happened: how many days before the end, and at what time of day. */
export interface Task {
  day: number
  at: string
  run(demo: Demo): Promise<unknown>
}

export const task = (day: number, at: string, run: Task['run']): Task => ({ day, at, run })
