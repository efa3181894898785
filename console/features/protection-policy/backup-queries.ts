// Backups of a project at backup targets, and their restores.
import { query } from '../../api.ts'
import { LARGE_PAGE } from '../../queries.ts'

const latest = { limit: LARGE_PAGE, sortBy: 'time_and_id_descending' } as const

export const projectBackups = (project: string) => query('backup_list', { query: { project, ...latest } })
export const projectRestores = (project: string) => query('backup_restore_list', { query: { project, ...latest } })
