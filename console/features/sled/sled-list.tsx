// The racks as a drawing, the sleds in service, and those waiting to be added.
import { copyIdAction, menuItem } from '../../action/action.tsx'
import { useData } from '../../use-api.ts'
import { TextLink } from '../../frame/link.tsx'
import { useWhyNotFleet } from '../../me.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { CopyText } from '../../ui/display/copy.tsx'
import { EmptyState } from '../../ui/display/empty-state.tsx'
import { lazyPart } from '../../ui/display/lazy.tsx'
import { Table, type Column } from '../../ui/display/table.tsx'
import { RackElevations } from '../rack/rack-elevation.tsx'
import { bytesText } from '../../util/format.ts'
import type { Sled, SledLoad } from '../rack/rack-layout.ts'
import { provisionAction } from './sled-actions.tsx'
import { first1000SledLoads, first1000Sleds, first1000WaitingSleds } from './sled-queries.ts'
import { ProvisionBadge } from './sled-state.tsx'
import { kindText } from './sled-words.ts'
import type { WaitingSledsProps } from './waiting-sleds.lazy.tsx'

const WaitingSleds = lazyPart(
  async () => (await import('./waiting-sleds.lazy.tsx')).WaitingSleds,
  // as tall as the card with its rows
  ({ waiting }: WaitingSledsProps) => (
    <div className="rounded-md border border-line bg-raised pt-27.25 max-sm:pt-32.25">
      {waiting.map(({ baseboard: { part, serial } }) => (
        <div key={`${part} ${serial}`} className="h-10" />
      ))}
    </div>
  ),
)

const columnsOf = (loads: ReadonlyMap<string, SledLoad>): Column<Sled>[] => [
  {
    id: 'serial',
    header: 'Serial number',
    cell: ({ id, baseboard }) => <TextLink to={paths.sledInstances({ sledId: id })}>{baseboard.serial}</TextLink>,
  },
  { id: 'part', header: 'Part number', cell: ({ baseboard }) => baseboard.part },
  { id: 'revision', header: 'Revision', align: 'right', cell: ({ baseboard }) => baseboard.revision },
  { id: 'kind', header: 'Policy', cell: (sled) => <Badge>{kindText(sled)}</Badge> },
  { id: 'provision', header: 'Provision policy', early: true, cell: (sled) => <ProvisionBadge sled={sled} /> },
  { id: 'state', header: 'State', cell: ({ state }) => <Badge>{state}</Badge> },
  { id: 'instances', header: 'Instances', align: 'right', cell: ({ id }) => loads.get(id)?.instances ?? 0 },
  {
    id: 'threads',
    header: 'Threads',
    align: 'right',
    cell: ({ id, usableHardwareThreads }) => `${loads.get(id)?.cpus ?? 0} / ${usableHardwareThreads}`,
  },
  {
    id: 'memory',
    header: 'Memory',
    align: 'right',
    cell: ({ usablePhysicalRam }) => bytesText(usablePhysicalRam),
  },
  { id: 'id', header: 'ID', cell: ({ id }) => <CopyText text={id} maxLength={12} /> },
]

export default function SledList() {
  const sleds = useData(first1000Sleds()).items
  const loads = new Map(useData(first1000SledLoads()).items.map((load) => [load.id, load]))
  const whyNot = useWhyNotFleet()
  return (
    <div className="space-y-6">
      <RackElevations />
      {sleds.length === 0 ? (
        <EmptyState title="No sleds found" text="Add a waiting sled to run instances." />
      ) : (
        <Table
          label="Sleds"
          columns={columnsOf(loads)}
          rows={sleds.toSorted((a, b) => a.baseboard.serial.localeCompare(b.baseboard.serial))}
          rowKey={({ id }) => id}
          rowLabel={({ baseboard }) => baseboard.serial}
          actions={(sled) => [copyIdAction(sled.id), provisionAction(sled, whyNot)].map(menuItem)}
        />
      )}
      <WaitingSleds waiting={useData(first1000WaitingSleds()).items} />
    </div>
  )
}
