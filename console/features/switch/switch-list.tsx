// The switches of all racks.
import type { Model } from '#contract/client.ts'
import { copyIdAction, menuItem } from '../../action/action.tsx'
import { NO_SWITCHES } from '../../frame/platform-notice.tsx'
import { usePlatform } from '../../platform.ts'
import { useData } from '../../use-api.ts'
import { CopyText } from '../../ui/display/copy.tsx'
import { EmptyState } from '../../ui/display/empty-state.tsx'
import { Table, type Column } from '../../ui/display/table.tsx'
import { first1000Switches } from './switch-queries.ts'

const columns: Column<Model<'Switch'>>[] = [
  { id: 'serial', header: 'Serial number', cell: ({ baseboard }) => baseboard.serial },
  { id: 'part', header: 'Part number', cell: ({ baseboard }) => baseboard.part },
  { id: 'revision', header: 'Revision', align: 'right', cell: ({ baseboard }) => baseboard.revision },
  { id: 'rack', header: 'Rack ID', cell: ({ rackId }) => <CopyText text={rackId} maxLength={12} /> },
  { id: 'id', header: 'ID', cell: ({ id }) => <CopyText text={id} maxLength={12} /> },
]

export default function SwitchListTab() {
  const switches = useData(first1000Switches()).items
  const needsSwitches = usePlatform()?.hasSwitches !== false
  if (switches.length === 0)
    return (
      <EmptyState
        title="No switches found"
        text={needsSwitches ? 'A rack needs switches. Check that they are powered.' : NO_SWITCHES}
      />
    )
  return (
    <Table
      label="Switches"
      columns={columns}
      rows={switches}
      rowKey={({ id }) => id}
      rowLabel={({ baseboard }) => baseboard.serial}
      actions={({ id }) => [menuItem(copyIdAction(id))]}
    />
  )
}
