// What the server needs to make backups of itself: its data directory.
import type { InstallationBackups } from '#control/frame/ports/installation-backups.ts'
import type { Host } from '#control/frame/context.ts'
import { volumesElsewhere } from '../last-options.ts'
import { noteBackup } from './last-backup.ts'
import { storeInstallation } from './to-target.ts'

interface Parts extends Pick<Host, 'db' | 'clock' | 'random' | 'log' | 'version'> {
  data: string
}

export const makeInstallationBackups = (parts: Parts): InstallationBackups => ({
  async store({ engine, repository, ...given }) {
    const began = parts.clock.now()
    const onStored = async (problems: readonly string[]) => {
      if (problems.length === 0) await noteBackup(parts.data, began)
    }
    await storeInstallation({ ...parts, opened: { engine, repository }, ...given, onStored })
  },
  disksElsewhere: () => volumesElsewhere(parts.data),
})
