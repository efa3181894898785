// Interfaces, name and addresses of a new instance.
import { MAX_EXTERNAL_IPS, MAX_INTERFACES } from '#contract/limits.ts'
import { useState } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { hostnameProblem } from '#contract/checks.ts'
import type { Model } from '#contract/client.ts'
import { CheckboxField, RadioField } from '../../../form/value-fields.tsx'
import { useFormField } from '../../../form/fields.tsx'
import { lazyPopup } from '../../../ui/display/lazy.tsx'
import { first1000IpPools } from '../../ip-pool/ip-pool-queries.ts'
import { PoolField } from '../../ip-pool/pool-name-field.tsx'
import { useData } from '../../../use-api.ts'
import { Button } from '../../../ui/input/button.tsx'
import { Field } from '../../../ui/input/field.tsx'
import { MiniTable } from '../../../ui/input/mini-table.tsx'
import { TextInput } from '../../../ui/input/text-input.tsx'
import { DEFAULT_VPC, type InstanceValues } from './values.ts'
import type { InterfaceCreate } from '../networking/network-interface-form.lazy.tsx'

const InterfaceForm = lazyPopup(
  async () => (await import('../networking/network-interface-form.lazy.tsx')).InterfaceDraftForm,
)
const FloatingForm = lazyPopup(async () => (await import('../networking/external-ip-form.lazy.tsx')).FloatingIpPickForm)

interface NetworkingProps {
  project: string
  pools: readonly Model<'SiloIpPool'>[]
  floatingIps: readonly Model<'FloatingIp'>[]
  /** names of the project's VPCs */
  vpcs: readonly string[]
}

function kindsIn(vpcs: readonly string[]) {
  const isDefault = vpcs.includes(DEFAULT_VPC)
  const isAny = vpcs.length > 0
  return [
    { value: 'none', label: 'None' },
    {
      value: 'default',
      label: 'Default',
      help: isDefault ? 'One interface on the default subnet' : `This project has no VPC named ${DEFAULT_VPC}.`,
      disabled: !isDefault,
    },
    { value: 'create', label: 'Custom', help: isAny ? undefined : 'This project has no VPCs.', disabled: !isAny },
  ] as const
}

export function NetworkingFields({ project, pools, floatingIps, vpcs }: NetworkingProps) {
  const networking = useWatch<InstanceValues, 'networking'>({ name: 'networking' })
  return (
    <div className="space-y-5">
      <RadioField name="networking" label="Network interface" options={kindsIn(vpcs)} />
      {networking === 'create' && <Interfaces project={project} />}
      <Hostname />
      <Ephemeral pools={pools} off={networking === 'none'} />
      <FloatingIps floatingIps={floatingIps} off={networking === 'none'} />
    </div>
  )
}

const some = (list: InterfaceCreate[]) => list.length > 0 || 'Add an interface or select None'
const legalHostname = (text: string) => text.trim() === '' || (hostnameProblem(text.trim()) ?? true)

function Interfaces({ project }: { project: string }) {
  const { field, fieldState } = useController<InstanceValues, 'interfaces'>({
    name: 'interfaces',
    rules: { validate: some },
  })
  const [open, setOpen] = useState(false)
  return (
    <Field label="Interfaces" required group error={fieldState.error?.message}>
      <div className="space-y-2">
        <MiniTable
          label="Network interfaces"
          columns={[
            { header: 'Name', cell: (nic: InterfaceCreate) => nic.name },
            { header: 'VPC', cell: ({ vpcName }) => vpcName },
            { header: 'Subnet', cell: ({ subnetName }) => subnetName },
          ]}
          rows={field.value}
          rowKey={({ name }) => name}
          removeLabel={({ name }) => `remove network interface ${name}`}
          onRemove={(nic) => field.onChange(field.value.filter((one) => one !== nic))}
          emptyText="No interfaces yet. The first is the primary one."
        />
        <Button
          size="sm"
          disabledReason={
            field.value.length >= MAX_INTERFACES
              ? `An instance can have at most ${MAX_INTERFACES} interfaces`
              : undefined
          }
          onClick={() => setOpen(true)}
        >
          Add network interface
        </Button>
      </div>
      {open && (
        <InterfaceForm
          project={project}
          taken={field.value.map(({ name }) => name)}
          onDone={(nic) => {
            field.onChange([...field.value, nic])
            setOpen(false)
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </Field>
  )
}

function Hostname() {
  const name = useWatch<InstanceValues, 'name'>({ name: 'name' })
  const { register, error } = useFormField('hostname')
  return (
    <Field label="Hostname" help="Defaults to the instance name." error={error}>
      <TextInput {...register('hostname', { validate: legalHostname })} placeholder={name} />
    </Field>
  )
}

function Ephemeral({ pools, off }: { pools: readonly Model<'SiloIpPool'>[]; off: boolean }) {
  const ephemeral = useWatch<InstanceValues, 'ephemeral'>({ name: 'ephemeral' })
  const { isHidden } = useData(first1000IpPools())
  const none = pools.length === 0 && !isHidden
  return (
    <div className="space-y-3">
      <CheckboxField
        name="ephemeral"
        label="Allocate and attach an ephemeral IP address"
        disabled={off || none}
        help={
          off
            ? 'Needs a network interface.'
            : none
              ? 'No IP pools are linked to this silo.'
              : 'Released when the instance is deleted. Use a floating IP to keep the address.'
        }
      />
      {ephemeral && !off && !none && <PoolField pools={pools} help="The pool the ephemeral IP comes from." />}
    </div>
  )
}

const floatingColumns = [
  { header: 'Name', cell: ({ name }: Model<'FloatingIp'>) => name },
  { header: 'IP', cell: ({ ip }: Model<'FloatingIp'>) => <span className="font-mono text-xs">{ip}</span> },
]

function FloatingIps({ floatingIps, off }: { floatingIps: readonly Model<'FloatingIp'>[]; off: boolean }) {
  const { field } = useController<InstanceValues, 'floatingIps'>({ name: 'floatingIps' })
  const [open, setOpen] = useState(false)
  const free = floatingIps.filter(({ instanceId, name }) => !instanceId && !field.value.includes(name))
  const whyNot = off
    ? 'Needs a network interface'
    : floatingIps.length === 0
      ? 'No floating IPs in this project'
      : free.length === 0
        ? 'No other floating IPs are available'
        : field.value.length >= MAX_EXTERNAL_IPS
          ? `An instance can have at most ${MAX_EXTERNAL_IPS} floating IPs`
          : undefined
  const chosen = field.value.flatMap((name) => floatingIps.filter((one) => one.name === name))
  return (
    <Field label="Floating IPs" group>
      <div className="space-y-2">
        <MiniTable
          label="Floating IPs"
          columns={floatingColumns}
          rows={chosen}
          rowKey={({ name }) => name}
          removeLabel={({ name }) => `remove floating IP ${name}`}
          onRemove={({ name }) => field.onChange(field.value.filter((one) => one !== name))}
        />
        <Button size="sm" disabledReason={whyNot} onClick={() => setOpen(true)}>
          Attach floating IP
        </Button>
      </div>
      {open && (
        <FloatingForm
          free={free}
          onDone={(name) => {
            field.onChange([...field.value, name])
            setOpen(false)
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </Field>
  )
}
