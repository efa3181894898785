// Creating an internet gateway, and giving it IP pools and addresses.
import type { Model } from '#contract/client.ts'
import { ipProblem } from '#contract/network-checks.ts'
import { DescriptionField, NameField, TextField } from '../../form/fields.tsx'
import { SideForm } from '../../form/form-shell.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { PoolField } from '../ip-pool/pool-name-field.tsx'
import { ofVpc } from '../vpc/vpc-queries.ts'
import type { Gateway } from './internet-gateway-actions.tsx'

interface Naming {
  name: string
  description: string
}

interface CreateProps {
  project: string
  vpc: string
  onDone: (gateway: Gateway) => unknown
  onClose: () => void
}

export function GatewayCreateForm({ project, vpc, onDone, onClose }: CreateProps) {
  return (
    <SideForm
      operation="internet_gateway_create"
      title="Create internet gateway"
      defaultValues={{ name: '', description: '' }}
      toParams={(body: Naming) => ({ query: ofVpc(project, vpc), body })}
      onSuccess={(gateway) => {
        toast(`Internet gateway ${gateway.name} created`)
        return onDone(gateway)
      }}
      onClose={onClose}
    >
      <NameField />
      <DescriptionField />
    </SideForm>
  )
}

interface AttachProps {
  gateway: Gateway
  onClose: () => void
}

export function GatewayPoolForm({ gateway, pools, onClose }: AttachProps & { pools: readonly Model<'SiloIpPool'>[] }) {
  return (
    <SideForm
      operation="internet_gateway_ip_pool_create"
      title="Attach IP pool"
      defaultValues={{ name: '', description: '', ipPool: '' }}
      toParams={(body: Naming & { ipPool: string }) => ({ query: { gateway: gateway.id }, body })}
      onSuccess={({ name }) => {
        toast(`IP pool ${name} attached`)
        onClose()
      }}
      onClose={onClose}
    >
      <PoolField name="ipPool" pools={pools} hasDefault={false} />
      <NameField help="The name of the pool on this gateway." />
      <DescriptionField />
    </SideForm>
  )
}

export function GatewayAddressForm({ gateway, onClose }: AttachProps) {
  return (
    <SideForm
      operation="internet_gateway_ip_address_create"
      title="Attach IP address"
      defaultValues={{ name: '', description: '', address: '' }}
      toParams={({ address, ...naming }: Naming & { address: string }) => ({
        query: { gateway: gateway.id },
        body: { ...naming, address: address.trim() },
      })}
      onSuccess={({ address }) => {
        toast(`IP address ${address} attached`)
        onClose()
      }}
      onClose={onClose}
    >
      <TextField
        name="address"
        label="IP address"
        required
        mono
        rules={{ validate: (text: string) => ipProblem(text) ?? true }}
      />
      <NameField help="The name of the address on this gateway." />
      <DescriptionField />
    </SideForm>
  )
}
