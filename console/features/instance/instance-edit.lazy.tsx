// Another name, description or notes for an instance. Its hostname stays.
import type { Model } from '#contract/client.ts'
import { MAX_NOTES_LENGTH } from '#contract/limits.ts'
import { undoEdit } from '../../action/undo.ts'
import { seed, send } from '../../api.ts'
import { DescriptionField, NameField, TextField } from '../../form/fields.tsx'
import { SideForm } from '../../form/form-shell.tsx'
import { useData } from '../../use-api.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { atInstance, instanceIdentity } from './instance-queries.ts'

type Identity = Model<'InstanceIdentity'>
type Values = Pick<Identity, 'name' | 'description' | 'notes'>

interface InstanceEditProps {
  project: string
  name: string
  /** follows the new name to its page */
  onRenamed?: (name: string) => unknown
  onClose: () => void
}

const notesRules = {
  maxLength: { value: MAX_NOTES_LENGTH, message: `Notes must be ${MAX_NOTES_LENGTH} characters or fewer` },
}

export function InstanceEditForm({ project, name, onRenamed, onClose }: InstanceEditProps) {
  const before = useData(instanceIdentity(project, name))
  const { description, notes, hostname } = before
  return (
    <SideForm
      operation="instance_identity_update"
      title="Edit instance"
      submitLabel="Update instance"
      mustChange
      defaultValues={{ name, description, notes }}
      toParams={(body: Values) => ({ ...atInstance(project, name), body })}
      onSuccess={(saved) => {
        seed(instanceIdentity(project, saved.name), saved)
        toast({ content: `Instance ${saved.name} updated`, undo: undoOf(project, before, saved) })
        onClose()
        // awaited, so that nothing is refetched by the old name
        return saved.name === name ? undefined : onRenamed?.(saved.name)
      }}
      onClose={onClose}
    >
      <NameField
        help={`The hostname and its name in DNS stay ${hostname}. Firewall rules and routes that refer to the old name no longer apply to it.`}
      />
      <DescriptionField />
      <TextField
        name="notes"
        label="Notes"
        rows={8}
        rules={notesRules}
        help="For people: what the instance does and whom to ask. Everyone who can see it can read them."
      />
    </SideForm>
  )
}

const undoOf = (project: string, before: Identity, saved: Identity) =>
  undoEdit({
    noun: 'Instance',
    before,
    saved,
    query: instanceIdentity(project, saved.name),
    edited: ['notes'],
    hasPage: true,
    restore: ({ description }) =>
      send('instance_identity_update', {
        ...atInstance(project, saved.name),
        body: { description, notes: before.notes },
      }),
  })
