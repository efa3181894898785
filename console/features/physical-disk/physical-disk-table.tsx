// Physical disks, of one sled or of all.
import type { Model } from '#contract/client.ts'
import { copyIdAction } from '../../action/action.tsx'
import type { Query } from '../../api.ts'
import type { PageOf, UnsortedPage } from '../../queries.ts'
import type { SortedColumn } from '../../table/filtered-table.tsx'
import { PagedTable } from '../../table/paged-table.tsx'
import { stateText } from '../../table/state-badge.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { CopyText } from '../../ui/display/copy.tsx'
import { EmptyState } from '../../ui/display/empty-state.tsx'

type PhysicalDisk = Model<'PhysicalDisk'>

const formFactors: Record<PhysicalDisk['formFactor'], string> = { u2: 'U.2', m2: 'M.2' }

const columns: SortedColumn<PhysicalDisk>[] = [
  { id: 'serial', header: 'Serial number', text: ({ serial }) => serial, cell: ({ serial }) => serial },
  {
    id: 'form',
    header: 'Form factor',
    text: ({ formFactor }) => formFactors[formFactor],
    cell: ({ formFactor }) => <Badge>{formFactors[formFactor]}</Badge>,
  },
  { id: 'vendor', header: 'Vendor', text: ({ vendor }) => vendor, cell: ({ vendor }) => vendor },
  { id: 'model', header: 'Model number', text: ({ model }) => model, cell: ({ model }) => model },
  {
    id: 'policy',
    header: 'Policy',
    text: ({ policy }) => stateText(policy.kind),
    cell: ({ policy }) => <Badge>{stateText(policy.kind)}</Badge>,
  },
  { id: 'state', header: 'State', text: ({ state }) => state, cell: ({ state }) => <Badge>{state}</Badge> },
  { id: 'id', header: 'ID', cell: ({ id }) => <CopyText text={id} maxLength={12} /> },
]

interface PhysicalDiskTableProps {
  list: (page: UnsortedPage) => Query<PageOf<PhysicalDisk>>
  /** e.g. which sled it is in */
  more?: readonly SortedColumn<PhysicalDisk>[]
}

export const PhysicalDiskTable = ({ list, more = [] }: PhysicalDiskTableProps) => (
  <PagedTable
    label="Disks"
    nouns="disks"
    list={list}
    columns={[...columns, ...more]}
    rowKey={({ id }) => id}
    rowLabel={({ serial }) => serial}
    actions={({ id }) => [copyIdAction(id)]}
    empty={<EmptyState title="No disks found" text="Every sled should have disks. Check that they are seated." />}
  />
)
