// Affinity: groups of both kinds in one list, and a page for each group.
import { Split } from '@lucide/icons'
import type { Feature } from '../../feature.ts'
import { paths, places } from '../../paths.ts'
import {
  affinityGroupMembers,
  affinityGroupView,
  antiAffinityGroupMembers,
  antiAffinityGroupView,
  first1000AffinityGroups,
  first1000AntiAffinityGroups,
} from './affinity-group-queries.ts'
import { form, page } from '../../route.ts'

const routes = page({
  crumb: { text: 'Affinity', to: ({ project = '' }) => paths.affinity({ project }) },
  children: [
    page({
      load: ({ project = '' }) => [first1000AntiAffinityGroups(project), first1000AffinityGroups(project)],
      code: () => import('./affinity-list.tsx'),
      children: [
        page({ path: places.affinity }),
        form({
          path: places.antiAffinityGroupsNew,
          crumb: 'New anti-affinity group',
          code: () => import('./anti-affinity-group-new.tsx'),
        }),
        form({
          path: places.affinityGroupsNew,
          crumb: 'New affinity group',
          code: () => import('./affinity-group-new.tsx'),
        }),
      ],
    }),
    page({
      crumb: {
        text: ({ antiAffinityGroup = '' }) => antiAffinityGroup,
        to: ({ project = '', antiAffinityGroup = '' }) => paths.antiAffinityGroup({ project, antiAffinityGroup }),
      },
      load: ({ project = '', antiAffinityGroup = '' }) => [
        antiAffinityGroupView(project, antiAffinityGroup),
        antiAffinityGroupMembers(project, antiAffinityGroup),
      ],
      code: () => import('./anti-affinity-group-page.tsx'),
      children: [
        page({ path: places.antiAffinityGroup }),
        form({
          path: places.antiAffinityGroupEdit,
          crumb: 'Edit anti-affinity group',
          code: () => import('./anti-affinity-group-edit.tsx'),
        }),
      ],
    }),
    page({
      crumb: {
        text: ({ affinityGroup = '' }) => affinityGroup,
        to: ({ project = '', affinityGroup = '' }) => paths.affinityGroup({ project, affinityGroup }),
      },
      load: ({ project = '', affinityGroup = '' }) => [
        affinityGroupView(project, affinityGroup),
        affinityGroupMembers(project, affinityGroup),
      ],
      code: () => import('./affinity-group-page.tsx'),
      children: [
        page({ path: places.affinityGroup }),
        form({
          path: places.affinityGroupEdit,
          crumb: 'Edit affinity group',
          code: () => import('./affinity-group-edit.tsx'),
        }),
      ],
    }),
  ],
})

export const affinityGroupFeature: Feature = {
  project: {
    routes: [routes],
    nav: { label: 'Affinity', icon: Split, to: places.affinity, letter: 'y' },
  },
}
