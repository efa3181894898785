// How much memory the guest uses now, where it tells. Hosts other than ours do not say.
import { bytesText } from '../../util/format.ts'
import { useLoad } from '../../use-api.ts'
import { instanceMachine } from './instance-queries.ts'

const POLL_MS = 10_000

interface MemoryFigureProps {
  project: string
  instance: string
  isRunning: boolean
}

export function MemoryFigure({ project, instance, isRunning }: MemoryFigureProps) {
  const { data } = useLoad(instanceMachine(project, instance), { optional: true, poll: isRunning && POLL_MS })
  if (data && data.type !== 'success') return null
  const memory = isRunning ? data?.data.memory : undefined
  const percent = memory ? Math.round((100 * memory.used) / memory.total) : 0
  return (
    <figure className="min-w-0 rounded-md border border-line bg-raised p-4">
      <figcaption className="mb-2 flex items-baseline justify-between gap-2">
        <span className="font-medium">Memory</span>
        {memory && <span className="text-xs whitespace-nowrap text-muted tabular-nums">Now {percent}%</span>}
      </figcaption>
      {memory ? (
        <>
          <div
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the tag cannot be styled the same in every browser
            role="meter"
            aria-label="Memory in use"
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={percent}
            aria-valuetext={usedText(memory)}
            className="mt-5 mb-5 h-2 overflow-hidden rounded-full bg-line"
          >
            <div className="h-full bg-accent" style={{ width: `${percent}%` }} />
          </div>
          <p className="text-xs text-muted tabular-nums">{usedText(memory)}</p>
        </>
      ) : (
        <p className="text-sm text-muted">{data && whyUnknown(isRunning)}</p>
      )}
    </figure>
  )
}

const usedText = ({ used, total }: { used: number; total: number }) =>
  `${bytesText(used)} of ${bytesText(total)} used by the guest`

const whyUnknown = (isRunning: boolean) =>
  isRunning
    ? 'The guest has not told how much it uses. It needs a driver for the virtio balloon, and a start since this release.'
    : 'Known only while the instance is running.'
