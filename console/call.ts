// A write of a page with its state: pending, failed and why. Separate from api.ts, because lists do not need it.
import { useMutation } from '@tanstack/react-query'
import type { Data, Params } from '#contract/client.ts'
import type { OperationId } from '#contract/operations.ts'
import { send } from './api.ts'

interface CallOptions<Op extends OperationId> {
  /** toast, seed, navigate; return navigate's promise */
  onSuccess?: (data: Data<Op>, params: Params<Op>) => unknown
  onError?: (error: Error) => unknown
}

/** `const stop = useCall('instance_stop', { onSuccess })`, then `stop.mutate(params)` or `await stop.mutateAsync(params)`. */
export function useCall<Op extends OperationId>(operation: Op, options: CallOptions<Op> = {}) {
  const { onSuccess, onError } = options
  return useMutation<Data<Op>, Error, Params<Op>>({
    mutationFn: (params) => send(operation, params, (data) => onSuccess?.(data, params)),
    ...(onError && { onError }),
  })
}
