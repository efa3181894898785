// The seal of the audit log. Its code comes after the table.
import { lazyPart } from '../../ui/display/lazy.tsx'

export const AuditSeal = lazyPart(
  async () => (await import('./audit-seal.lazy.tsx')).AuditSeal,
  <div aria-hidden className="mb-4 flex min-h-8 flex-wrap items-center" />,
)
