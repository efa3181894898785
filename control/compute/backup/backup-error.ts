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
