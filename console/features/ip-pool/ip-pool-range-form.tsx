// Adding a range of addresses to a pool.
import type { Params } from '#contract/client.ts'
import type { OperationId } from '#contract/operations.ts'
import { SideForm } from '../../form/form-shell.tsx'
import { useWhyNotFleet } from '../../me.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { RangeFields, rangeOf, type RangeValues } from './ip-pool-range-fields.tsx'

interface RangeFormProps<Op extends OperationId> {
  operation: Op
  toParams: (range: RangeValues) => Params<Op>
  onDone: () => unknown
}

/** For a pool of silos and for the service pool. */
export function RangeForm<Op extends OperationId>({ operation, toParams, onDone }: RangeFormProps<Op>) {
  return (
    <SideForm
      operation={operation}
      title="Add IP range"
      submitLabel="Add range"
      whyNot={useWhyNotFleet()}
      defaultValues={{ first: '', last: '' }}
      toParams={(values: RangeValues) => toParams(rangeOf(values))}
      onSuccess={() => {
        toast('IP range added')
        return onDone()
      }}
      onClose={() => void onDone()}
    >
      <RangeFields />
    </SideForm>
  )
}
