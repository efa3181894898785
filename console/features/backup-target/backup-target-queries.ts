// Backup targets, the silos that have them, and those of the caller's silo.
import { query } from '../../api.ts'
import { LARGE_PAGE } from '../../queries.ts'

export const everyBackupTarget = () => query('backup_target_list', { query: { limit: LARGE_PAGE } })
export const backupTargetSilos = (target: string) =>
  query('backup_target_silo_list', { path: { target }, query: { limit: LARGE_PAGE } })
export const ownBackupTargets = () => query('own_backup_target_list')
