// Which projects of their silo a caller can read, for queries over all of them.
import { maySilo, type Actor } from './authz.ts'

/** Callers with roles on more projects and none on the silo get this many. */
const MAX_PROJECTS = 1000

/** Undefined means all projects of the silo. */
export const readableProjects = (actor: Actor): string[] | undefined =>
  maySilo(actor, actor.silo_id, 'list_children') ? undefined : [...actor.projects.keys()].sort().slice(0, MAX_PROJECTS)
