// Projects, which contain a silo's resources.
import { z } from 'zod'
import { byNameOrId, list, type Operations } from './define.ts'
import { NameOrId, identity, naming, renaming } from './values.ts'

export const Project = z.object(identity)
export const ProjectCreate = z.object(naming)
export const ProjectUpdate = z.object(renaming)

const at = { path: { project: NameOrId } }

export const project = {
  project_list: list(Project, byNameOrId),
  project_create: { body: ProjectCreate, status: 201, answer: Project },
  project_view: { ...at, status: 200, answer: Project },
  project_update: { ...at, body: ProjectUpdate, status: 200, answer: Project },
  project_delete: { ...at, status: 204 },
} satisfies Operations<'project'>
