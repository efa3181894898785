// The audit log, for operators.
import { ScrollText } from '@lucide/icons'
import type { Feature } from '../../feature.ts'
import { paths, places } from '../../paths.ts'
import { form, page } from '../../route.ts'
import { first1000Silos } from '../silo/silo-queries.ts'
import { auditList, auditSettings, filtersIn } from './audit-queries.ts'

const audit = page({
  crumb: { text: 'Audit log', to: () => paths.auditLog() },
  shape: ['filters', 'rows'],
  load: (_, search) => [auditList(filtersIn(search)), first1000Silos()],
  code: () => import('./audit-page.tsx'),
  children: [
    page({ path: places.auditLog }),
    form({
      path: places.auditSettings,
      crumb: 'Settings',
      load: () => [auditSettings()],
      code: () => import('./audit-settings.tsx'),
    }),
  ],
})

export const auditFeature: Feature = {
  system: {
    routes: [audit],
    nav: { label: 'Audit log', icon: ScrollText, to: places.auditLog, letter: 'l' },
  },
}
