// Backups of the installation for tests: the tables and the repository see what they would see, but nothing is stored.
import { beginAttempt, endBackup, forgetOutdated } from '../compute/backup/installation-run.ts'
import type { Host } from '../frame/context.ts'
import type { BackupToStore, InstallationBackups } from '../frame/ports/installation-backups.ts'

export interface FakeBackups extends InstallationBackups {
  /** Disks that are not in the next ones. */
  problems: string[]
  /** What happens at the begin of the next ones. */
  before: (backup: BackupToStore) => Promise<void>
}

export function makeFakeBackups(parts: Pick<Host, 'db' | 'clock' | 'random'>): FakeBackups {
  const fake: FakeBackups = {
    problems: [],
    before: async () => undefined,
    async store(backup) {
      const { id, repository } = backup
      const attempt_id = parts.random.uuid()
      await beginAttempt(parts, id, { attempt_id, tags: [`installation-${attempt_id}`], size: 2 ** 20 })
      await fake.before(backup)
      await forgetOutdated(parts, repository.id, await endBackup(parts, { id, attempt_id }, fake.problems))
    },
    disksElsewhere: () => undefined,
  }
  return fake
}
