// Other hosts of the API lack the operations under /rackwright/.
import type { Result } from '#contract/client.ts'

/** Whether the host does not know the operation. It says so with a page, or with a 404 that is not about a resource. */
export const isUnknownOperation = (result: Result<unknown>): boolean =>
  result.type === 'error'
    ? result.status === 404 && result.data.errorCode !== 'ObjectNotFound'
    : result.type === 'client_error' && (result.status === 200 || result.status === 404)
