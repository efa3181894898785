// One sled: its hardware, load, provision policy and instances.
import { Server } from '@lucide/icons'
import { useState } from 'react'
import { useParams } from 'react-router'
import { useData, useLoad } from '../../use-api.ts'
import { TextLink } from '../../frame/link.tsx'
import { useWhyNotFleet } from '../../me.ts'
import { paths } from '../../paths.ts'
import { usePlatform } from '../../platform.ts'
import { DetailPage } from '../../table/detail-page.tsx'
import { CopyText } from '../../ui/display/copy.tsx'
import { DateTime } from '../../ui/display/dates.tsx'
import { lazyPart, lazyPopup } from '../../ui/display/lazy.tsx'
import { Message } from '../../ui/display/message.tsx'
import { BigNum, Bytes, Percent } from '../../ui/display/numbers.tsx'
import { CapacityBar } from '../../ui/page/progress.tsx'
import type { Property } from '../../ui/display/properties.tsx'
import { bytesText, gibText, percentOf } from '../../util/format.ts'
import { hostName } from '../host/host-names.ts'
import { first1000Hosts, type Host } from '../host/host-queries.ts'
import { drainAction, isProvisionable, provisionAction } from './sled-actions.tsx'
import { first1000SledLoads, loadsIn, sledView, type Sled, type SledLoad } from './sled-queries.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { ProvisionBadge } from './sled-state-badge.tsx'
import { cpuUnit, guestsText, kindText, memoryText, threadsText, usableCpus } from './sled-names.ts'

const DrainForm = lazyPopup(async () => (await import('../migration/drain-form.lazy.tsx')).DrainForm)
const DrainNotice = lazyPart(async () => (await import('../migration/drain-notice.lazy.tsx')).DrainNotice)

const FailoverNotice = lazyPart(async () => (await import('../failover/failover-notice.lazy.tsx')).FailoverNotice)
const FenceCard = lazyPart(async () => (await import('../failover/fence-card.lazy.tsx')).FenceCard)

export default function SledPage() {
  const { sledId = '' } = useParams()
  const sled = useData(sledView(sledId))
  const loads = loadsIn(useData(first1000SledLoads()))
  const load = loads?.find(({ id }) => id === sledId)
  const migrates = usePlatform()?.migrates === true
  const host = useHostOf(sledId)
  const denied = useWhyNotFleet()
  const isOurs = usePlatform() !== undefined
  const [isDraining, setDraining] = useState(false)
  const drain = () => setDraining(true)
  const provision = provisionAction(sled, denied, migrates && load?.instances ? drain : undefined)
  return (
    <DetailPage
      title={`Sled ${sled.baseboard.serial}`}
      icon={Server}
      noun="Sled"
      id={sled.id}
      buttons={migrates && !isProvisionable(sled) ? [drainAction(sled, drain), provision] : [provision]}
      overview={
        loads && (
          <div className="space-y-5">
            {load?.unreachable && <UnreachableNotice {...load.unreachable} />}
            {isOurs && (
              <FailoverNotice
                sledId={sledId}
                serial={sled.baseboard.serial}
                isSilent={load?.unreachable != null}
                denied={denied}
              />
            )}
            {migrates && !isProvisionable(sled) && <DrainNotice sledId={sledId} />}
            <LoadBars sled={sled} load={load} />
            {isOurs && denied === undefined && <FenceCard sledId={sledId} />}
          </div>
        )
      }
      facts={[
        { name: 'Part number', value: sled.baseboard.part },
        { name: 'Policy', value: <Badge>{kindText(sled)}</Badge> },
        { name: 'Serial number', value: sled.baseboard.serial },
        { name: 'Provision policy', value: <ProvisionBadge sled={sled} load={load} /> },
        { name: 'Revision', value: sled.baseboard.revision },
        {
          name: 'State',
          value: load?.unreachable ? <Badge tone="danger">unreachable</Badge> : <Badge>{sled.state}</Badge>,
        },
        { name: 'Sled ID', value: <CopyText text={sled.id} /> },
        { name: 'Added', value: <DateTime value={sled.timeCreated} /> },
        { name: 'Rack ID', value: <CopyText text={sled.rackId} /> },
        { name: 'Location', value: 'Not available yet' },
        ...hostLink(host),
        ...hostFacts(load),
      ]}
      note={
        // the notice above says more of a sled that does not answer
        load?.unreachable
          ? undefined
          : isProvisionable(sled)
            ? 'New and restarted instances can be placed on this sled.'
            : `No new instances are placed on this sled. Running instances stay until they are stopped${migrates ? ' or moved' : ''}.`
      }
      tabs={[
        { to: paths.sledInstances({ sledId }), label: 'Instances' },
        { to: paths.sledDisks({ sledId }), label: 'Disks' },
      ]}
    >
      {isDraining && <DrainForm sled={sled} onClose={() => setDraining(false)} />}
    </DetailPage>
  )
}

