// Adding a range of addresses to a pool of silos, or to the service pool.
import type { Params } from '#contract/client.ts'
import type { OperationId } from '#contract/operations.ts'
import type { FormEnds } from '../../form/form-ends.ts'
import { SideForm } from '../../form/form-shell.tsx'
import { useWhyNotFleet } from '../../me.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { RangeFields, rangeOf, type RangeValues } from './ip-pool-range-fields.tsx'

interface RangeFormProps<Op extends OperationId> extends FormEnds<void> {
  operation: Op
  toParams: (range: RangeValues) => Params<Op>
}

export const IpPoolRangeForm = ({ pool, ...ends }: { pool: string } & FormEnds<void>) => (
  <RangeForm operation="ip_pool_range_add" toParams={(body) => ({ path: { pool }, body })} {...ends} />
)

export const ServiceIpPoolRangeForm = (ends: FormEnds<void>) => (
  <RangeForm operation="ip_pool_service_range_add" toParams={(body) => ({ body })} {...ends} />
)

function RangeForm<Op extends OperationId>({ operation, toParams, onDone, onClose }: RangeFormProps<Op>) {
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
      onClose={onClose}
    >
      <RangeFields />
    </SideForm>
  )
}
