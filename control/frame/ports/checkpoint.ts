// The copy of the audit log's last checkpoint outside the database.
import type { Checkpoint } from '#contract/audit-chain.ts'

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
