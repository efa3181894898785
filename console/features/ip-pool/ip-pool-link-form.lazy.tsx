// Linking a silo to a pool, so its users can take addresses from it: from the page of the pool or of the silo.
import { useEffect } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { ComboboxField } from '../../form/combobox-field.tsx'
import { SideForm } from '../../form/form-shell.tsx'
import { useOptions } from '../../form/use-options.ts'
import { CheckboxField } from '../../form/value-fields.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useLoad } from '../../use-api.ts'
import { first1000Silos, siloIpPools, siloList } from '../silo/silo-queries.ts'
import { first1000SystemIpPools, ipPoolList } from './ip-pool-queries.ts'

interface LinkProps {
  /** ids of those that are linked already */
  linked: readonly string[]
  onClose: () => void
}

export function SiloLinkForm({ pool, ...props }: LinkProps & { pool: string }) {
  const { data, isPending } = useLoad(first1000Silos())
  const silos = useOptions(data, siloList)
  return <LinkForm {...props} kind="silo" label="Silo" known={{ pool }} options={silos} loading={isPending} />
}

export function IpPoolLinkForm({ silo, ...props }: LinkProps & { silo: string }) {
  const { data, isPending } = useLoad(first1000SystemIpPools())
  const pools = useOptions(data, ipPoolList)
  return <LinkForm {...props} kind="pool" label="IP pool" known={{ silo }} options={pools} loading={isPending} />
}

interface Values {
  silo: string
  pool: string
  isDefault: boolean
}

interface LinkFormProps extends LinkProps {
  /** what is chosen in the form */
  kind: 'silo' | 'pool'
  label: string
  known: Partial<Values>
  options: readonly { id: string; name: string }[]
  loading: boolean
}

function LinkForm({ kind, label, known, options, loading, linked, onClose }: LinkFormProps) {
  const whyNone =
    options.length === 0 ? 'There is no IP pool yet. Create one first.' : `Every ${kind} is already linked.`
  const others = options.filter(({ id }) => !linked.includes(id))
  return (
    <SideForm
      operation="ip_pool_silo_link"
      title={`Link ${kind}`}
      defaultValues={{ silo: '', pool: '', isDefault: false, ...known }}
      toParams={({ silo, pool, isDefault }: Values) => ({ path: { pool }, body: { silo, isDefault } })}
      onSuccess={(_, { silo, pool }) => {
        toast(kind === 'silo' ? `Silo ${silo} linked to IP pool “${pool}”` : `IP pool “${pool}” linked to silo ${silo}`)
        onClose()
      }}
      onClose={onClose}
    >
      <ComboboxField
        name={kind}
        label={label}
        required
        placeholder={`Select a ${kind}`}
        loading={loading}
        help={!loading && others.length === 0 ? whyNone : undefined}
        items={others.map(({ name }) => ({ value: name, label: name }))}
      />
      <DefaultField />
    </SideForm>
  )
}

/** Checked for a silo without a default, unless the user decided otherwise. */
function DefaultField() {
  const { setValue, getFieldState } = useFormContext<Values>()
  const silo = useWatch<Values, 'silo'>({ name: 'silo' })
  const pools = useLoad(siloIpPools(silo), { enabled: silo !== '' }).data?.items
  const hasDefault = pools?.some(({ isDefault }) => isDefault)
  useEffect(() => {
    if (hasDefault !== undefined && !getFieldState('isDefault').isDirty) setValue('isDefault', !hasDefault)
  }, [hasDefault, setValue, getFieldState])
  return (
    <CheckboxField
      name="isDefault"
      label="Default pool of the silo"
      help="Used when no pool is specified. A silo has at most one default."
    />
  )
}
