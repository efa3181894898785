// Creating a probe.
import { ComboboxField } from '../../form/combobox-field.tsx'
import { DescriptionField, NameField } from '../../form/fields.tsx'
import type { FormEnds } from '../../form/form-ends.ts'
import { SideForm } from '../../form/form-shell.tsx'
import { useWhyNotFleet } from '../../me.ts'
import { Message } from '../../ui/display/message.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useData } from '../../use-api.ts'
import { first1000IpPools } from '../ip-pool/ip-pool-queries.ts'
import { PoolField } from '../ip-pool/pool-name-field.tsx'
import { first1000Sleds } from '../sled/sled-queries.ts'

interface Values {
  name: string
  description: string
  sled: string
  pool: string
}

export function ProbeForm({ project, onDone, onClose }: { project: string } & FormEnds<void>) {
  const pools = useData(first1000IpPools()).items
  const sleds = useData(first1000Sleds()).items
  const standard = pools.find(({ isDefault }) => isDefault)?.name ?? ''
  const isUsable = ({ policy, state }: (typeof sleds)[number]) => policy.kind === 'in_service' && state === 'active'
  return (
    <SideForm
      operation="probe_create"
      title="Create probe"
      whyNot={useWhyNotFleet()}
      defaultValues={{ name: '', description: '', sled: '', pool: standard }}
      toParams={({ name, description, sled, pool }: Values) => ({
        query: { project },
        body: { name, description, sled, ipPool: pool || null },
      })}
      onSuccess={({ name }) => {
        toast(`Probe ${name} created`)
        return onDone()
      }}
      onClose={onClose}
    >
      <NameField />
      <DescriptionField />
      <ComboboxField
        name="sled"
        label="Sled"
        required
        placeholder="Select a sled"
        items={sleds
          .filter(isUsable)
          .map(({ id, baseboard }) => ({ value: id, label: baseboard.serial }))
          .toSorted((a, b) => a.label.localeCompare(b.label))}
      />
      <PoolField pools={pools} />
      <Message>The probe joins the subnet default of the VPC default and gets an external IP.</Message>
    </SideForm>
  )
}
