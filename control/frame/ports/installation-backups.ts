// Backups of the installation itself, which the host can make because it has the data directory.
import type { BackupEngine, BackupRepository } from '#drivers/backup-engine.ts'

export interface BackupToStore {
  engine: BackupEngine
  repository: BackupRepository
  /** The row of the backup, which is ended when it is stored. */
  id: string
  isTakeOver: boolean
  signal: AbortSignal
}

export interface InstallationBackups {
  /** The caller holds the lease of the repository. */
  store(backup: BackupToStore): Promise<void>
  /** Where the disks are, if they are not in it. */
  disksElsewhere(): string | undefined
}
