// A write of a form or page with its state: pending, failed and why. Separate from api.ts, because lists do not need it.
import { useMutation } from '@tanstack/react-query'
import type { Data, Params } from '#contract/client.ts'
import type { OperationId } from '#contract/operations.ts'
import { send } from './api.ts'

export type SendCall<Op extends OperationId> = (
  params: Params<Op>,
  then: (data: Data<Op>) => unknown,
) => Promise<Data<Op>>

interface CallOptions<Op extends OperationId> {
  /** toast, seed, navigate; return navigate's promise */
  onSuccess?: (data: Data<Op>, params: Params<Op>) => unknown
  onError?: (error: Error) => unknown
  /** replaces how the call is sent, for example to check something first */
  sendCall?: SendCall<Op> | undefined
}

/** `const stop = useCall('instance_stop', { onSuccess })`, then `stop.mutate(params)` or `await stop.mutateAsync(params)`. */
export function useCall<Op extends OperationId>(operation: Op, options: CallOptions<Op> = {}) {
  const { onSuccess, onError, sendCall = (params, then) => send(operation, params, then) } = options
  return useMutation<Data<Op>, Error, Params<Op>>({
    mutationFn: (params) => sendCall(params, (data) => onSuccess?.(data, params)),
    ...(onError && { onError }),
  })
}
