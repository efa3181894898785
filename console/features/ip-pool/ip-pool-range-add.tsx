// Adding a range of addresses, over the pool's page.
import { useFormContext } from 'react-hook-form'
import { useNavigate, useParams } from 'react-router'
import { parseIp } from '#contract/ip.ts'
import { TextField } from '../../form/fields.tsx'
import { SideForm } from '../../form/form-shell.tsx'
import { useWhyNotFleet } from '../../me.ts'
import { paths } from '../../paths.ts'
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

export default function IpPoolRangeAddPage() {
  const navigate = useNavigate()
  const { pool = '' } = useParams()
  const back = () => navigate(paths.ipPool({ pool }))
  return (
    <SideForm
      operation="ip_pool_range_add"
      title="Add IP range"
      submitLabel="Add range"
      whyNot={useWhyNotFleet()}
      defaultValues={{ first: '', last: '' }}
      toParams={({ first, last }: RangeValues) => ({
        path: { pool },
        body: { first: first.trim(), last: last.trim() },
      })}
      onSuccess={() => {
        toast('IP range added')
        return back()
      }}
      onClose={() => void back()}
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
