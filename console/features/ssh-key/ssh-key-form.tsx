// Adding an SSH key. The key is read before it is sent: one that no instance would accept is better found here.
import type { Model } from '#contract/client.ts'
import { capitalize } from '#contract/errors.ts'
import { parseSshPublicKey } from '#contract/ssh-public-key.ts'
import { seed } from '../../api.ts'
import { DescriptionField, NameField, TextField } from '../../form/fields.tsx'
import { SideForm } from '../../form/form-shell.tsx'
import { sshKeyView } from './ssh-key-queries.ts'
import { Message } from '../../ui/display/message.tsx'
import { toast } from '../../ui/overlay/toast.ts'

interface SshKeyFormProps {
  onDone: (key: Model<'SshKey'>) => unknown
  onClose: () => void
  /** said above the fields, where the form opens over something else than the list of keys */
  note?: string
}

function check(text: string): string | true {
  const key = parseSshPublicKey(text)
  return 'error' in key ? capitalize(key.error) : true
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
      <TextField
        name="publicKey"
        label="Public key"
        required
        rows={8}
        mono
        help="The line from a file that ends in .pub, such as ~/.ssh/id_ed25519.pub"
        rules={{ validate: check }}
      />
    </SideForm>
  )
}
