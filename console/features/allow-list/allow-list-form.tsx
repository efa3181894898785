// Editing the allow list. It warns before users lock themselves out, which the server would refuse.
import { useFormContext, useWatch } from 'react-hook-form'
import type { Model } from '#contract/client.ts'
import type { FormEnds } from '../../form/form-ends.ts'
import { SideForm } from '../../form/form-shell.tsx'
import { NetworkListField } from '../../form/network-list-field.tsx'
import { RadioField } from '../../form/value-fields.tsx'
import { useWhyNotFleet } from '../../me.ts'
import { Message } from '../../ui/display/message.tsx'
import { Button } from '../../ui/input/button.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useData } from '../../use-api.ts'
import { allowList, callerAddress } from './allow-list-queries.ts'
import { admits, entryProblem, hostNetwork } from './allow-list-rules.ts'

interface Values {
  allow: 'any' | 'list'
  networks: string[]
  networksDraft: string
}

const toAllowed = ({ allow, networks }: Values): Model<'AllowedSourceIps'> =>
  allow === 'any' ? { allow } : { allow, ips: networks }

export function AllowListForm({ onDone, onClose }: FormEnds<void>) {
  const { allowedIps } = useData(allowList())
  const defaultValues: Values = {
    allow: allowedIps.allow,
    networks: allowedIps.allow === 'list' ? allowedIps.ips : [],
    networksDraft: '',
  }
  return (
    <SideForm
      operation="networking_allow_list_update"
      title="Edit allow list"
      submitLabel="Update allow list"
      whyNot={useWhyNotFleet()}
      mustChange
      defaultValues={defaultValues}
      toParams={(values: Values) => ({ body: { allowedIps: toAllowed(values) } })}
      onSuccess={() => {
        toast('Allow list updated')
        return onDone()
      }}
      onClose={onClose}
    >
      <AllowListFields />
    </SideForm>
  )
}

const options = [
  { value: 'any', label: 'Any address', help: 'No restriction. Users still have to sign in.' },
  { value: 'list', label: 'Only these networks', help: 'Requests from anywhere else are refused.' },
] as const

function AllowListFields() {
  const allow = useWatch<Values, 'allow'>({ name: 'allow' })
  return (
    <>
      <RadioField name="allow" label="Accept requests from" options={options} />
      {allow === 'list' && (
        <>
          <NetworkListField
            name="networks"
            label="Networks"
            noun="network"
            help="Such as 192.0.2.0/24 or 2001:db8::/32."
            required
            check={entryProblem}
          />
          <LockoutNotice />
        </>
      )}
    </>
  )
}

function LockoutNotice() {
  const { setValue } = useFormContext<Values>()
  const networks = useWatch<Values, 'networks'>({ name: 'networks' })
  const caller = useData(callerAddress())
  if (caller.type !== 'success')
    return <Message tone="notice">Include the address you are connecting from, or you will lock yourself out.</Message>
  const { ip } = caller.data
  if (admits(networks, ip)) return <Message tone="success">Your address, {ip}, is on the list.</Message>
  const add = () => setValue('networks', [...networks, hostNetwork(ip)], { shouldDirty: true })
  return (
    <Message
      tone="notice"
      title="This list would lock you out"
      action={
        <Button size="sm" onClick={add}>
          Add my address
        </Button>
      }
    >
      You are connecting from {ip}, which is not on the list. The server will refuse this list.
    </Message>
  )
}
