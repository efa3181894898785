// The first and the last address of a range.
import { useFormContext } from 'react-hook-form'
import { parseIp } from '#contract/ip.ts'
import { TextField } from '../../form/fields.tsx'
import { Message } from '../../ui/display/message.tsx'

export interface RangeValues {
  first: string
  last: string
}

export const rangeOf = ({ first, last }: RangeValues) => ({ first: first.trim(), last: last.trim() })

function addressError(text: string): string | true {
  const address = parseIp(text.trim())
  if (!address) return 'Not a valid IP address'
  return address.version === 6 ? 'IPv6 ranges are not supported yet' : true
}

export function RangeFields() {
  const { getValues } = useFormContext<RangeValues>()
  const isOrdered = (last: string) => {
    const [from, to] = [parseIp(getValues('first').trim()), parseIp(last.trim())]
    return !from || !to || from.value <= to.value || 'The last address must not be below the first'
  }
  return (
    <>
      <Message>IPv4 only. Both addresses are included. Ranges cannot overlap, even across pools.</Message>
      <TextField name="first" label="First address" required mono rules={{ validate: addressError }} />
      <TextField
        name="last"
        label="Last address"
        required
        mono
        rules={{ validate: { address: addressError, isOrdered } }}
      />
    </>
  )
}
