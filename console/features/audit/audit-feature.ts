// The audit log, for operators.
import { ScrollText } from '@lucide/icons'
import type { Feature } from '../../feature.ts'
import { formRoute } from '../../form/form-route.ts'
import { places } from '../../paths.ts'
import { page } from '../../route.ts'
import { first1000Silos } from '../silo/silo-queries.ts'
import { auditList, auditSettings, filtersIn } from './audit-queries.ts'

const audit = page({
  crumb: { text: 'Audit log', to: places.auditLog },
  shape: ['filters', 'rows'],
  load: (_, search) => [auditList(filtersIn(search)), first1000Silos()],
  code: () => import('./audit-page.tsx'),
  children: [
    page({ path: places.auditLog }),
    formRoute({
      path: places.auditSettings,
      operation: 'audit_settings_update',
      crumb: 'Settings',
      reads: () => ({ settings: auditSettings() }),
      code: () => import('./audit-settings-form.tsx'),
      form: 'AuditSettingsForm',
    }),
  ],
})

export const auditFeature: Feature = {
  system: {
    routes: [audit],
    nav: { label: 'Audit log', icon: ScrollText, to: places.auditLog, letter: 'l' },
  },
}
