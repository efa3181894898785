// How much of the silo's quota is provisioned, now and over time.
import { Gauge } from '@lucide/icons'
import { Icon } from '../../ui/display/icon.tsx'
import { useCallback, useState } from 'react'
import { useData } from '../../use-api.ts'
import { CapacityBars } from '../../chart/capacity-bars.tsx'
import { DocsButton } from '../../help/docs-button.tsx'
import { LevelCharts } from '../../chart/level-charts.tsx'
import { siloLevels, type LevelName } from '../../chart/levels.ts'
import { first1000Projects } from '../project/project-queries.ts'
import { DeletedStorage } from './deleted-storage.tsx'
import { utilization } from './utilization-queries.ts'
import type { Range } from '../../util/range.ts'
import { NativeSelect } from '../../ui/input/native-select.tsx'
import { PageHeader } from '../../ui/display/page-header.tsx'

const everything = 'all'

export default function SiloUtilizationPage() {
  const projects = useData(first1000Projects()).items
  const { provisioned, capacity } = useData(utilization())
  const [project, setProject] = useState(everything)
  const read = useCallback(
    (name: LevelName, range: Range) => siloLevels(name, range, project === everything ? undefined : project),
    [project],
  )
  return (
    <>
      <PageHeader title="Utilization" icon={<Icon icon={Gauge} />} aside={<DocsButton topic="utilization" />} />
      <div className="space-y-8">
        <div className="space-y-3">
          <CapacityBars provisioned={provisioned} quota={capacity} />
          <DeletedStorage />
        </div>
        <LevelCharts
          operation="silo_metric"
          read={read}
          // a project has no quota of its own
          quota={project === everything ? capacity : undefined}
          filter={
            <div className="w-full sm:w-56">
              <NativeSelect
                aria-label="Project"
                items={[
                  { value: everything, label: 'All projects' },
                  ...projects.map(({ id, name }) => ({ value: id, label: name })),
                ]}
                value={project}
                onChange={setProject}
              />
            </div>
          }
        />
      </div>
    </>
  )
}
