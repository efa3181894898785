// Creating a floating IP, with any free address of a pool or a chosen one, and editing its name and description.
import { useWatch } from 'react-hook-form'
import { ipProblem } from '#contract/network-checks.ts'
import { undoEdit } from '../../action/undo.ts'
import { send } from '../../api.ts'
import { useData } from '../../use-api.ts'
import { DescriptionField, NameField, TextField } from '../../form/fields.tsx'
import { SideForm } from '../../form/form-shell.tsx'
import { LabelsField } from '../../form/labels-field.tsx'
import { RadioField } from '../../form/value-fields.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { first1000IpPools } from '../ip-pool/ip-pool-queries.ts'
import { PoolField } from '../ip-pool/pool-name-field.tsx'
import type { FloatingIp } from './floating-ip-actions.tsx'
import { FloatingIpFacts } from './floating-ip-facts.tsx'
import { floatingIpView } from './floating-ip-queries.ts'

interface CreateValues {
  name: string
  description: string
  pool: string
  address: 'automatic' | 'chosen'
  ip: string
}

interface FormProps {
  project: string
  onDone: (saved: FloatingIp) => unknown
  onClose: () => void
}

export function FloatingIpCreateForm({ project, onDone, onClose }: FormProps) {
  const { items: pools, isHidden } = useData(first1000IpPools())
  const standard = pools.find(({ isDefault }) => isDefault)?.name ?? ''
  const defaultValues: CreateValues = { name: '', description: '', pool: standard, address: 'automatic', ip: '' }
  return (
    <SideForm
      operation="floating_ip_create"
      title="Create floating IP"
      labels={{ kind: 'floating_ip', project }}
      defaultValues={defaultValues}
      toParams={({ name, description, pool, address, ip }: CreateValues) => ({
        query: { project },
        body: { name, description, pool: pool || null, ip: address === 'chosen' ? ip.trim() : null },
      })}
      whyNot={pools.length === 0 && !isHidden ? 'No IP pools are linked to this silo' : undefined}
      onSuccess={(saved) => {
        toast(`Floating IP ${saved.name} created`)
        return onDone(saved)
      }}
      onClose={onClose}
    >
      <NameField />
      <DescriptionField />
      <PoolField pools={pools} />
      <AddressFields />
      <LabelsField kind="floating_ip" project={project} />
    </SideForm>
  )
}

const options = [
  { value: 'automatic', label: 'Automatic', help: 'The lowest free address in the pool.' },
  { value: 'chosen', label: 'Specific address', help: 'A free address in the pool.' },
] as const

const validate = (text: string) => ipProblem(text) ?? true

function AddressFields() {
  const address = useWatch<CreateValues, 'address'>({ name: 'address' })
  return (
    <>
      <RadioField name="address" label="Address" options={options} />
      {address === 'chosen' && <TextField name="ip" label="IP address" required mono rules={{ validate }} />}
    </>
  )
}

interface EditValues {
  name: string
  description: string
}

export function FloatingIpEditForm({ project, floatingIp, onDone, onClose }: FormProps & { floatingIp: FloatingIp }) {
  const { name, description } = floatingIp
  return (
    <SideForm
      operation="floating_ip_update"
      title="Edit floating IP"
      submitLabel="Update floating IP"
      defaultValues={{ name, description }}
      toParams={(body: EditValues) => ({ path: { floatingIp: name }, query: { project }, body })}
      onSuccess={(saved) => {
        toast({ content: `Floating IP ${saved.name} updated`, undo: undoOf(project, floatingIp, saved) })
        return onDone(saved)
      }}
      onClose={onClose}
    >
      <FloatingIpFacts project={project} floatingIp={floatingIp} />
      <NameField />
      <DescriptionField />
    </SideForm>
  )
}

const undoOf = (project: string, before: FloatingIp, saved: FloatingIp) =>
  undoEdit({
    noun: 'Floating IP',
    before,
    saved,
    query: floatingIpView(project, saved.id),
    restore: (body) => send('floating_ip_update', { path: { floatingIp: saved.id }, body }),
  })
