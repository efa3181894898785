// A group of either kind and its members.
import { MAX_GROUP_MEMBERS } from '#contract/limits.ts'
import { Split } from '@lucide/icons'
import { useState } from 'react'
import { Outlet, useNavigate, useParams } from 'react-router'
import { useData } from '../../use-api.ts'
import { paletteItemsOf, type Action } from '../../action/action.tsx'
import { deleteGroupAction, memberActions } from './affinity-group-actions.tsx'
import { KindBadge, PolicyBadge } from './affinity-group-badges.tsx'
import { kinds, type Kind, type Member } from './affinity-group-kind.ts'
import { lazyPopup } from '../../ui/display/lazy.tsx'
import { TextLink } from '../../frame/link.tsx'
import { useShortcut } from '../../frame/shortcuts.ts'
import { InstanceStateBadge } from '../instance/shared/instance-state-badge.tsx'
import { usePolling } from '../../polling.ts'
import { paths } from '../../paths.ts'
import { DetailPage } from '../../table/detail-page.tsx'
import { TableCard } from '../../table/table-card.tsx'
import { CopyText } from '../../ui/display/copy.tsx'
import { DateTime } from '../../ui/display/dates.tsx'
import { EmptyState } from '../../ui/display/empty-state.tsx'
import type { Column } from '../../ui/display/table.tsx'

const AddForm = lazyPopup(async () => (await import('./affinity-group-member-form.lazy.tsx')).AffinityMemberForm)

const columnsOf = (project: string): Column<Member>[] => [
  {
    id: 'name',
    header: 'Name',
    cell: ({ value: { name } }) => <TextLink to={paths.instanceOverview({ project, instance: name })}>{name}</TextLink>,
  },
  { id: 'state', header: 'State', cell: ({ value }) => <InstanceStateBadge state={value.runState} /> },
]

function GroupPage({ kind }: { kind: Kind }) {
  const { project = '', group: name = '' } = useParams()
  const navigate = useNavigate()
  const poll = usePolling({ fast: 3000, slow: 60_000, busy: false })
  const group = useData(kind.view(project, name))
  const members = useData(kind.members(project, name), { poll }).items
  const [adding, setAdding] = useState(false)
  const whyNotAdd =
    members.length >= MAX_GROUP_MEMBERS ? `A group can have at most ${MAX_GROUP_MEMBERS} members` : undefined
  const add: Action = { label: 'Add instance', whyNot: whyNotAdd, run: () => setAdding(true) }
  const actions: Action[] = [
    { label: 'Edit', icon: 'edit', to: kind.editPath({ project, group: name }) },
    deleteGroupAction(kind, project, group, () => navigate(paths.affinity({ project }))),
  ]
  useShortcut('c', 'Add instance', () => !whyNotAdd && setAdding(true))
  return (
    <DetailPage
      title={name}
      icon={Split}
      noun="Group"
      actions={actions}
      palette={paletteItemsOf([add, ...actions])}
      facts={[
        { name: 'Type', value: <KindBadge kind={kind} /> },
        { name: 'Policy', value: <PolicyBadge kind={kind} policy={group.policy} /> },
        { name: 'Description', value: group.description },
        { name: 'Members', value: members.length },
        { name: 'Created', value: <DateTime value={group.timeCreated} /> },
        { name: 'ID', value: <CopyText text={group.id} /> },
      ]}
    >
      <TableCard
        title="Members"
        text={kind.meaning}
        buttons={[add]}
        columns={columnsOf(project)}
        rows={members}
        rowKey={({ value }) => value.id}
        rowLabel={({ value }) => value.name}
        actions={(member) => memberActions(kind, project, name, member)}
        empty={<EmptyState title="No members" text="Only stopped instances can be added." />}
      />
      {adding && (
        <AddForm kind={kind} project={project} group={name} members={members} onClose={() => setAdding(false)} />
      )}
      <Outlet />
    </DetailPage>
  )
}

export const groupPages = {
  affinity: () => <GroupPage kind={kinds.affinity} />,
  'anti-affinity': () => <GroupPage kind={kinds['anti-affinity']} />,
}
