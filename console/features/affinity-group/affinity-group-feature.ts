// Affinity: one list for groups of both kinds, and a page for each group.
import { Split } from '@lucide/icons'
import type { Feature } from '../../feature.ts'
import { paths, places } from '../../paths.ts'
import { form, page } from '../../route.ts'
import { kinds, type KindName } from './affinity-group-kind.ts'
import { first1000AffinityGroups, first1000AntiAffinityGroups } from './affinity-group-queries.ts'

const newForm = (kind: KindName, path: string) =>
  form({
    path,
    crumb: `New ${kinds[kind].title}`,
    code: async () => ({ default: (await import('./affinity-group-new.tsx')).newPages[kind] }),
  })

const groupPage = (kind: KindName, path: string, editPath: string) =>
  page({
    crumb: {
      text: ({ group = '' }) => group,
      to: ({ project = '', group = '' }) => kinds[kind].path({ project, group }),
    },
    shape: ['facts3', 'card'],
    load: ({ project = '', group = '' }) => [kinds[kind].view(project, group), kinds[kind].members(project, group)],
    code: async () => ({ default: (await import('./affinity-group-page.tsx')).groupPages[kind] }),
    children: [
      page({ path }),
      form({
        path: editPath,
        crumb: `Edit ${kinds[kind].title}`,
        code: async () => ({ default: (await import('./affinity-group-edit.tsx')).editPages[kind] }),
      }),
    ],
  })

const routes = page({
  crumb: { text: 'Affinity', to: ({ project = '' }) => paths.affinity({ project }) },
  children: [
    page({
      load: ({ project = '' }) => [first1000AntiAffinityGroups(project), first1000AffinityGroups(project)],
      code: () => import('./affinity-group-list.tsx'),
      children: [
        page({ path: places.affinity }),
        newForm('anti-affinity', places.antiAffinityGroupsNew),
        newForm('affinity', places.affinityGroupsNew),
      ],
    }),
    groupPage('anti-affinity', places.antiAffinityGroup, places.antiAffinityGroupEdit),
    groupPage('affinity', places.affinityGroup, places.affinityGroupEdit),
  ],
})

export const affinityGroupFeature: Feature = {
  project: {
    routes: [routes],
    nav: { label: 'Affinity', icon: Split, to: places.affinity, letter: 'y' },
  },
}
