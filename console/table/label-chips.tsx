// Labels as chips. In a table a chip filters by its label.
import type { ReactNode } from 'react'
import { Badge } from '../ui/display/badge.tsx'
import { Dash } from '../ui/display/dash.tsx'
import type { ResourceColumn } from './columns.tsx'

interface LabelChipsProps {
  labels: readonly string[]
  /** the others are counted */
  max?: number
  onPick?: (label: string) => void
}

export function LabelChips({ labels, max = Infinity, onPick }: LabelChipsProps): ReactNode {
  if (labels.length === 0) return <Dash />
  const rest = labels.slice(max)
  return (
    <span className="flex flex-wrap items-center gap-1">
      {labels.slice(0, max).map((label) =>
        onPick ? (
          <button
            key={label}
            type="button"
            aria-label={`Filter by label ${label}`}
            className="max-w-40 rounded-sm hover:brightness-95"
            onClick={() => onPick(label)}
          >
            <Badge>{label}</Badge>
          </button>
        ) : (
          <Badge key={label}>{label}</Badge>
        ),
      )}
      {rest.length > 0 && (
        <span className="text-xs text-muted" title={rest.join(' ')}>
          +{rest.length}
        </span>
      )}
    </span>
  )
}

const SHOWN = 3

export function labelsColumn<Row>(
  of: (row: Row) => readonly string[],
  onPick: (label: string) => void,
): ResourceColumn<Row> {
  return {
    id: 'labels',
    header: 'Labels',
    text: (row) => of(row).join(' '),
    cell: (row) => <LabelChips labels={of(row)} max={SHOWN} onPick={onPick} />,
  }
}
