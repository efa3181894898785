// The user's profile. The organization manages names and groups; local users change their own password.
import { UserRound } from '@lucide/icons'
import { Icon } from '../../ui/display/icon.tsx'
import { copyIdAction } from '../../action/action.tsx'
import { first1000OwnGroups } from '../../me-queries.ts'
import { useMe } from '../../me.ts'
import { useData } from '../../use-api.ts'
import { TableCard } from '../../table/table-card.tsx'
import { CopyText } from '../../ui/display/copy.tsx'
import { PageHeader } from '../../ui/display/page-header.tsx'
import { lazyPart } from '../../ui/display/lazy.tsx'
import { Properties } from '../../ui/display/properties.tsx'

const OwnPassword = lazyPart(
  async () => (await import('../own-password/own-password-card.lazy.tsx')).OwnPasswordCard,
  null,
)

export default function ProfilePage() {
  const { user } = useMe()
  const groups = useData(first1000OwnGroups()).items
  return (
    <>
      <PageHeader title="Profile" icon={<Icon icon={UserRound} />} />
      <div className="max-w-[48rem] space-y-6">
        <Properties
          items={[
            { name: 'Display name', value: user.displayName },
            { name: 'User ID', value: <CopyText text={user.id} maxLength={36} /> },
            { name: 'Silo', value: user.siloName },
          ]}
        />
        <TableCard
          title="Groups"
          text="Members inherit the group's roles."
          columns={[{ id: 'name', header: 'Name', cell: ({ displayName }) => displayName }]}
          rows={groups}
          rowKey={({ id }) => id}
          rowLabel={({ displayName }) => displayName}
          actions={({ id }) => [copyIdAction(id)]}
          empty={<p className="text-sm text-muted">You&apos;re not in any groups.</p>}
        />
        <p className="text-sm text-muted">
          Your organization manages your name and groups. Ask an administrator to change them.
        </p>
        <OwnPassword />
      </div>
    </>
  )
}
