// Giving a silo a repository that is there already: of an installation that was lost, or of another one.
import { ComboboxField } from '../../form/combobox-field.tsx'
import { TextField } from '../../form/fields.tsx'
import { SideForm } from '../../form/form-shell.tsx'
import { CheckboxField } from '../../form/value-fields.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useLoad } from '../../use-api.ts'
import { first1000Silos } from '../silo/silo-queries.ts'

interface Values {
  silo: string
  repository: string
  key: string
  takeOver: boolean
}

export function BackupTargetImportForm({ target, onClose }: { target: string; onClose: () => void }) {
  const { data, isPending } = useLoad(first1000Silos())
  return (
    <SideForm
      operation="backup_target_silo_import"
      title="Import repository"
      submitLabel="Import repository"
      defaultValues={{ silo: '', repository: '', key: '', takeOver: false } as Values}
      toParams={({ silo, repository, key, takeOver }: Values) => ({
        path: { target },
        body: { silo, repository: repository.trim(), key: key.trim(), takeOver },
      })}
      onSuccess={({ siloName }) => {
        toast(`Importing the backups of silo ${siloName}`)
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
        items={(data?.items ?? []).map(({ name }) => ({ value: name, label: name }))}
        help="Its members can restore the backups."
      />
      <TextField
        name="repository"
        label="Repository ID"
        required
        mono
        help="The name of its directory at the target."
      />
      <TextField
        name="key"
        label="Repository key"
        required
        mono
        help="Shown when the target was given to the silo. Stored encrypted."
      />
      <CheckboxField
        name="takeOver"
        label="Take over from another installation"
        help="That installation can then no longer store backups there. Select this if it is gone."
      />
    </SideForm>
  )
}
