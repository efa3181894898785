// The audit log, for operators.
import { ScrollText } from '@lucide/icons'
import type { Feature } from '../../feature.ts'
import { places } from '../../paths.ts'
import { page } from '../../route.ts'
import { first1000Silos } from '../silo/silo-queries.ts'
import { auditList, filtersIn } from './audit-queries.ts'

const audit = page({
  path: places.auditLog,
  crumb: 'Audit log',
  shape: ['filters', 'rows'],
  load: (_, search) => [auditList(filtersIn(search)), first1000Silos()],
  code: () => import('./audit-page.tsx'),
})

export const auditFeature: Feature = {
  system: {
    routes: [audit],
    nav: { label: 'Audit log', icon: ScrollText, to: places.auditLog, letter: 'l' },
  },
}
