// A state as a badge. Each noun maps its own states to tones, in features/<noun>/<noun>-state-badge.tsx.
import { Badge, type Tone } from '../ui/display/badge.tsx'

/** 'import_ready' becomes 'import ready'. */
export const stateText = (state: string) => state.replaceAll('_', ' ')

interface StateBadgeProps<State extends string> {
  state: State
  tones: Record<State, Tone>
  /** states that end on their own, shown with a spinner */
  transitional: readonly State[]
}

export function StateBadge<State extends string>({ state, tones, transitional }: StateBadgeProps<State>) {
  return (
    <Badge lamp tone={tones[state]} busy={transitional.includes(state)}>
      {stateText(state)}
    </Badge>
  )
}
