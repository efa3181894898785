// What stands where nothing is.
import { emDash } from '../../util/format.ts'

/** Nothing is there: a dash that readers hear as "none". */
export function Dash() {
  return (
    <span className="text-muted">
      <span aria-hidden>{emDash}</span>
      <span className="sr-only">none</span>
    </span>
  )
}
