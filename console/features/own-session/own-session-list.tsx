// The browsers in which the user is signed in.
import { Laptop } from '@lucide/icons'
import type { Model } from '#contract/client.ts'
import { apiAction, bold, copyIdAction, type Action } from '../../action/action.tsx'
import { ActionButton } from '../../frame/action-button.tsx'
import { host } from '../../host.ts'
import { useMe } from '../../me.ts'
import { paths } from '../../paths.ts'
import { WholeListPage } from '../../table/whole-list-page.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { Dash } from '../../ui/display/dash.tsx'
import { DateTime } from '../../ui/display/dates.tsx'
import type { SortedColumn } from '../../table/filtered-table.tsx'
import { useData } from '../../use-api.ts'
import { logOutAction } from '../../action/log-out-action.tsx'
import { everyOwnSession } from './own-session-queries.ts'
import { browserText } from './user-agent.ts'

type Session = Model<'OwnSession'>

const columns: SortedColumn<Session>[] = [
  {
    id: 'browser',
    header: 'Browser',
    text: ({ userAgent }) => browserText(userAgent),
    cell: ({ userAgent, isCurrent }) => (
      <span className="flex flex-wrap items-center gap-2">
        <span className="font-medium">{browserText(userAgent)}</span>
        {isCurrent && <Badge tone="accent">This session</Badge>}
      </span>
    ),
  },
  {
    id: 'address',
    header: 'Address',
    text: ({ address }) => address ?? '',
    cell: ({ address }) => address ?? <Dash />,
  },
  {
    id: 'created',
    header: 'Signed in',
    value: ({ timeCreated }) => timeCreated.getTime(),
    cell: ({ timeCreated }) => <DateTime value={timeCreated} />,
  },
  {
    id: 'used',
    header: 'Last used',
    value: ({ timeLastUsed }) => timeLastUsed.getTime(),
    cell: ({ timeLastUsed }) => <DateTime value={timeLastUsed} />,
  },
  {
    id: 'expires',
    header: 'Expires',
    value: ({ timeExpires }) => timeExpires.getTime(),
    cell: ({ timeExpires }) => <DateTime value={timeExpires} />,
  },
]

const endAction = ({ id, isCurrent, userAgent }: Session): Action =>
  apiAction({
    label: 'End session',
    icon: 'sign-out',
    caution: true,
    whyNot: isCurrent ? 'This is the session you are using. Sign out instead.' : undefined,
    operation: 'own_session_delete',
    params: { path: { sessionId: id } },
    ask: {
      title: 'End session',
      content: bold`End the session in ${browserText(userAgent)}?`,
      consequence: 'That browser is signed out immediately.',
    },
    done: 'Session ended',
  })

export default function OwnSessionListPage() {
  const { user } = useMe()
  const { items } = useData(everyOwnSession())
  const everywhere = logOutAction({ id: user.id, name: user.displayName }, () => host.leave(paths.login()))
  const sorted = items.toSorted((a, b) => b.timeLastUsed.getTime() - a.timeLastUsed.getTime())
  return (
    <WholeListPage
      title="Sessions"
      icon={Laptop}
      docs="sessions"
      tools={<ActionButton action={everywhere} />}
      label="sessions"
      text={({ userAgent, address }) => `${browserText(userAgent)} ${address ?? ''}`}
      columns={columns}
      rows={sorted}
      rowKey={({ id }) => id}
      rowLabel={({ userAgent }) => browserText(userAgent)}
      actions={(session) => [copyIdAction(session.id), endAction(session)]}
      empty="Browsers in which you are signed in appear here."
    />
  )
}
