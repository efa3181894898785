// Other hosts of the API lack the operations under /rackwright/.
import type { Result } from '#contract/client.ts'
import { ApiError } from '#contract/errors.ts'
import { operations } from '#contract/operations.ts'
import type { Query } from './api.ts'
import type { PageOf } from './queries.ts'

/** Whether the host does not know the operation. It says so with a page, or with a 404 that is not about a resource. */
export const isUnknownOperation = (result: Result<unknown>): boolean =>
  result.type === 'error'
    ? result.status === 404 && result.data.errorCode !== 'ObjectNotFound'
    : result.type === 'client_error' && (result.status === 200 || result.status === 404)

/** The same for an error that a query throws. */
export const isNotOffered = (error: unknown): boolean =>
  error instanceof ApiError &&
  operations[error.operation].includes(' /rackwright/') &&
  (error.status === 200 || (error.status === 404 && error.errorCode !== 'ObjectNotFound'))

/** A list that a page can do without. */
export const emptyIfNotOffered = <Page extends PageOf<unknown>>(
  wanted: Query<Page>,
): Query<Page & { isMissing?: boolean }> => ({
  ...wanted,
  fetch: (signal) =>
    wanted.fetch(signal).catch((error: unknown) => {
      if (!isNotOffered(error)) throw error
      return { items: [], isMissing: true } as unknown as Page
    }),
})
