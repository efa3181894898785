// One SSH key. Read only: a key that changed would no longer be the one that instances know.
import { useNavigate, useNavigationType, useParams } from 'react-router'
import { parseSshPublicKey } from '#contract/ssh-public-key.ts'
import { useData } from '../../use-api.ts'
import { paths } from '../../paths.ts'
import { sshKeyView } from './ssh-key-queries.ts'
import { CopyButton, CopyText } from '../../ui/display/copy.tsx'
import { DateTime } from '../../ui/display/dates.tsx'
import { SideModal } from '../../ui/overlay/dialog.tsx'
import { Field } from '../../ui/input/field.tsx'
import { Properties } from '../../ui/display/properties.tsx'
import { TextArea, TextInput } from '../../ui/input/text-input.tsx'

const kindOf = (publicKey: string) => {
  const key = parseSshPublicKey(publicKey)
  return 'error' in key ? '' : `${key.type}, ${key.bits} bits`
}

export default function SshKeyViewPage() {
  const navigate = useNavigate()
  const animate = useNavigationType() === 'PUSH'
  const key = useData(sshKeyView(useParams().sshKey ?? ''))
  return (
    <SideModal
      title="View SSH key"
      subtitle={key.name}
      animate={animate}
      onDismiss={() => void navigate(paths.sshKeys())}
    >
      <div className="space-y-5">
        <Properties
          items={[
            { name: 'ID', value: <CopyText text={key.id} /> },
            { name: 'Kind', value: kindOf(key.publicKey) },
            { name: 'Created', value: <DateTime value={key.timeCreated} /> },
            { name: 'Updated', value: <DateTime value={key.timeModified} /> },
          ]}
        />
        <Field label="Name" required>
          <TextInput value={key.name} disabled />
        </Field>
        <Field label="Description" required>
          <TextArea value={key.description} rows={2} disabled />
        </Field>
        <div className="relative">
          <Field label="Public key" required>
            <TextArea value={key.publicKey} rows={8} mono disabled />
          </Field>
          <span className="absolute -top-1 right-0">
            <CopyButton text={key.publicKey} label="Copy public key" />
          </span>
        </div>
      </div>
    </SideModal>
  )
}
