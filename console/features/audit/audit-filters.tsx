// The filter bar of the audit log and of activity. Its code comes after the table, which reads the filters from the URL.
import { lazyPart } from '../../ui/display/lazy.tsx'
import type { AuditFiltersProps } from './audit-filters.lazy.tsx'

export const AuditFilters = lazyPart(
  async () => (await import('./audit-filters.lazy.tsx')).AuditFilters,
  // one box per control, so that they wrap alike
  ({ filters, silos, hasTarget }: AuditFiltersProps) => (
    <div aria-hidden className="mb-3 flex flex-wrap items-end gap-3 max-sm:grid max-sm:grid-cols-2 max-sm:*:w-auto">
      {box('w-44')}
      {silos && box('w-36')}
      {box('w-52')}
      {hasTarget && box('w-44')}
      {box('w-32')}
      {filters.start ? (
        <div className="flex flex-wrap gap-2 pt-5 max-sm:col-span-2">
          <div className={`w-36 ${control}`} />
          <div className={`w-55 ${control}`} />
        </div>
      ) : (
        box('w-36')
      )}
      {Object.keys(filters).length > 0 && <div className="h-8 w-24" />}
    </div>
  ),
)

const control = 'h-8 rounded-md border border-line'
/** A control with its label. */
const box = (width: string) => (
  <div className={`pt-5 ${width}`}>
    <div className={control} />
  </div>
)
