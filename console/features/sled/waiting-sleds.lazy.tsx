// The sleds that are plugged in but not in service, and the action that adds one.
import { useEffect, useId, useState } from 'react'
import { useLocation } from 'react-router'
import { perform, type Action } from '../../action/action.tsx'
import { useWhyNotFleet } from '../../me.ts'
import { useLoad } from '../../use-api.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { Card } from '../../ui/display/card.tsx'
import { Table, type Column } from '../../ui/display/table.tsx'
import { Button } from '../../ui/input/button.tsx'
import type { WaitingSled } from './sled-queries.ts'
import { TabLoad } from '../../ui/display/tab-load.tsx'
import { addSledAction } from './add-sled.tsx'
import { first1000WaitingSleds } from './sled-queries.ts'

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

export function WaitingSleds() {
  const { data, error } = useLoad(first1000WaitingSleds())
  const whyNot = useWhyNotFleet()
  // the API does not report which of them are being added
  const [added, setAdded] = useState<ReadonlySet<string>>(new Set())
  const titleId = useId()
  const { hash } = useLocation()
  const isLoaded = data !== undefined
  useEffect(() => {
    if (isLoaded && hash === '#waiting') document.getElementById('waiting')?.scrollIntoView({ block: 'nearest' })
  }, [hash, isLoaded])
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
        {!data ? (
          <TabLoad error={error} />
        ) : data.items.length > 0 ? (
          <Table
            labelledBy={titleId}
            columns={[
              ...waitingColumns,
              { id: 'add', header: <span className="sr-only">Add</span>, align: 'right', early: true, cell: addCell },
            ]}
            rows={data.items}
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
