// Affinity: one list for groups of both kinds, and a page for each group.
import { Split } from '@lucide/icons'
import type { Feature } from '../../feature.ts'
import { fill, paths, places } from '../../paths.ts'
import { form, page, type Load } from '../../route.ts'
import type { KindName } from './affinity-group-kind.ts'
import {
  affinityGroupMembers,
  affinityGroupView,
  antiAffinityGroupMembers,
  antiAffinityGroupView,
  first1000AffinityGroups,
  first1000AntiAffinityGroups,
} from './affinity-group-queries.ts'

const newForm = (kind: KindName, path: string) =>
  form({
    path,
    crumb: `New ${kind} group`,
    code: async () => ({ default: (await import('./affinity-group-new.tsx')).newPages[kind] }),
  })

const groupPage = (kind: KindName, path: string, editPath: string, load: Load) =>
  page({
    crumb: {
      text: ({ group = '' }) => group,
      to: (params) => fill(path, params),
    },
    shape: ['facts3', 'card'],
    load,
    code: async () => ({ default: (await import('./affinity-group-page.tsx')).groupPages[kind] }),
    children: [
      page({ path }),
      form({
        path: editPath,
        crumb: `Edit ${kind} group`,
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
    groupPage(
      'anti-affinity',
      places.antiAffinityGroup,
      places.antiAffinityGroupEdit,
      ({ project = '', group = '' }) => [
        antiAffinityGroupView(project, group),
        antiAffinityGroupMembers(project, group),
      ],
    ),
    groupPage('affinity', places.affinityGroup, places.affinityGroupEdit, ({ project = '', group = '' }) => [
      affinityGroupView(project, group),
      affinityGroupMembers(project, group),
    ]),
  ],
})

export const affinityGroupFeature: Feature = {
  project: {
    routes: [routes],
    nav: { label: 'Affinity', icon: Split, to: places.affinity, letter: 'y' },
  },
}
