// What the sleds provide, how much of it is provisioned, and in one sentence how much more fits.
import { useData } from '../../use-api.ts'
import { Card } from '../../ui/display/card.tsx'
import { Meter } from '../../ui/display/progress.tsx'
import { counted } from '../../util/count.ts'
import { fullNum, gibText, storageText, percentOf } from '../../util/format.ts'
import { first1000SledLoads, first1000Sleds, loadsIn } from '../sled/sled-queries.ts'
import { capacityOf, type Counts } from './capacity.ts'

const resources = [
  { name: 'CPU', key: 'cpus', text: (used: number, all: number) => `${fullNum(used)} of ${fullNum(all)} threads` },
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
  return (
    <Card title="Physical capacity">
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
        {counted(sleds.length, 'sled')} in service, with room for {fullNum(fits.cpus)} more threads,{' '}
        {gibText(fits.memory)} of memory and {storageText(fits.storage)} of storage.
      </p>
    </Card>
  )
}
