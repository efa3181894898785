// Backup targets, for operators: places outside the installation where backups are kept.
import { Archive } from '@lucide/icons'
import type { Feature } from '../../feature.ts'
import { formRoute } from '../../form/form-route.ts'
import { places } from '../../paths.ts'
import { platform } from '../../platform-queries.ts'
import { page } from '../../route.ts'
import { everyBackupTarget } from './backup-target-queries.ts'

const routes = page({
  crumb: { text: 'Backup targets', to: places.backupTargets },
  load: () => [everyBackupTarget(), platform()],
  code: () => import('./backup-target-list.tsx'),
  children: [
    page({ path: places.backupTargets }),
    formRoute({
      path: places.backupTargetsNew,
      operation: 'backup_target_create',
      crumb: 'New backup target',
      code: () => import('./backup-target-form.tsx'),
      form: 'BackupTargetForm',
    }),
  ],
})

export const backupTargetFeature: Feature = {
  system: { routes: [routes], nav: { label: 'Backup targets', icon: Archive, to: places.backupTargets } },
}
