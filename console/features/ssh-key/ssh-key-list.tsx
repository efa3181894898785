// The person's SSH keys. New instances let in whoever holds one of them.
import { KeyRound } from '@lucide/icons'
import { Icon } from '../../ui/display/icon.tsx'
import { Outlet, useNavigate } from 'react-router'
import type { Model } from '#contract/client.ts'
import { copyTextAction, deleteAction, type Action } from '../../action/action.tsx'
import { createdColumn, descriptionColumn, idColumn, nameColumn } from '../../table/columns.tsx'
import { DocsButton } from '../../help/docs-button.tsx'
import { LinkButton } from '../../frame/link.tsx'
import { usePalette } from '../../frame/palette.ts'
import { ResourceTable } from '../../table/resource-table.tsx'
import { useShortcut } from '../../frame/shortcuts.ts'
import { paths } from '../../paths.ts'
import { sshKeyList } from './ssh-key-queries.ts'
import { EmptyState } from '../../ui/display/empty-state.tsx'
import { PageHeader } from '../../ui/display/page-header.tsx'

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
    consequence: 'Instances that have it keep it; new ones will not get it.',
  }),
]

const Add = () => (
  <LinkButton to={paths.sshKeysNew()} variant="primary">
    Add SSH key
  </LinkButton>
)

export default function SshKeyListPage() {
  const navigate = useNavigate()
  usePalette([{ label: 'Add SSH key', to: paths.sshKeysNew() }])
  useShortcut('c', 'Add SSH key', () => void navigate(paths.sshKeysNew()))
  return (
    <>
      <PageHeader
        title="SSH Keys"
        icon={<Icon icon={KeyRound} />}
        aside={<DocsButton topic="ssh-keys" />}
        actions={<Add />}
      />
      <ResourceTable
        label="SSH keys"
        list={sshKeyList}
        columns={columns}
        actions={actions}
        empty={
          <EmptyState
            icon={<Icon icon={KeyRound} />}
            title="No SSH keys"
            text="Instances that you create let you in with the keys you keep here."
            action={<Add />}
          />
        }
      />
      <Outlet />
    </>
  )
}
