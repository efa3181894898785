// A network interface of an instance: new, drafted for an instance that does not exist yet, or changed.
import { useEffect } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { Model } from '#contract/client.ts'
import { ipProblem } from '#contract/network-checks.ts'
import { undoEdit } from '../../../action/undo.ts'
import { query, send } from '../../../api.ts'
import { useLoad } from '../../../use-api.ts'
import { ComboboxField } from '../../../form/combobox-field.tsx'
import { DraftForm } from '../../../form/draft-form.tsx'
import { DescriptionField, NameField, TextField } from '../../../form/fields.tsx'
import { SideForm } from '../../../form/form-shell.tsx'
import { inProject } from '../../../queries.ts'
import { NetworkListField } from '../../../form/network-list-field.tsx'
import { atInstance } from '../instance-queries.ts'
import { first1000Subnets } from '../../vpc-subnet/vpc-subnet-queries.ts'
import { first1000Vpcs } from '../../vpc/vpc-queries.ts'
import { toast } from '../../../ui/overlay/toast.ts'

type Interface = Model<'InstanceNetworkInterface'>
export type InterfaceCreate = Model<'InstanceNetworkInterfaceCreate'>

interface NewValues {
  name: string
  description: string
  vpcName: string
  subnetName: string
  ip: string
}

const empty: NewValues = { name: '', description: '', vpcName: '', subnetName: '', ip: '' }

const toBody = ({ ip, ...rest }: NewValues): InterfaceCreate => ({ ...rest, ip: ip.trim() || null })

interface CreateProps {
  project: string
  instance: string
  /** the instance runs */
  isHot: boolean
  onClose: () => void
}

export function InterfaceCreateForm({ isHot, ...rest }: CreateProps) {
  return isHot ? <HotCreateForm {...rest} /> : <ColdCreateForm {...rest} />
}

/** Says what to do in the guest. A sled that does not answer gets the interface later. */
function HotCreateForm({ project, instance, onClose }: Omit<CreateProps, 'isHot'>) {
  return (
    <SideForm
      operation="instance_network_interface_hot_attach"
      title="Add network interface"
      defaultValues={empty}
      toParams={(values: NewValues) => ({ ...atInstance(project, instance), body: toBody(values) })}
      onSuccess={({ name, state }) => {
        toast(
          state === 'attached'
            ? {
                title: `Network interface ${name} added`,
                content: 'The guest sees a new interface. Configure it there.',
              }
            : {
                title: `Network interface ${name} is being added`,
                content: 'Configure it in the guest when it is there.',
                tone: 'info',
              },
        )
        onClose()
      }}
      onClose={onClose}
    >
      <NewFields project={project} />
    </SideForm>
  )
}

function ColdCreateForm({ project, instance, onClose }: Omit<CreateProps, 'isHot'>) {
  return (
    <SideForm
      operation="instance_network_interface_create"
      title="Add network interface"
      defaultValues={empty}
      toParams={(values: NewValues) => ({ query: { ...inProject(project, instance), instance }, body: toBody(values) })}
      onSuccess={({ name }) => {
        toast(`Network interface ${name} added`)
        onClose()
      }}
      onClose={onClose}
    >
      <NewFields project={project} />
    </SideForm>
  )
}

interface DraftProps {
  project: string
  /** names of the other interfaces */
  taken: readonly string[]
  onDone: (values: InterfaceCreate) => void
  onClose: () => void
}

export function InterfaceDraftForm({ project, taken, onDone, onClose }: DraftProps) {
  return (
    <DraftForm<NewValues>
      title="Add network interface"
      defaultValues={empty}
      onSubmit={(values) => onDone(toBody(values))}
      onClose={onClose}
    >
      <NewFields project={project} taken={taken} />
    </DraftForm>
  )
}

const itemsOf = (things: readonly { name: string; description: string }[] | undefined) =>
  (things ?? []).map(({ name }) => ({ value: name, label: name }))

const validate = (text: string) => text.trim() === '' || (ipProblem(text) ?? true)

function NewFields({ project, taken = [] }: { project: string; taken?: readonly string[] }) {
  const { setValue, resetField } = useFormContext<NewValues>()
  const vpc = useWatch<NewValues, 'vpcName'>({ name: 'vpcName' })
  const vpcs = useLoad(first1000Vpcs(project))
  const only = vpcs.data?.items.length === 1 ? vpcs.data.items[0]?.name : undefined
  useEffect(() => {
    // as a default value, so that the form does not ask before discarding it
    if (only) resetField('vpcName', { defaultValue: only })
  }, [only, resetField])
  const subnets = useLoad(first1000Subnets(project, vpc), { enabled: vpc !== '' })
  return (
    <>
      <NameField taken={taken} />
      <DescriptionField />
      <ComboboxField
        name="vpcName"
        label="VPC"
        required
        placeholder="Select a VPC"
        loading={vpcs.isPending}
        items={itemsOf(vpcs.data?.items)}
        onChosen={() => setValue('subnetName', '')}
      />
      <ComboboxField
        name="subnetName"
        label="Subnet"
        required
        placeholder={vpc ? 'Select a subnet' : 'Select a VPC first'}
        emptyText={vpc ? 'No subnets' : 'Select a VPC first'}
        loading={vpc !== '' && subnets.isPending}
        items={vpc && !subnets.isPlaceholderData ? itemsOf(subnets.data?.items) : []}
      />
      <TextField
        name="ip"
        label="IP address"
        mono
        rules={{ validate }}
        help="Must be in the subnet. Leave blank to assign one."
      />
    </>
  )
}

interface EditProps {
  nic: Interface
  onClose: () => void
}

interface EditValues {
  name: string
  description: string
  transitIps: string[]
  transitIpsDraft: string
}

export function InterfaceEditForm({ nic, onClose }: EditProps) {
  return (
    <SideForm
      operation="instance_network_interface_update"
      title="Edit network interface"
      submitLabel="Update network interface"
      defaultValues={{
        name: nic.name,
        description: nic.description,
        transitIps: nic.transitIps ?? [],
        transitIpsDraft: '',
      }}
      toParams={({ name, description, transitIps }: EditValues) => ({
        path: { interface: nic.id },
        body: { name, description, transitIps },
      })}
      onSuccess={(saved) => {
        toast({ content: `Network interface ${saved.name} updated`, undo: undoOf(nic, saved) })
        onClose()
      }}
      onClose={onClose}
    >
      <NameField />
      <DescriptionField />
      <NetworkListField
        name="transitIps"
        label="Transit IPs"
        noun="transit IP"
        help="Additional networks it may route traffic for, such as 192.168.0.0/16."
      />
    </SideForm>
  )
}

const undoOf = (before: Interface, saved: Interface) =>
  undoEdit({
    noun: 'Network interface',
    before,
    saved,
    query: query('instance_network_interface_view', { path: { interface: saved.id } }),
    edited: ['transitIps'],
    restore: (naming) =>
      send('instance_network_interface_update', {
        path: { interface: saved.id },
        body: { ...naming, transitIps: before.transitIps ?? [] },
      }),
  })
