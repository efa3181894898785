// Labels as they are kept: sorted, each once, and null where there are none, so that an index finds what has some.
import { MAX_LABELS } from '#contract/limits.ts'
import { invalidValue } from './errors.ts'

export function keptLabels(labels: readonly string[]): string[] | null {
  if (labels.length > MAX_LABELS) throw invalidValue('labels', `there may be at most ${MAX_LABELS} labels`)
  return labels.length > 0 ? [...new Set(labels)].sort() : null
}
