// What disks, images and snapshots are made for, and so which sleds their instances run on. An addition of ours: the published resources
// do not say it.
import { z } from 'zod'
import { ARCHITECTURES } from './architecture-names.ts'
import { byId, inProject, list, type Operations } from './define.ts'
import { Name, NameOrId, maybe, uuid } from './values.ts'

export const Architecture = z.enum(ARCHITECTURES)

/** What carries one. */
export const ArchitectureKind = z.enum(['disk', 'image', 'snapshot'])

/** An instance has that of its disks. */
const ViewedKind = z.enum(['instance', ...ArchitectureKind.options])

/** Null if it is not known: a blank disk takes that of its first instance, and a new instance that of its first sled. */
export const ArchitectureView = z.object({ architecture: maybe(Architecture) })

export const ArchitectureUpdate = z.object({ architecture: Architecture })

export const ResourceArchitecture = z.object({
  id: uuid,
  name: Name,
  /** Null for images of the silo. */
  project_name: maybe(Name),
  architecture: Architecture,
})

export const architecture = {
  /** Lists the known ones of a project, or of everything in the silo that the caller can see. */
  architecture_list: list(ResourceArchitecture, byId, { path: { kind: ArchitectureKind }, query: inProject }),
  architecture_view: {
    path: { kind: ViewedKind, resource: NameOrId },
    query: inProject,
    status: 200,
    answer: ArchitectureView,
  },
  /** While nothing runs from it. */
  architecture_update: {
    path: { kind: ArchitectureKind, resource: NameOrId },
    query: inProject,
    body: ArchitectureUpdate,
    status: 200,
    answer: ArchitectureView,
  },
} satisfies Operations<'architecture'>
