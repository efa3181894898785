// Linking a pool to a silo, so its users can take addresses from it.
import { useLoad } from '../../use-api.ts'
import { ComboboxField } from '../../form/choice-fields.tsx'
import { SideForm } from '../../form/form-shell.tsx'
import { CheckboxField } from '../../form/value-fields.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { first1000SystemIpPools } from '../ip-pool/ip-pool-queries.ts'

interface LinkValues {
  pool: string
  isDefault: boolean
}

interface LinkFormProps {
  silo: string
  /** ids of the pools that are linked already */
  linked: readonly string[]
  onClose: () => void
}

export function SiloLinkForm({ silo, linked, onClose }: LinkFormProps) {
  const { data, isPending } = useLoad(first1000SystemIpPools())
  const others = (data?.items ?? []).filter(({ id }) => !linked.includes(id))
  return (
    <SideForm
      operation="ip_pool_silo_link"
      title="Link pool"
      defaultValues={{ pool: '', isDefault: false }}
      toParams={({ pool, isDefault }: LinkValues) => ({ path: { pool }, body: { silo, isDefault } })}
      onSuccess={(_, { pool }) => {
        toast(`${pool} linked to ${silo}`)
        onClose()
      }}
      onClose={onClose}
    >
      <ComboboxField
        name="pool"
        label="IP pool"
        required
        placeholder="Select a pool"
        loading={isPending}
        help={!isPending && others.length === 0 ? 'Every pool is already linked.' : undefined}
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
