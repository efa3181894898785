// Restores something under another name, because its own is taken.
import { capitalize } from '#contract/errors.ts'
import { leftOutText } from '../../action/restore.tsx'
import type { Deleted } from '../../deleted-queries.ts'
import { NameField } from '../../form/fields.tsx'
import { SideForm } from '../../form/form-shell.tsx'
import { Message } from '../../ui/display/message.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { kindOf } from './deleted-names.ts'

export function RestoreForm({ thing, onClose }: { thing: Deleted; onClose: () => void }) {
  const kind = kindOf(thing.noun)
  return (
    <SideForm
      operation="deleted_restore"
      title={`Restore ${kind}`}
      submitLabel="Restore"
      defaultValues={{ name: `${thing.name}-restored`.slice(0, 63) }}
      toParams={({ name }: { name: string }) => ({ path: { id: thing.id }, body: { name } })}
      onSuccess={({ name, leftOut }) => {
        toast(`${capitalize(kind)} ${name} restored${leftOutText(leftOut)}`)
        onClose()
      }}
      onClose={onClose}
    >
      <Message>
        Another {kind} is now named {thing.name}. Choose a different name.
      </Message>
      <NameField taken={[thing.name]} />
    </SideForm>
  )
}
