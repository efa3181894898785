// Giving a backup target to a silo. The key of its repository is shown once.
import { useState } from 'react'
import type { Data } from '#contract/client.ts'
import { ComboboxField } from '../../form/combobox-field.tsx'
import { SideForm } from '../../form/form-shell.tsx'
import { ShownOnce } from '../../ui/overlay/shown-once.tsx'
import { useLoad } from '../../use-api.ts'
import { first1000Silos } from '../silo/silo-queries.ts'

interface Props {
  target: string
  /** ids of the silos that have it */
  given: readonly string[]
  onClose: () => void
}

export function BackupTargetSiloForm({ target, given, onClose }: Props) {
  const [made, setMade] = useState<Data<'backup_target_silo_add'>>()
  const { data, isPending } = useLoad(first1000Silos())
  const others = (data?.items ?? []).filter(({ id }) => !given.includes(id))
  if (made)
    return (
      <ShownOnce
        title="Backup target given"
        subtitle={made.repository.siloName}
        label="Repository key"
        secret={made.key}
        text={`Store it outside this installation, with the repository ID ${made.repository.id}. If the installation is lost, the backups cannot be read without them.`}
        onClose={onClose}
      />
    )
  return (
    <SideForm
      operation="backup_target_silo_add"
      title="Give to silo"
      submitLabel="Give to silo"
      defaultValues={{ silo: '' }}
      toParams={({ silo }: { silo: string }) => ({ path: { target }, body: { silo } })}
      onSuccess={setMade}
      onClose={onClose}
    >
      <ComboboxField
        name="silo"
        label="Silo"
        required
        placeholder="Select a silo"
        loading={isPending}
        items={others.map(({ name }) => ({ value: name, label: name }))}
      />
    </SideForm>
  )
}
