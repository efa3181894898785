// Form for adding an SSH key. The API accepts any text, so the form warns about a key that no instance would accept.
import { useFormContext, useWatch } from 'react-hook-form'
import type { Model } from '#contract/client.ts'
import { capitalize } from '#contract/errors.ts'
import { parseSshPublicKey } from '#contract/ssh-public-key.ts'
import { seed } from '../../api.ts'
import { DescriptionField, NameField, TextField } from '../../form/fields.tsx'
import { SideForm } from '../../form/form-shell.tsx'
import { nameFrom } from '../../util/name-from.ts'
import { sshKeyView } from './ssh-key-queries.ts'
import { Message } from '../../ui/display/message.tsx'
import { toast } from '../../ui/overlay/toast.ts'

interface SshKeyFormProps {
  onDone: (key: Model<'SshKey'>) => unknown
  onClose: () => void
  /** shown above the fields when the form opens over another page than the list of keys */
  note?: string
}

function KeyWarning() {
  const text = useWatch<{ publicKey: string }, 'publicKey'>({ name: 'publicKey' })
  const key = text.trim() === '' ? undefined : parseSshPublicKey(text)
  if (!key || !('error' in key)) return null
  return (
    <Message tone="notice" title="Instances may not accept this key">
      {capitalize(key.error)}
    </Message>
  )
}

/** Proposes the key's comment as its name, unless one was typed. */
function KeyField() {
  const { setValue, formState } = useFormContext()
  const { dirtyFields, isSubmitted } = formState
  const propose = ({ target }: { target: { value: string } }) => {
    const key = parseSshPublicKey(target.value)
    const name = 'error' in key ? '' : nameFrom(key.comment)
    if (name !== '' && !dirtyFields.name) setValue('name', name, { shouldValidate: isSubmitted })
  }
  return (
    <TextField
      name="publicKey"
      label="Public key"
      required
      rows={8}
      mono
      rules={{ onChange: propose }}
      help="The line from a file that ends in .pub, such as ~/.ssh/id_ed25519.pub"
    />
  )
}

export function SshKeyForm({ onDone, onClose, note }: SshKeyFormProps) {
  return (
    <SideForm
      operation="current_user_ssh_key_create"
      title="Add SSH key"
      defaultValues={{ name: '', description: '', publicKey: '' }}
      toParams={({ publicKey, ...naming }) => ({ body: { ...naming, publicKey: publicKey.trim() } })}
      onSuccess={(key) => {
        seed(sshKeyView(key.name), key)
        toast(`SSH key ${key.name} created`)
        return onDone(key)
      }}
      onClose={onClose}
    >
      {note && <Message>{note}</Message>}
      <NameField />
      <DescriptionField />
      <KeyField />
      <KeyWarning />
    </SideForm>
  )
}
