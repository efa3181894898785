// Problems with backup targets, those that the engine reports and our own. The engine's class is not at hand here: its errors have a name.
import type { BackupErrorCode } from '#drivers/backup-engine.ts'

export class BackupProblem extends Error {
  readonly code: BackupErrorCode

  constructor(code: BackupErrorCode, message: string) {
    super(message)
    this.code = code
  }
}

/** Undefined if it is something else. */
export const backupErrorOf = (error: unknown): BackupErrorCode | undefined =>
  error instanceof BackupProblem || (error instanceof Error && error.name === 'BackupError')
    ? (error as BackupProblem).code
    : undefined

/**
 * Repeats what finds damage. Another server may have pruned the repository meanwhile, because it was taken for dead: whoever knew the
 * repository from before cannot find what was moved.
 */
export async function confirmingDamage<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (backupErrorOf(error) !== 'corrupted') throw error
    return work()
  }
}
