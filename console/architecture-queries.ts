// What disks, images, snapshots and instances are made for. Hosts other than ours do not say: then nothing about it is shown.
import type { Params } from '#contract/client.ts'
import { errorsAllowed } from './api.ts'
import { inProject, LARGE_PAGE } from './queries.ts'

export interface ArchitectureScope {
  kind: Params<'architecture_view'>['path']['kind']
  /** Left out for images of the silo. */
  project?: string
}

export const architectureOf = ({ kind, project }: ArchitectureScope, resource: string) =>
  errorsAllowed('architecture_view', { path: { kind, resource }, query: project ? inProject(project, resource) : {} })

/** Architectures of the first 1000 images in the silo that say it. */
export const imageArchitectures = () =>
  errorsAllowed('architecture_list', { path: { kind: 'image' }, query: { limit: LARGE_PAGE } })
