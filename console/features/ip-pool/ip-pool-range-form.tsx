// Adding a range of addresses to a pool.
import { useFormContext } from 'react-hook-form'
import type { Params } from '#contract/client.ts'
import { parseIp } from '#contract/ip.ts'
import type { OperationId } from '#contract/operations.ts'
import { TextField } from '../../form/fields.tsx'
import { SideForm } from '../../form/form-shell.tsx'
import { useWhyNotFleet } from '../../me.ts'
import { Message } from '../../ui/display/message.tsx'
import { toast } from '../../ui/overlay/toast.ts'

interface RangeValues {
  first: string
  last: string
}

function addressError(text: string): string | true {
  const address = parseIp(text.trim())
  if (!address) return 'Not a valid IP address'
  return address.version === 6 ? 'IPv6 ranges are not supported yet' : true
}

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
      toParams={({ first, last }: RangeValues) => toParams({ first: first.trim(), last: last.trim() })}
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

function RangeFields() {
  const { getValues } = useFormContext<RangeValues>()
  const isOrdered = (last: string) => {
    const [from, to] = [parseIp(getValues('first').trim()), parseIp(last.trim())]
    return !from || !to || from.value <= to.value || 'Last must not be below first'
  }
  return (
    <>
      <Message>IPv4 only. Both addresses belong to the range. Ranges of all pools must not overlap.</Message>
      <TextField name="first" label="First" required mono rules={{ validate: addressError }} />
      <TextField name="last" label="Last" required mono rules={{ validate: { address: addressError, isOrdered } }} />
    </>
  )
}
