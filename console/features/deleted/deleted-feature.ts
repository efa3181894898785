// What was deleted from a project, and the deleted projects and images of a silo.
import { ArchiveRestore } from '@lucide/icons'
import { cached } from '../../api.ts'
import { deletedSettings, everyDeleted } from '../../deleted-queries.ts'
import type { Feature } from '../../feature.ts'
import { currentUser } from '../../me-queries.ts'
import { places } from '../../paths.ts'
import { page } from '../../route.ts'

const ofProject = page({
  path: places.projectDeleted,
  crumb: 'Recently deleted',
  load: ({ project = '' }) => [everyDeleted({ project })],
  code: () => import('./project-deleted-list.tsx'),
})

const ofSilo = page({
  path: places.siloDeleted,
  crumb: 'Recently deleted',
  load: () => {
    const silo = cached(currentUser())?.siloName
    return silo === undefined ? [] : [everyDeleted({ silo }), deletedSettings(silo)]
  },
  code: () => import('./silo-deleted-list.tsx'),
})

const nav = { label: 'Recently deleted', icon: ArchiveRestore, letter: 'r' } as const

export const deletedFeature: Feature = {
  project: { routes: [ofProject], nav: { ...nav, to: places.projectDeleted } },
  silo: { routes: [ofSilo], nav: { ...nav, to: places.siloDeleted } },
}
