// The user's SSH keys. New instances accept the ones selected at creation.
import { KeyRound } from '@lucide/icons'
import type { Model } from '#contract/client.ts'
import { copyTextAction, deleteAction, type Action } from '../../action/action.tsx'
import { paths } from '../../paths.ts'
import { createdColumn, descriptionColumn, idColumn, nameColumn } from '../../table/columns.tsx'
import { ResourcePage } from '../../table/resource-page.tsx'
import { sshKeyList } from './ssh-key-queries.ts'

type SshKey = Model<'SshKey'>

const columns = [
  nameColumn<SshKey>(({ name }) => paths.sshKeyEdit({ sshKey: name })),
  descriptionColumn<SshKey>(),
  createdColumn<SshKey>(),
  idColumn<SshKey>(),
]

const actions = ({ name, publicKey }: SshKey): Action[] => [
  copyTextAction('Copy public key', publicKey),
  deleteAction({
    kind: 'SSH key',
    name,
    operation: 'current_user_ssh_key_delete',
    params: { path: { sshKey: name } },
    consequence: "Instances that have this key keep it. New instances won't get it.",
  }),
]

export default function SshKeyListPage() {
  return (
    <ResourcePage
      title="SSH keys"
      icon={KeyRound}
      docs="ssh-keys"
      create={[{ label: 'Add SSH key', to: paths.sshKeysNew() }]}
      label="SSH keys"
      list={sshKeyList}
      columns={columns}
      actions={actions}
      empty="Add a public key to sign in to the instances you create."
    />
  )
}
