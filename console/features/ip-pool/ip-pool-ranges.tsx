// The ranges of a pool.
import type { Model } from '#contract/client.ts'
import { copyIdAction, menuItem, type Action } from '../../action/action.tsx'
import { useData } from '../../use-api.ts'
import { useShortcut } from '../../frame/shortcuts.ts'
import { useWhyNotFleet } from '../../me.ts'
import { paths } from '../../paths.ts'
import { TabList } from '../../table/tab-list.tsx'
import { DateTime } from '../../ui/display/dates.tsx'
import { BigNum } from '../../ui/display/numbers.tsx'
import { Table, type Column } from '../../ui/display/table.tsx'
import { useNavigate } from 'react-router'
import { removeRangeAction } from './ip-pool-actions.tsx'
import { ipPoolRanges } from './ip-pool-queries.ts'
import { rangeSize } from '../../util/range-size.ts'

type Range = Model<'IpPoolRange'>

const columns: Column<Range>[] = [
  {
    id: 'first',
    header: 'First address',
    cell: ({ range }) => <span className="font-mono text-xs">{range.first}</span>,
  },
  { id: 'last', header: 'Last address', cell: ({ range }) => <span className="font-mono text-xs">{range.last}</span> },
  { id: 'size', header: 'Addresses', align: 'right', cell: ({ range }) => <BigNum value={rangeSize(range)} /> },
  { id: 'created', header: 'Created', cell: ({ timeCreated }) => <DateTime value={timeCreated} /> },
]

export function PoolRanges({ pool }: { pool: string }) {
  const ranges = useData(ipPoolRanges(pool)).items
  const whyNot = useWhyNotFleet()
  return (
    <RangeTable
      ranges={ranges}
      addPath={paths.ipPoolRangesAdd({ pool })}
      remove={({ range }) => removeRangeAction(pool, range, whyNot)}
    />
  )
}

interface RangeTableProps {
  ranges: readonly Range[]
  /** where the form for another range is */
  addPath: string
  remove: (range: Range) => Action
}

/** Ranges with their size, and the button that adds one. */
export function RangeTable({ ranges, addPath, remove }: RangeTableProps) {
  const navigate = useNavigate()
  const whyNot = useWhyNotFleet()
  useShortcut('c', 'Add range', () => !whyNot && void navigate(addPath))
  return (
    <TabList
      add={{ label: 'Add range', to: addPath, whyNot }}
      empty={
        ranges.length === 0 && { title: 'No IP ranges', text: 'Addresses are assigned from ranges, lowest first.' }
      }
    >
      <Table
        label="IP ranges"
        columns={columns}
        rows={ranges}
        rowKey={({ id }) => id}
        rowLabel={({ range }) => `${range.first}-${range.last}`}
        actions={(range) => [copyIdAction(range.id), remove(range)].map(menuItem)}
      />
    </TabList>
  )
}
