// Issues: what needs attention now. The navigation shows how many there are.
import { Siren } from '@lucide/icons'
import type { Feature } from '../../feature.ts'
import { places } from '../../paths.ts'
import { page } from '../../route.ts'
import { issueList } from './issue-queries.ts'

const issues = page({
  path: places.systemIssues,
  crumb: 'Issues',
  shape: ['rows'],
  load: () => [issueList()],
  code: () => import('./issue-page.tsx'),
})

export const issueFeature: Feature = {
  system: {
    routes: [issues],
    nav: {
      label: 'Issues',
      icon: Siren,
      to: places.systemIssues,
      letter: 'i',
      count: { query: issueList, noun: 'issue' },
    },
  },
}
