// Who has which role on the silo and on a project.
import { query } from '../../api.ts'

export const siloPolicy = () => query('policy_view')
export const projectPolicy = (project: string) => query('project_policy_view', { path: { project } })
