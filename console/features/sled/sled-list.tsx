// The racks as a drawing, the sleds in service, and those waiting to be added.
import { useState, type ReactNode } from 'react'
import { copyIdAction, menuItem } from '../../action/action.tsx'
import { useData, useLoad } from '../../use-api.ts'
import { TextLink } from '../../frame/link.tsx'
import { MachinesText, NetworkText } from '../../frame/platform-notice.tsx'
import { useWhyNotFleet } from '../../me.ts'
import { paths } from '../../paths.ts'
import { usePlatform } from '../../platform.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { CopyText } from '../../ui/display/copy.tsx'
import { Dash } from '../../ui/display/dash.tsx'
import { EmptyState } from '../../ui/display/empty-state.tsx'
import { lazyPart, lazyPopup } from '../../ui/display/lazy.tsx'
import { RowMeter } from '../../ui/page/progress.tsx'
import { Skeleton } from '../../ui/display/skeleton.tsx'
import { Table, type Column } from '../../ui/display/table.tsx'
import { RackElevations } from '../rack/rack-front-host.tsx'
import { bytesToGiB, gibText, percentOf } from '../../util/format.ts'
import { drainAction, provisionAction } from './sled-actions.tsx'
import { first1000SledLoads, first1000Sleds, loadsIn, type Sled, type SledLoad } from './sled-queries.ts'
import { ProvisionBadge } from './sled-state-badge.tsx'
import { kindText, cpuUnit, usableCpus } from './sled-names.ts'

const WaitingSleds = lazyPart(
  async () => (await import('./waiting-sleds.lazy.tsx')).WaitingSleds,
  // as tall as the card without rows
  <div className="h-27.25 rounded-md border border-line bg-raised max-sm:h-32.25" />,
)

const NO_LOAD = { instances: 0, cpus: 0, memory: 0, unreachable: null, timeClosed: null }

type Load = Pick<SledLoad, 'instances' | 'cpus' | 'memory' | 'unreachable' | 'timeClosed'> & {
  usableCpus?: number | undefined
}

/** Shows something of a sled's load, or `unknown` on hosts that do not report loads. */
type OfLoad = (sled: Sled, show: (load: Load) => ReactNode, unknown?: ReactNode) => ReactNode

const columnsOf = (ofLoad: OfLoad): Column<Sled>[] => [
  {
    id: 'serial',
    header: 'Serial number',
    cell: ({ id, baseboard }) => <TextLink to={paths.sledInstances({ sledId: id })}>{baseboard.serial}</TextLink>,
  },
  { id: 'part', header: 'Part number', cell: ({ baseboard }) => baseboard.part },
  { id: 'revision', header: 'Revision', align: 'right', cell: ({ baseboard }) => baseboard.revision },
  { id: 'kind', header: 'Policy', cell: (sled) => <Badge>{kindText(sled)}</Badge> },
  {
    id: 'provision',
    header: 'Provision policy',
    early: true,
    cell: (sled) =>
      ofLoad(
        sled,
        (load) => <ProvisionBadge sled={sled} load={load} />,
        <ProvisionBadge sled={sled} load={undefined} />,
      ),
  },
  {
    id: 'state',
    header: 'State',
    cell(sled) {
      const state = <Badge>{sled.state}</Badge>
      return ofLoad(sled, ({ unreachable }) => (unreachable ? <Badge tone="danger">unreachable</Badge> : state), state)
    },
  },
  { id: 'instances', header: 'Instances', align: 'right', cell: (sled) => ofLoad(sled, ({ instances }) => instances) },
  {
    id: 'threads',
    header: 'Threads',
    align: 'right',
    cell(sled) {
      return ofLoad(
        sled,
        (load) => {
          const total = usableCpus(sled, load)
          const text = `${load.cpus} / ${total}${cpuUnit(sled, load) === 'vCPUs' ? ' vCPUs' : ''}`
          return <Share label={`Threads of ${sled.baseboard.serial}`} used={load.cpus} total={total} text={text} />
        },
        sled.usableHardwareThreads,
      )
    },
  },
  {
    id: 'memory',
    header: 'Memory',
    align: 'right',
    cell(sled) {
      const total = sled.usablePhysicalRam
      const text = (memory: number) => `${bytesToGiB(memory).toLocaleString()} / ${gibText(total)}`
      return ofLoad(
        sled,
        ({ memory }) => (
          <Share label={`Memory of ${sled.baseboard.serial}`} used={memory} total={total} text={text(memory)} />
        ),
        gibText(total),
      )
    },
  },
  { id: 'id', header: 'ID', cell: ({ id }) => <CopyText text={id} maxLength={12} /> },
]

function Share({ label, used, total, text }: { label: string; used: number; total: number; text: string }) {
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      {text}
      <RowMeter label={label} value={percentOf(used, total)} valueText={text} />
    </span>
  )
}

const DrainForm = lazyPopup(async () => (await import('../migration/drain-form.lazy.tsx')).DrainForm)

export default function SledList() {
  const sleds = useData(first1000Sleds()).items
  const rack = usePlatform()
  const { data, isPending } = useLoad(first1000SledLoads(), { optional: true })
  const known = data && loadsIn(data)
  const loads = new Map(known?.map((load) => [load.id, load]))
  const ofLoad: OfLoad = ({ id }, show, unknown = <Dash />) => {
    if (isPending) return <Skeleton className="h-3 w-10" />
    return known ? show(loads.get(id) ?? NO_LOAD) : unknown
  }
  const whyNot = useWhyNotFleet()
  const [draining, setDraining] = useState<Sled>()
  const actionsOf = (sled: Sled) => {
    const drain = () => setDraining(sled)
    const hasWork = rack?.migrates && loads.get(sled.id)?.instances
    const provision = provisionAction(sled, whyNot, hasWork ? drain : undefined)
    return [copyIdAction(sled.id), provision, ...(rack?.migrates ? [drainAction(sled, drain)] : [])]
  }
  return (
    <div className="space-y-6">
      {rack?.hasSlots !== false && <RackElevations known={new Set(sleds.map(({ rackId }) => rackId))} />}
      {sleds.length === 0 ? (
        <EmptyState title="No sleds found" text="Add a waiting sled to run instances." />
      ) : (
        <Table
          label="Sleds"
          columns={columnsOf(ofLoad)}
          rows={sleds.toSorted((a, b) => a.baseboard.serial.localeCompare(b.baseboard.serial))}
          rowKey={({ id }) => id}
          rowLabel={({ baseboard }) => baseboard.serial}
          actions={(sled) => actionsOf(sled).map(menuItem)}
        />
      )}
      {/* below: above the table it would move what has already been drawn */}
      {rack && <MachinesText kind={rack.machines} />}
      <NetworkText kind={rack?.network} />
      <WaitingSleds />
      {draining && <DrainForm sled={draining} onClose={() => setDraining(undefined)} />}
    </div>
  )
}
