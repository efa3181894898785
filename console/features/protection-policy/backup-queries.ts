// Backups of a project at backup targets, and their restores.
import { errorsAllowed, query } from '../../api.ts'
import { LARGE_PAGE } from '../../queries.ts'

const latest = { limit: LARGE_PAGE, sortBy: 'time_and_id_descending' } as const

export const projectBackups = (project: string) => query('backup_list', { query: { project, ...latest } })
export const projectRestores = (project: string) => query('backup_restore_list', { query: { project, ...latest } })
/** Backups of projects that are not here, or no longer. People without a role on the silo may not see them. */
export const strayBackups = (silo: string) => errorsAllowed('backup_list', { query: { silo, ...latest } })
