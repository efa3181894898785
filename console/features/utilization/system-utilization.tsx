// How much of the quotas and of the hardware is provisioned, per silo and over time.
import { Gauge } from '@lucide/icons'
import { useCallback, useState } from 'react'
import { isBuiltIn } from '#contract/built-in-silos.ts'
import { useData } from '../../use-api.ts'
import { CapacityBars } from '../../chart/capacity-bars.tsx'
import { LevelCharts } from '../../chart/level-charts.tsx'
import { systemLevels, type LevelName } from '../../chart/levels.ts'
import { DocsButton } from '../../help/docs-button.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import { PageHeader } from '../../ui/display/page-header.tsx'
import { QueryTabs } from '../../ui/display/tabs.tsx'
import { NativeSelect } from '../../ui/input/native-select.tsx'
import type { Range } from '../../util/range.ts'
import { first1000Silos } from '../silo/silo-queries.ts'
import type { Counts } from './capacity.ts'
import { PhysicalCapacity } from './physical-capacity.tsx'
import { SiloUtilizationTable } from './silo-utilization-table.tsx'
import { first1000SiloUtilizations } from './utilization-queries.ts'

const sum = (all: readonly Counts[]): Counts => ({
  cpus: all.reduce((total, { cpus }) => total + cpus, 0),
  memory: all.reduce((total, { memory }) => total + memory, 0),
  storage: all.reduce((total, { storage }) => total + storage, 0),
})

export default function SystemUtilizationPage() {
  // the built-in silos have no limits and run nothing; with them, the total would never be a number
  const silos = useData(first1000SiloUtilizations()).items.filter(({ siloId }) => !isBuiltIn(siloId))
  const provisioned = sum(silos.map((silo) => silo.provisioned))
  return (
    <>
      <PageHeader title="Utilization" icon={<Icon icon={Gauge} />} aside={<DocsButton topic="system-utilization" />} />
      <div className="space-y-6">
        <CapacityBars
          provisioned={provisioned}
          quota={sum(silos.map((silo) => silo.allocated))}
          quotaLabel="Quota (total)"
        />
        <QueryTabs
          label="Utilization"
          tabs={[
            {
              value: 'summary',
              label: 'Summary',
              content: (
                <div className="space-y-6">
                  <PhysicalCapacity provisioned={provisioned} />
                  <SiloUtilizationTable silos={silos} />
                </div>
              ),
            },
            { value: 'metrics', label: 'Metrics', content: <SystemMetrics /> },
          ]}
        />
      </div>
    </>
  )
}

/** The fleet's id represents "All silos". It is never sent. */
const FLEET_ID = '001de000-1334-4000-8000-000000000000'

function SystemMetrics() {
  const silos = useData(first1000Silos()).items
  const [silo, setSilo] = useState(FLEET_ID)
  const read = useCallback(
    (name: LevelName, range: Range) => systemLevels(name, range, silo === FLEET_ID ? undefined : silo),
    [silo],
  )
  return (
    <LevelCharts
      operation="system_metric"
      read={read}
      filter={
        <div className="w-full sm:w-56">
          <NativeSelect
            aria-label="Silo"
            items={[
              { value: FLEET_ID, label: 'All silos' },
              ...silos.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            value={silo}
            onChange={setSilo}
          />
        </div>
      }
    />
  )
}
