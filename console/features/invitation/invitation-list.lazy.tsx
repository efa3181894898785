// The invitations of a silo that nobody has used. Their links were shown once, so a lost one is revoked and replaced.
import type { Model } from '#contract/client.ts'
import type { Action } from '../../action/action.tsx'
import { send } from '../../api.ts'
import { TableCard } from '../../table/table-card.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { Dash } from '../../ui/display/dash.tsx'
import { DateTime, useNow } from '../../ui/display/dates.tsx'
import type { Column } from '../../ui/display/table.tsx'
import { useLoad } from '../../use-api.ts'
import { RoleBadge } from '../policy/role-badge.tsx'
import { everyInvitation } from './invitation-queries.ts'

type Invitation = Model<'Invitation'>

const columns: Column<Invitation>[] = [
  { id: 'name', header: 'Name', cell: ({ externalId }) => <span className="font-medium">{externalId}</span> },
  { id: 'role', header: 'Silo role', cell: ({ role }) => (role ? <RoleBadge on="silo" role={role} /> : <Dash />) },
  { id: 'by', header: 'Invited by', cell: ({ invitedBy }) => invitedBy },
  { id: 'expires', header: 'Expires', cell: (row) => <Expiry {...row} /> },
]

function Expiry({ timeExpires }: Invitation) {
  return timeExpires <= useNow() ? <Badge tone="neutral">expired</Badge> : <DateTime value={timeExpires} />
}

function revokeAction({ id, externalId: name }: Invitation): Action {
  const params = { path: { invitation: id } }
  return {
    label: 'Revoke',
    icon: 'delete',
    danger: true,
    call: { operation: 'invitation_delete', params },
    run: () => send('invitation_delete', params),
    done: `Invitation of ${name} revoked`,
    ask: {
      title: 'Revoke invitation',
      content: (
        <>
          Revoke the invitation of <strong>{name}</strong>?
        </>
      ),
      consequence: 'The link stops working.',
      actionLabel: 'Revoke invitation',
      errorTitle: `Could not revoke the invitation of ${name}`,
    },
  }
}

/** Nothing without invitations. */
export function InvitationList({ silo }: { silo: string }) {
  const { data } = useLoad(everyInvitation(silo), { optional: true })
  if (!data || data.items.length === 0) return null
  return (
    <TableCard
      title="Invitations"
      text="Each link works once, for a day. If one is lost, revoke it and invite the person again."
      columns={columns}
      rows={data.items}
      rowKey={({ id }) => id}
      rowLabel={({ externalId }) => externalId}
      actions={(row) => [revokeAction(row)]}
    />
  )
}