/** The host that the sled is, for those who can read hosts. */
function useHostOf(sledId: string): Host | undefined {
  const takesHosts = usePlatform()?.takesHosts === true
  const answer = useLoad(first1000Hosts(), { optional: true, enabled: takesHosts }).data
  return answer?.type === 'success' ? answer.data.items.find((host) => host.sledId === sledId) : undefined
}

const hostLink = (host: Host | undefined): Property[] =>
  host ? [{ name: 'Host', value: <TextLink to={paths.host({ host: host.id })}>{hostName(host)}</TextLink> }] : []

/** Only hosts of real machines have these. */
function hostFacts(load: SledLoad | undefined): Property[] {
  if (!load?.host) return []
  const { accelerator, architecture, cpu, reservedMemory } = load.host
  return [
    { name: 'Machines', value: ACCELERATORS[accelerator] },
    { name: 'Guests', value: guestsText(load) },
    { name: 'CPU', value: `${cpu} (${architecture})` },
    { name: 'Reserved memory', value: gibText(reservedMemory) },
  ]
}

const ACCELERATORS = { kvm: 'Real, on the CPU (KVM)', tcg: 'Real, emulated (TCG)' }

function UnreachableNotice({ since, problem }: NonNullable<SledLoad['unreachable']>) {
  return (
    <Message tone="danger" title="This sled does not answer">
      <p>{problem}</p>
      <p className="mt-1 text-muted">
        Since <DateTime value={new Date(since)} />. Its instances may still run but cannot be managed. No new instances
        are placed on it.
      </p>
    </Message>
  )
}

function LoadBars({ sled, load }: { sled: Sled; load: SledLoad | undefined }) {
  const cpus = usableCpus(sled, load)
  const threads = percentOf(load?.cpus ?? 0, cpus)
  const memory = percentOf(load?.memory ?? 0, sled.usablePhysicalRam)
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <CapacityBar
        title={cpuUnit(sled, load) === 'vCPUs' ? `vCPUs, ${cpus / sled.usableHardwareThreads} per thread` : 'Threads'}
        label="Threads provisioned"
        value={threads}
        valueText={threadsText(sled, load)}
        figure={<Percent value={threads} />}
        used={<BigNum value={load?.cpus ?? 0} />}
        total={<BigNum value={cpus} />}
        usedLabel="Provisioned"
        totalLabel="Usable"
      />
      <CapacityBar
        title="Memory"
        label="Memory provisioned"
        value={memory}
        valueText={memoryText(sled, load)}
        figure={<Percent value={memory} />}
        used={gibText(load?.memory ?? 0)}
        total={gibText(sled.usablePhysicalRam)}
        usedLabel="Provisioned"
        totalLabel="Usable"
      />
      {load?.space && <SpaceBar {...load.space} />}
    </div>
  )
}

/** Above 100%, the disks could not all be filled. */
function SpaceBar({ promised, total, free }: NonNullable<SledLoad['space']>) {
  const percent = percentOf(promised, total)
  return (
    <div>
      <CapacityBar
        title="Storage"
        label="Storage promised"
        value={percent}
        valueText={`${bytesText(promised)} promised of ${bytesText(total)}`}
        figure={<Percent value={percent} />}
        used={<Bytes value={promised} />}
        total={<Bytes value={total} />}
        usedLabel="Promised"
        totalLabel="File system"
      />
      <p className="mt-1 text-xs text-muted">
        {bytesText(free)} are free.
        {promised > total && ' The disks are overcommitted: together they can grow larger than the file system.'}
      </p>
    </div>
  )
}
