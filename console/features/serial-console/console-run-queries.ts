// The recorded output of earlier runs. Other hosts lack these operations.
import { errorsAllowed, query } from '../../api.ts'
import { inProject } from '../../queries.ts'

export const consoleRunList = (project: string, instance: string) =>
  errorsAllowed('console_run_list', { path: { instance }, query: inProject(project, instance) })
export const consoleRunView = (project: string, instance: string, generation: number) =>
  query('console_run_view', { path: { instance, generation }, query: inProject(project, instance) })
