// The name of a row, in the first column of its table.
import type { ReactNode } from 'react'

/** On phones a long name wraps: on one line it would push the state beside it off the screen, and cut off, it could not be told from others. */
export function RowTitle({ children }: { children: ReactNode }) {
  return (
    <span className="max-sm:block max-sm:w-max max-sm:max-w-40 max-sm:py-1.5 max-sm:wrap-anywhere max-sm:whitespace-normal">
      {children}
    </span>
  )
}
