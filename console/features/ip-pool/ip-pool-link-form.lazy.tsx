// Linking a silo to a pool, so its users can take addresses from it.
import { useLoad } from '../../use-api.ts'
import { ComboboxField } from '../../form/choice-fields.tsx'
import { SideForm } from '../../form/form-shell.tsx'
import { CheckboxField } from '../../form/value-fields.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { first1000Silos } from '../silo/silo-queries.ts'

interface LinkValues {
  silo: string
  isDefault: boolean
}

interface LinkFormProps {
  pool: string
  /** ids of the silos that are linked already */
  linked: readonly string[]
  onClose: () => void
}

export function IpPoolLinkForm({ pool, linked, onClose }: LinkFormProps) {
  const { data, isPending } = useLoad(first1000Silos())
  const others = (data?.items ?? []).filter(({ id }) => !linked.includes(id))
  return (
    <SideForm
      operation="ip_pool_silo_link"
      title="Link silo"
      defaultValues={{ silo: '', isDefault: false }}
      toParams={({ silo, isDefault }: LinkValues) => ({ path: { pool }, body: { silo, isDefault } })}
      onSuccess={(_, { silo }) => {
        toast(`${silo} linked to ${pool}`)
        onClose()
      }}
      onClose={onClose}
    >
      <ComboboxField
        name="silo"
        label="Silo"
        required
        placeholder="Select a silo"
        loading={isPending}
        help={!isPending && others.length === 0 ? 'Every silo is already linked.' : undefined}
        items={others.map(({ name }) => ({ value: name, label: name }))}
      />
      <CheckboxField
        name="isDefault"
        label="Default pool of the silo"
        help="Used when no pool is named. A silo has at most one default."
      />
    </SideForm>
  )
}
