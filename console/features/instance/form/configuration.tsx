// Where a new instance runs, what happens when it fails, and what it is told at its first boot.
import { MAX_USER_DATA_BYTES } from '#contract/limits.ts'
import { useState } from 'react'
import { useController } from 'react-hook-form'
import { useData } from '../../../use-api.ts'
import { NativeSelectField } from '../../../form/value-fields.tsx'
import { first1000AntiAffinityGroups } from '../../affinity-group/affinity-group-queries.ts'
import { lazyPopup } from '../../../ui/display/lazy.tsx'
import { Button } from '../../../ui/input/button.tsx'
import { CheckboxGroup } from '../../../ui/input/checkbox-group.tsx'
import { Field } from '../../../ui/input/field.tsx'
import { FileInput } from '../../../ui/input/file-input.tsx'
import { bytesText } from '../../../util/format.ts'
import type { InstanceValues, UserData } from './values.ts'

const Editor = lazyPopup(async () => (await import('./user-data-editor.lazy.tsx')).UserDataEditor)

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

/** Undefined if it is no text, or too large. */
function textOf({ file, base64 }: UserData): string | undefined {
  if (file.size > MAX_USER_DATA_BYTES) return undefined
  try {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
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
  const [isWriting, setWriting] = useState(false)
  const text = field.value && textOf(field.value)
  return (
    <Field
      label="User data"
      help="A cloud-init file read at first boot, up to 32 KiB."
      error={fieldState.error?.message}
    >
      <FileInput {...field} value={field.value?.file} onChange={(file) => void read(file)} />
      {/* a file that is no text is only replaced */}
      {text !== undefined && (
        <div className="mt-2">
          <Button size="sm" onClick={() => setWriting(true)}>
            {text === null ? 'Write it here' : 'Edit it here'}
          </Button>
        </div>
      )}
      {isWriting && (
        <Editor
          start={text ?? ''}
          onUse={(written) => void read(new File([written], field.value?.file.name ?? 'user-data.yaml'))}
          onClose={() => setWriting(false)}
        />
      )}
    </Field>
  )
}
