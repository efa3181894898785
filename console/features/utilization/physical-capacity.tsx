// What the sleds provide, how much of it is provisioned, and in one sentence how much more fits.
import { useState } from 'react'
import { useWhyNotFleet } from '../../me.ts'
import { usePlatform } from '../../platform.ts'
import { useData, useLoad } from '../../use-api.ts'
import { Card } from '../../ui/display/card.tsx'
import { lazyPopup } from '../../ui/display/lazy.tsx'
import { Meter } from '../../ui/page/progress.tsx'
import { Button } from '../../ui/input/button.tsx'
import { counted } from '../../util/count.ts'
import { fullNum, gibText, storageText, percentOf } from '../../util/format.ts'
import { failoverSettings } from '../failover/failover-queries.ts'
import { first1000SledLoads, first1000Sleds, loadsIn } from '../sled/sled-queries.ts'
import { capacityOf, type Counts } from './capacity.ts'
import { cpuOvercommit } from './utilization-queries.ts'

const OvercommitForm = lazyPopup(async () => (await import('./cpu-overcommit-form.lazy.tsx')).CpuOvercommitForm)

const FailoverForm = lazyPopup(async () => (await import('../failover/failover-form.lazy.tsx')).FailoverForm)

const resources = [
  { name: 'CPU', key: 'cpus', text: (used: number, all: number) => `${fullNum(used)} of ${fullNum(all)} vCPUs` },
  { name: 'Memory', key: 'memory', text: (used: number, all: number) => `${gibText(used)} of ${gibText(all)}` },
  {
    name: 'Storage',
    key: 'storage',
    text: (used: number, all: number) => `${storageText(used)} of ${storageText(all)}`,
  },
] as const

/** `provisioned` is the sum over all silos. */
export function PhysicalCapacity({ provisioned: bySilos }: { provisioned: Counts }) {
  const sleds = useData(first1000Sleds()).items
  const { provided, provisioned, fits } = capacityOf(sleds, loadsIn(useData(first1000SledLoads())), bySilos)
  const answer = useData(cpuOvercommit())
  const ratio = answer.type === 'success' ? answer.data.ratio : undefined
  const whyNot = useWhyNotFleet()
  const isOurs = usePlatform() !== undefined
  const failover = useLoad(failoverSettings(), { optional: true, enabled: isOurs }).data
  const [editing, setEditing] = useState<'overcommit' | 'failover'>()
  const close = () => setEditing(undefined)
  return (
    <Card
      title="Physical capacity"
      actions={
        <>
          {failover && (
            <Button disabledReason={whyNot} onClick={() => setEditing('failover')}>
              Edit failover
            </Button>
          )}
          {ratio !== undefined && (
            <Button disabledReason={whyNot} onClick={() => setEditing('overcommit')}>
              Edit CPU overcommit
            </Button>
          )}
        </>
      }
    >
      <dl className="grid gap-x-8 gap-y-4 text-sm lg:grid-cols-3">
        {resources.map(({ name, key, text }) => {
          const inWords = `${text(provisioned[key], provided[key])} provisioned`
          return (
            <div key={key}>
              <dt className="mb-1 text-muted">{name}</dt>
              <dd>
                <Meter
                  label={`${name} of the hardware`}
                  value={percentOf(provisioned[key], provided[key])}
                  valueText={inWords}
                />
                <p className="mt-1 tabular-nums">{inWords}</p>
              </dd>
            </div>
          )
        })}
      </dl>
      <p className="mt-4 text-sm">
        {counted(sleds.length, 'sled')} in service, with room for {fullNum(fits.cpus)} more vCPUs,{' '}
        {gibText(fits.memory)} of memory and {storageText(fits.storage)} of storage.
        {ratio !== undefined && ` Each thread is given out as ${counted(ratio, 'vCPU')}.`}
        {failover && ` ${failoverText(failover)}`}
      </p>
      {editing === 'overcommit' && ratio !== undefined && <OvercommitForm ratio={ratio} onClose={close} />}
      {editing === 'failover' && failover && <FailoverForm {...failover} onClose={close} />}
    </Card>
  )
}

const failoverText = ({ enabled, waitSeconds }: { enabled: boolean; waitSeconds: number }) =>
  enabled
    ? `Instances of a sled that has not answered for ${counted(waitSeconds, 'second')} start elsewhere once it is fenced.`
    : 'Failover is off.'
