// A panel with the second factor, access tokens and sessions of a user, for administrators.
import type { Model } from '#contract/client.ts'
import { apiAction, copyIdAction } from '../../action/action.tsx'
import { TableCard } from '../../table/table-card.tsx'
import { DateTime } from '../../ui/display/dates.tsx'
import { lazyPart } from '../../ui/display/lazy.tsx'
import { Skeleton } from '../../ui/display/skeleton.tsx'
import type { Column } from '../../ui/display/table.tsx'
import { SideModal } from '../../ui/overlay/dialog.tsx'
import { useLoad } from '../../use-api.ts'
import { everySessionOfUser, everyTokenOfUser } from './access-token-queries.ts'
import { revocation, tokenColumns, tokenName } from './token-columns.tsx'

const UserSecondFactor = lazyPart(
  async () => (await import('../second-factor/user-second-factor.lazy.tsx')).UserSecondFactor,
  null,
)

const sessionColumns: Column<Model<'ConsoleSession'>>[] = [
  { id: 'created', header: 'Signed in', cell: ({ timeCreated }) => <DateTime value={timeCreated} /> },
  { id: 'used', header: 'Last used', cell: ({ timeLastUsed }) => <DateTime value={timeLastUsed} /> },
]

interface UserAccessProps {
  user: { id: string; name: string }
  /** Service accounts have no sessions. */
  isServiceAccount?: boolean
  onClose: () => void
}

export function UserAccess({ user, isServiceAccount = false, onClose }: UserAccessProps) {
  return (
    <SideModal
      title={isServiceAccount ? 'Access tokens' : 'Tokens and sessions'}
      subtitle={user.name}
      animate
      onDismiss={onClose}
    >
      <div className="space-y-6">
        {!isServiceAccount && <UserSecondFactor user={user} />}
        <Tokens userId={user.id} />
        {!isServiceAccount && <Sessions userId={user.id} />}
      </div>
    </SideModal>
  )
}

function Tokens({ userId }: { userId: string }) {
  const { data, error } = useLoad(everyTokenOfUser(userId))
  if (error) throw error
  if (!data) return <Skeleton className="h-24" />
  return (
    <TableCard
      title="Access tokens"
      columns={tokenColumns}
      rows={data.items}
      rowKey={({ id }) => id}
      rowLabel={tokenName}
      actions={(token) => [
        copyIdAction(token.id),
        apiAction({
          ...revocation(token),
          operation: 'user_access_token_delete',
          params: { path: { userId, tokenId: token.id } },
        }),
      ]}
      empty={<p className="text-sm text-muted">No access tokens.</p>}
    />
  )
}

function Sessions({ userId }: { userId: string }) {
  const { data, error } = useLoad(everySessionOfUser(userId))
  if (error) throw error
  if (!data) return <Skeleton className="h-24" />
  return (
    <TableCard
      title="Sessions"
      columns={sessionColumns}
      rows={data.items}
      rowKey={({ id }) => id}
      empty={<p className="text-sm text-muted">Not signed in.</p>}
    />
  )
}
