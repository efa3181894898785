// One sled: its hardware, load, provision policy and instances.
import { Server } from '@lucide/icons'
import { Outlet, useParams } from 'react-router'
import { copyIdAction, menuItem, paletteItemsOf, perform } from '../../action/action.tsx'
import { useData } from '../../use-api.ts'
import { usePalette } from '../../frame/palette.ts'
import { useWhyNotFleet } from '../../me.ts'
import { paths } from '../../paths.ts'
import { warm } from '../../route.ts'
import { CopyText } from '../../ui/display/copy.tsx'
import { DateTime } from '../../ui/display/dates.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import { BigNum, Bytes, Percent } from '../../ui/display/numbers.tsx'
import { PageHeader } from '../../ui/display/page-header.tsx'
import { CapacityBar } from '../../ui/display/progress.tsx'
import { Properties } from '../../ui/display/properties.tsx'
import { RouteTabs } from '../../ui/display/tabs.tsx'
import { Button } from '../../ui/input/button.tsx'
import { MenuButton } from '../../ui/overlay/menu.tsx'
import { percentOf } from '../../util/format.ts'
import { isProvisionable, provisionAction } from './sled-actions.tsx'
import { first1000SledLoads, loadsIn, sledView, type Sled, type SledLoad } from './sled-queries.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { ProvisionBadge } from './sled-state-badge.tsx'
import { kindText, memoryText, threadsText } from './sled-names.ts'

export default function SledPage() {
  const { sledId = '' } = useParams()
  const sled = useData(sledView(sledId))
  const loads = loadsIn(useData(first1000SledLoads()))
  const provision = provisionAction(sled, useWhyNotFleet())
  usePalette(paletteItemsOf([provision]))
  return (
    <>
      <PageHeader
        title={`Sled ${sled.baseboard.serial}`}
        icon={<Icon icon={Server} />}
        actions={
          <>
            <Button disabledReason={provision.whyNot} onClick={() => void perform(provision)}>
              {provision.label}
            </Button>
            <MenuButton label="Sled actions" variant="secondary" items={[copyIdAction(sled.id)].map(menuItem)} />
          </>
        }
      />
      <div className="space-y-5">
        {loads && <LoadBars sled={sled} load={loads.find(({ id }) => id === sledId)} />}
        <Facts sled={sled} />
        <RouteTabs
          label="Sled"
          onNear={warm}
          tabs={[
            { to: paths.sledInstances({ sledId }), label: 'Instances' },
            { to: paths.sledDisks({ sledId }), label: 'Disks' },
          ]}
        >
          <Outlet />
        </RouteTabs>
      </div>
    </>
  )
}

function LoadBars({ sled, load }: { sled: Sled; load: SledLoad | undefined }) {
  const threads = percentOf(load?.cpus ?? 0, sled.usableHardwareThreads)
  const memory = percentOf(load?.memory ?? 0, sled.usablePhysicalRam)
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <CapacityBar
        title="Threads"
        label="Threads provisioned"
        value={threads}
        valueText={threadsText(sled, load)}
        figure={<Percent value={threads} />}
        used={<BigNum value={load?.cpus ?? 0} />}
        total={<BigNum value={sled.usableHardwareThreads} />}
        usedLabel="Provisioned"
        totalLabel="Usable"
      />
      <CapacityBar
        title="Memory"
        label="Memory provisioned"
        value={memory}
        valueText={memoryText(sled, load)}
        figure={<Percent value={memory} />}
        used={<Bytes value={load?.memory ?? 0} />}
        total={<Bytes value={sled.usablePhysicalRam} />}
        usedLabel="Provisioned"
        totalLabel="Usable"
      />
    </div>
  )
}

function Facts({ sled }: { sled: Sled }) {
  const { id, rackId, baseboard, state, timeCreated } = sled
  return (
    <div>
      <Properties
        columns={2}
        items={[
          { name: 'Part number', value: baseboard.part },
          { name: 'Policy', value: <Badge>{kindText(sled)}</Badge> },
          { name: 'Serial number', value: baseboard.serial },
          { name: 'Provisioning', value: <ProvisionBadge sled={sled} /> },
          { name: 'Revision', value: baseboard.revision },
          { name: 'State', value: <Badge>{state}</Badge> },
          { name: 'Sled ID', value: <CopyText text={id} /> },
          { name: 'Added', value: <DateTime value={timeCreated} /> },
          { name: 'Rack ID', value: <CopyText text={rackId} /> },
          { name: 'Location', value: 'Not available yet' },
        ]}
      />
      <p className="mt-2 text-sm text-muted">
        {isProvisionable(sled)
          ? 'New and restarted instances can be placed on this sled.'
          : 'No new instances are placed on this sled. Running instances stay until they are stopped.'}
      </p>
    </div>
  )
}
