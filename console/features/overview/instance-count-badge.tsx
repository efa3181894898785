// How many instances a project or silo has, and how many of them failed: a column of their lists.
import { MAX_COUNTED_PER_ROW } from '#contract/limits.ts'
import type { ResourceColumn } from '../../table/columns.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { Dash } from '../../ui/display/dash.tsx'
import { fullNum } from '../../util/format.ts'
import { emDash } from '../../util/text.ts'
import type { InstanceCounts } from './overview-queries.ts'

/** The host stops counting at the limit. */
export const countText = (count: number, limit: number) => (count < limit ? fullNum(count) : `${fullNum(limit)}+`)

const text = ({ instances }: InstanceCounts) =>
  instances === undefined ? emDash : countText(instances, MAX_COUNTED_PER_ROW)

export const instanceCountsColumn = <Row extends InstanceCounts>(): ResourceColumn<Row> => ({
  id: 'instances',
  header: 'Instances',
  text: (row) => (row.failed ? `${text(row)} (${countText(row.failed, MAX_COUNTED_PER_ROW)} failed)` : text(row)),
  value: ({ instances = -1 }) => instances,
  cell: (row) =>
    row.instances === undefined ? (
      <Dash />
    ) : (
      <span className="flex items-center gap-2 tabular-nums">
        {text(row)}
        {Boolean(row.failed) && (
          <Badge tone="danger" lamp>
            {countText(row.failed ?? 0, MAX_COUNTED_PER_ROW)} failed
          </Badge>
        )}
      </span>
    ),
})
