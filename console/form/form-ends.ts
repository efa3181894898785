// Where a form that opens over its page comes from and leads to.
import type { Query } from '../api.ts'

/** How a form ends. The promise of `onDone` is that of the navigation, so that the page is left before anything is refetched. */
export interface FormEnds<Saved = unknown> {
  onDone: (saved: Saved) => unknown
  onClose: () => unknown
}

/** The parts that the component needs, for any form. */
export interface FormPlace {
  reads?: (params: Record<string, string>) => Record<string, Query<unknown>>
  next?: (saved: unknown, params: Record<string, string>) => string
}
