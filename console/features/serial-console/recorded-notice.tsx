// Says which run the terminal shows, how it ended and how much of it was kept.
import type { InstanceState } from '#contract/instance-states.ts'
import { DateTime } from '../../ui/display/dates.tsx'
import { bytesText } from '../../util/format.ts'
import type { ConsoleRun } from './use-recorded-run.ts'

interface RecordedNoticeProps {
  run: ConsoleRun
  isError: boolean
  /** of the instance, now */
  state: InstanceState
}

export function RecordedNotice({ run, isError, state }: RecordedNoticeProps) {
  const { timeEnded, endState, endReason, firstByte, endByte } = run
  return (
    <section
      aria-label="Recorded run"
      className="flex flex-wrap gap-x-3 gap-y-1 border-b border-line bg-raised px-3 py-2 text-sm"
    >
      <span>
        Output of run {run.generation}, which {endState === 'failed' ? 'failed' : 'stopped'}{' '}
        {timeEnded && <DateTime value={timeEnded} />}
        {endReason ? `: ${endReason}.` : '.'}
      </span>
      {firstByte > 0 && <span className="text-muted">The last {bytesText(endByte - firstByte)} are kept.</span>}
      {endByte === 0 && <span className="text-muted">Nothing was printed.</span>}
      {isError && <span className="text-danger">The output could not be loaded.</span>}
      {(state === 'stopped' || state === 'failed') && (
        <span className="text-muted">Start the instance to connect.</span>
      )}
    </section>
  )
}
