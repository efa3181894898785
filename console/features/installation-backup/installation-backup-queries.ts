// Backups of the installation, and their schedule.
import { query } from '../../api.ts'
import { LARGE_PAGE } from '../../queries.ts'

export const latestInstallationBackups = () =>
  query('installation_backup_list', { query: { limit: LARGE_PAGE, sortBy: 'time_and_id_descending' } })
export const installationBackupSchedule = () => query('installation_backup_schedule_view')
