// Where a new instance runs, what happens when it fails, and what it is told at its first boot.
import { MAX_USER_DATA_BYTES } from '#contract/limits.ts'
import { useController } from 'react-hook-form'
import { useData } from '../../../use-api.ts'
import { NativeSelectField } from '../../../form/value-fields.tsx'
import { first1000AntiAffinityGroups } from '../../affinity-group/affinity-group-queries.ts'
import { CheckboxGroup } from '../../../ui/input/checkbox-group.tsx'
import { Field } from '../../../ui/input/field.tsx'
import { FileInput } from '../../../ui/input/file-input.tsx'
import { bytesText } from '../../../util/format.ts'
import type { InstanceValues, UserData } from './values.ts'

const policies = [
  { value: 'default', label: 'Default' },
  { value: 'never', label: 'Never' },
  { value: 'best_effort', label: 'Best effort' },
]

export function ConfigurationFields({ project }: { project: string }) {
  return (
    <div className="space-y-5">
      <Groups project={project} />
      <NativeSelectField
        name="autoRestart"
        label="Auto-restart policy"
        required
        items={policies}
        help="Restart automatically after a failure. Default: best effort."
      />
      <UserDataField />
    </div>
  )
}

function Groups({ project }: { project: string }) {
  const groups = useData(first1000AntiAffinityGroups(project)).items
  const { field } = useController<InstanceValues, 'antiAffinityGroups'>({ name: 'antiAffinityGroups' })
  return (
    <Field label="Anti-affinity groups" group help="Runs on a different sled from other members.">
      {groups.length > 0 ? (
        <CheckboxGroup
          name="antiAffinityGroups"
          options={groups.map(({ name, description, policy }) => ({
            value: name,
            label: name,
            help: [description, policy === 'fail' ? 'fails to start without room' : ''].filter(Boolean).join('; '),
          }))}
          value={field.value}
          onChange={field.onChange}
        />
      ) : (
        <p className="text-sm text-muted">No groups in this project.</p>
      )}
    </Field>
  )
}

const fits = (data: UserData | null) =>
  !data || data.file.size <= MAX_USER_DATA_BYTES || `User data must be ${bytesText(MAX_USER_DATA_BYTES)} or less`

function UserDataField() {
  const { field, fieldState } = useController<InstanceValues, 'userData'>({
    name: 'userData',
    rules: { validate: fits },
  })
  const read = async (file: File | null) => {
    // a file that is too large is refused by its size; its content is not needed for that
    const bytes = file && file.size <= MAX_USER_DATA_BYTES ? new Uint8Array(await file.arrayBuffer()) : new Uint8Array()
    field.onChange(file && { file, base64: btoa(String.fromCharCode(...bytes)) })
  }
  return (
    <Field
      label="User data"
      help="A cloud-init file read at first boot, up to 32 KiB."
      error={fieldState.error?.message}
    >
      <FileInput {...field} value={field.value?.file} onChange={(file) => void read(file)} />
    </Field>
  )
}
