// What does not fit into a cell: how many more there are, and the others in a tooltip.
import { Tooltip } from '../overlay/tooltip.tsx'

/** `label` is the plural: 'roles'. */
export function More({ label, texts }: { label: string; texts: readonly string[] }) {
  if (texts.length === 0) return null
  return (
    <Tooltip content={`Other ${label}: ${texts.join(', ')}`}>
      <button type="button" className="rounded-sm text-xs text-muted" aria-label={`${texts.length} more ${label}`}>
        +{texts.length}
      </button>
    </Tooltip>
  )
}
