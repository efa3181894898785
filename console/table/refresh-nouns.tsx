// A refresh button with the time of the last update.
import type { Noun, OperationId } from '#contract/operations.ts'
import { nounOf } from '#contract/operations.ts'
import { queryClient } from '../cache.ts'
import { RefreshButton } from '../ui/input/refresh-button.tsx'
import { Tooltip } from '../ui/overlay/tooltip.tsx'
import { timeText } from '../util/time-text.ts'

export function RefreshNouns({ nouns }: { nouns: readonly Noun[] }) {
  const refresh = () =>
    queryClient.refetchQueries({
      type: 'active',
      predicate: ({ queryKey }) => nouns.includes(nounOf[queryKey[0] as OperationId]),
    })
  return <RefreshButton onRefresh={refresh} />
}

export function Updated({ at }: { at: number }) {
  return (
    <Tooltip content="Updates automatically.">
      <span className="text-xs whitespace-nowrap text-muted tabular-nums">Updated {timeText(new Date(at))}</span>
    </Tooltip>
  )
}
