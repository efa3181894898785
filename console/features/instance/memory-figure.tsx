// How much memory the guest uses, where it tells. Hosts other than ours do not say. Nobody keeps what a guest has told, so the line
// begins when somebody first looks.
import { useMemo } from 'react'
import { SmallChart } from '../../chart/small-chart.tsx'
import { useLoad } from '../../use-api.ts'
import { bytesText } from '../../util/format.ts'
import { instanceMachine } from './instance-queries.ts'
import { useLastHour } from './shared/last-hour.ts'
import { addMemory, memoryChart } from './shared/memory-points.ts'

const POLL_MS = 10_000

interface MemoryFigureProps {
  project: string
  instance: string
  id: string
  isRunning: boolean
}

export function MemoryFigure({ project, instance, id, isRunning }: MemoryFigureProps) {
  const answer = useLoad(instanceMachine(project, instance), { optional: true, poll: isRunning && POLL_MS })
  const { data, dataUpdatedAt } = answer
  const memory = isRunning && data?.type === 'success' ? data.data.memory : undefined
  const range = useLastHour()
  const chart = useMemo(
    () => memoryChart(memory ? addMemory(id, { at: dataUpdatedAt, ...memory }) : [], range),
    [id, memory, dataUpdatedAt, range],
  )
  if (data && data.type !== 'success') return null
  if (memory) return <SmallChart title="Memory" unit="%" data={chart} max={100} note={usedText(memory)} />
  return (
    <figure className="min-w-0 rounded-md border border-line bg-raised p-4">
      <figcaption className="mb-2 font-medium">Memory</figcaption>
      <p className="text-sm text-muted">{data && whyUnknown(isRunning)}</p>
    </figure>
  )
}

const usedText = ({ used, total }: { used: number; total: number }) =>
  `${bytesText(used)} of ${bytesText(total)} used by the guest`

const whyUnknown = (isRunning: boolean) =>
  isRunning
    ? 'The guest has not told how much it uses. It needs a driver for the virtio balloon, and a start since this release.'
    : 'Known only while the instance is running.'
