// Whose SSH keys a new instance lets in.
import { MAX_SSH_KEYS } from '#contract/limits.ts'
import { KeyRound } from '@lucide/icons'
import { Icon } from '../../../ui/display/icon.tsx'
import { useState } from 'react'
import { useController } from 'react-hook-form'
import type { Model } from '#contract/client.ts'
import { lazyPopup } from '../../../ui/display/lazy.tsx'
import { Button } from '../../../ui/input/button.tsx'
import { CheckboxGroup } from '../../../ui/input/checkbox-group.tsx'
import { Checkbox } from '../../../ui/input/checkbox.tsx'
import { EmptyState } from '../../../ui/display/empty-state.tsx'
import { Field } from '../../../ui/input/field.tsx'
import { Message } from '../../../ui/display/message.tsx'
import { Section } from './section.tsx'
import type { InstanceValues } from './values.ts'

const AddForm = lazyPopup(async () => (await import('../../ssh-key/ssh-key-form.lazy.tsx')).SshKeyForm)

const validate = (ids: string[]) => ids.length <= MAX_SSH_KEYS || `Choose at most ${MAX_SSH_KEYS} keys`

export function KeysSection({ keys }: { keys: readonly Model<'SshKey'>[] }) {
  const { field, fieldState } = useController<InstanceValues, 'sshKeys'>({ name: 'sshKeys', rules: { validate } })
  const [adding, setAdding] = useState(false)
  const all = keys.map(({ id }) => id)
  const chosen = all.filter((id) => field.value.includes(id)).length
  const add = <Button onClick={() => setAdding(true)}>Add SSH key</Button>
  return (
    <Section title="Authentication">
      {keys.length > 0 ? (
        <>
          <Message>Keys are added at first boot and need an image with cloud-init.</Message>
          <Field label="SSH keys" group error={fieldState.error?.message}>
            <div className="space-y-1">
              <Checkbox
                checked={chosen === all.length}
                indeterminate={chosen > 0 && chosen < all.length}
                onChange={({ target }) => field.onChange(target.checked ? all : [])}
              >
                Select all
              </Checkbox>
              <div className="pl-6">
                <CheckboxGroup
                  name="sshKeys"
                  options={keys.map(({ id, name }) => ({ value: id, label: name }))}
                  value={field.value}
                  onChange={field.onChange}
                />
              </div>
            </div>
          </Field>
          {add}
        </>
      ) : (
        <EmptyState
          icon={<Icon icon={KeyRound} />}
          title="No SSH keys"
          text="Add a key to your profile to connect over SSH."
          action={add}
        />
      )}
      {adding && (
        <AddForm
          note="Saved to your profile and selected for this instance."
          onDone={({ id }) => {
            field.onChange([...field.value, id])
            setAdding(false)
          }}
          onClose={() => setAdding(false)}
        />
      )}
    </Section>
  )
}
