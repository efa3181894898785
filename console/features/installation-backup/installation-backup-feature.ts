// Backups of the installation itself, for operators.
import { ArchiveRestore } from '@lucide/icons'
import type { Feature } from '../../feature.ts'
import { formRoute } from '../../form/form-route.ts'
import { places } from '../../paths.ts'
import { page } from '../../route.ts'
import { everyBackupTarget } from '../backup-target/backup-target-queries.ts'
import { installationBackupSchedule, latestInstallationBackups } from './installation-backup-queries.ts'

const routes = page({
  crumb: { text: 'Installation backups', to: places.installationBackups },
  load: () => [installationBackupSchedule(), latestInstallationBackups(), everyBackupTarget()],
  code: () => import('./installation-backup-page.tsx'),
  children: [
    page({ path: places.installationBackups }),
    formRoute({
      path: places.installationBackupSchedule,
      operation: 'installation_backup_schedule_update',
      crumb: 'Schedule',
      code: () => import('./installation-backup-form.tsx'),
      form: 'InstallationBackupForm',
    }),
  ],
})

export const installationBackupFeature: Feature = {
  system: {
    routes: [routes],
    nav: { label: 'Installation backups', icon: ArchiveRestore, to: places.installationBackups },
  },
}
