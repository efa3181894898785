// The user's profile. Names and groups come from the identity provider of the organization; local users change their own password.
import { UserRound } from '@lucide/icons'
import { Icon } from '../../ui/display/icon.tsx'
import { copyIdAction } from '../../action/action.tsx'
import { first1000OwnGroups } from '../../me-queries.ts'
import { useMe } from '../../me.ts'
import { useData, useLoad } from '../../use-api.ts'
import { ownSecondFactor } from '../second-factor/second-factor-queries.ts'
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
  const { data: factor, isPending } = useLoad(ownSecondFactor(), { optional: true })
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
        {!isPending && (
          <p className="text-sm text-muted">
            {factor?.isLocal
              ? 'You sign in with your display name, which cannot be changed. A silo admin can change your roles.'
              : 'Your organization manages your name and groups. Ask an administrator to change them.'}
          </p>
        )}
        <OwnPassword />
      </div>
    </>
  )
}
