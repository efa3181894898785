// Affinity: one list for groups of both kinds, and a page for each group.
import { Split } from '@lucide/icons'
import type { Feature } from '../../feature.ts'
import { formRoute } from '../../form/form-route.ts'
import { fill, places } from '../../paths.ts'
import { page, type Load } from '../../route.ts'
import type { KindName } from './affinity-group-kind.ts'
import {
  affinityGroupMembers,
  affinityGroupView,
  antiAffinityGroupMembers,
  antiAffinityGroupView,
  first1000AffinityGroups,
  first1000AntiAffinityGroups,
} from './affinity-group-queries.ts'

type NewPath = typeof places.antiAffinityGroupsNew | typeof places.affinityGroupsNew
type EditPath = typeof places.antiAffinityGroupEdit | typeof places.affinityGroupEdit

const newForm = (kind: KindName, path: NewPath, groupPath: string) =>
  formRoute({
    path,
    operation: kind === 'affinity' ? 'affinity_group_create' : 'anti_affinity_group_create',
    crumb: `New ${kind} group`,
    code: () => import('./affinity-group-form.tsx'),
    form: kind === 'affinity' ? 'AffinityForm' : 'AntiAffinityForm',
    next: ({ name }, { project }) => fill(groupPath, { project, group: name }),
  })

const groupPage = (kind: KindName, path: string, editPath: EditPath, view: typeof affinityGroupView, load: Load) =>
  page({
    crumb: {
      text: ({ group = '' }) => group,
      to: path,
    },
    shape: ['facts3', 'card'],
    load,
    code: async () => ({ default: (await import('./affinity-group-page.tsx')).groupPages[kind] }),
    children: [
      page({ path }),
      formRoute({
        path: editPath,
        operation: kind === 'affinity' ? 'affinity_group_update' : 'anti_affinity_group_update',
        crumb: `Edit ${kind} group`,
        reads: ({ project, group }) => ({ group: view(project, group) }),
        code: () => import('./affinity-group-form.tsx'),
        form: kind === 'affinity' ? 'AffinityForm' : 'AntiAffinityForm',
        next: ({ name }, { project }) => fill(path, { project, group: name }),
      }),
    ],
  })

const routes = page({
  crumb: { text: 'Affinity', to: places.affinity },
  children: [
    page({
      load: ({ project = '' }) => [first1000AntiAffinityGroups(project), first1000AffinityGroups(project)],
      code: () => import('./affinity-group-list.tsx'),
      children: [
        page({ path: places.affinity }),
        newForm('anti-affinity', places.antiAffinityGroupsNew, places.antiAffinityGroup),
        newForm('affinity', places.affinityGroupsNew, places.affinityGroup),
      ],
    }),
    groupPage(
      'anti-affinity',
      places.antiAffinityGroup,
      places.antiAffinityGroupEdit,
      antiAffinityGroupView,
      ({ project = '', group = '' }) => [
        antiAffinityGroupView(project, group),
        antiAffinityGroupMembers(project, group),
      ],
    ),
    groupPage(
      'affinity',
      places.affinityGroup,
      places.affinityGroupEdit,
      affinityGroupView,
      ({ project = '', group = '' }) => [affinityGroupView(project, group), affinityGroupMembers(project, group)],
    ),
  ],
})

export const affinityGroupFeature: Feature = {
  project: {
    routes: [routes],
    nav: { label: 'Affinity', icon: Split, to: places.affinity, letter: 'y' },
  },
}
