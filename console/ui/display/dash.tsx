// The placeholder for a missing value.
import { emDash } from '../../util/text.ts'

/** A dash that screen readers announce as "none". */
export function Dash() {
  return (
    <span className="text-muted">
      <span aria-hidden>{emDash}</span>
      <span className="sr-only">none</span>
    </span>
  )
}
