// The racks as a drawing, the sleds in service, and those waiting to be added.
import { useEffect, useId, useState } from 'react'
import { useLocation } from 'react-router'
import { copyIdAction, menuItem, perform, type Action } from '../../action/action.tsx'
import { useData } from '../../use-api.ts'
import { TextLink } from '../../frame/link.tsx'
import { useWhyNotFleet } from '../../me.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { Card } from '../../ui/display/card.tsx'
import { CopyText } from '../../ui/display/copy.tsx'
import { EmptyState } from '../../ui/display/empty-state.tsx'
import { Table, type Column } from '../../ui/display/table.tsx'
import { Button } from '../../ui/input/button.tsx'
import { RackElevations } from '../rack/rack-elevation.tsx'
import { bytesText } from '../../util/format.ts'
import type { Sled, SledLoad, WaitingSled } from '../rack/rack-layout.ts'
import { addSledAction, provisionAction } from './sled-actions.tsx'
import { first1000SledLoads, first1000Sleds, first1000WaitingSleds } from './sled-queries.ts'
import { ProvisionBadge } from './sled-state.tsx'
import { kindText } from './sled-words.ts'

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
      <WaitingSleds />
    </div>
  )
}

const waitingColumns: Column<WaitingSled>[] = [
  { id: 'serial', header: 'Serial number', cell: ({ baseboard }) => baseboard.serial },
  { id: 'part', header: 'Part number', cell: ({ baseboard }) => baseboard.part },
  { id: 'revision', header: 'Revision', align: 'right', cell: ({ baseboard }) => baseboard.revision },
  { id: 'cubby', header: 'Cubby', align: 'right', cell: ({ cubby }) => cubby },
]

function AddCell({ serial, isJoining, action }: { serial: string; isJoining: boolean; action: Action }) {
  if (isJoining)
    return (
      <Badge tone="transition" busy>
        joining
      </Badge>
    )
  return (
    <Button
      size="sm"
      disabledReason={action.whyNot}
      aria-label={`Add to rack: ${serial}`}
      onClick={() => void perform(action)}
    >
      Add to rack
    </Button>
  )
}

function WaitingSleds() {
  const waiting = useData(first1000WaitingSleds()).items
  const whyNot = useWhyNotFleet()
  // the API does not report which of them are being added
  const [added, setAdded] = useState<ReadonlySet<string>>(new Set())
  const titleId = useId()
  const { hash } = useLocation()
  useEffect(() => {
    if (hash === '#waiting') document.getElementById('waiting')?.scrollIntoView({ block: 'nearest' })
  }, [hash])
  const addCell = (sled: WaitingSled) => {
    const { serial } = sled.baseboard
    const onAdded = () => setAdded((was) => new Set(was).add(serial))
    return <AddCell serial={serial} isJoining={added.has(serial)} action={addSledAction(sled, { whyNot, onAdded })} />
  }
  return (
    <div id="waiting">
      <Card
        title="Waiting to be added"
        titleId={titleId}
        text="Sleds that are plugged in but not part of the rack yet. Nothing runs on them."
      >
        {waiting.length > 0 ? (
          <Table
            labelledBy={titleId}
            columns={[
              ...waitingColumns,
              { id: 'add', header: <span className="sr-only">Add</span>, align: 'right', early: true, cell: addCell },
            ]}
            rows={waiting}
            rowKey={({ baseboard }) => `${baseboard.part} ${baseboard.serial}`}
            rowLabel={({ baseboard }) => baseboard.serial}
          />
        ) : (
          <p className="text-sm text-muted">No sleds are waiting.</p>
        )}
      </Card>
    </div>
  )
}
