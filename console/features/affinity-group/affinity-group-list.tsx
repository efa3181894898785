// Affinity and anti-affinity groups of a project in one list.
import { Split } from '@lucide/icons'
import { useParams } from 'react-router'
import { copyIdAction, type Action } from '../../action/action.tsx'
import { useData, useLoad } from '../../use-api.ts'
import { TextLink } from '../../frame/link.tsx'
import { paths } from '../../paths.ts'
import { counted } from '../../util/count.ts'
import { createdColumn, descriptionColumn, nameColumn } from '../../table/columns.tsx'
import { WholeListPage } from '../../table/whole-list-page.tsx'
import { Dash } from '../../ui/display/dash.tsx'
import { Skeleton } from '../../ui/display/skeleton.tsx'
import type { SortedColumn } from '../../table/filtered-table.tsx'
import { Tooltip } from '../../ui/overlay/tooltip.tsx'
import { deleteGroupAction } from './affinity-group-actions.tsx'
import { KindBadge, PolicyBadge } from './affinity-group-badges.tsx'
import { kinds, membersByGroup, type Group, type Kind, type Member } from './affinity-group-kind.ts'

interface Row extends Group {
  kind: Kind
}

const MEMBERS_SHOWN = 2

/** The first few by name, then the number of others. */
function Members({ project, members }: { project: string; members: readonly Member[] | undefined }) {
  if (!members) return <Skeleton className="h-3 w-24" />
  const names = members.map(({ value }) => value.name)
  const rest = names.slice(MEMBERS_SHOWN)
  if (names.length === 0) return <Dash />
  return (
    <span className="flex items-center gap-2">
      {names.slice(0, MEMBERS_SHOWN).map((instance) => (
        <TextLink key={instance} to={paths.instanceOverview({ project, instance })}>
          {instance}
        </TextLink>
      ))}
      {rest.length > 0 && (
        <Tooltip content={`Other members: ${rest.join(', ')}`}>
          <button
            type="button"
            className="rounded-sm text-xs text-muted"
            aria-label={counted(rest.length, 'more member')}
          >
            +{rest.length}
          </button>
        </Tooltip>
      )}
    </span>
  )
}

const columnsOf = (project: string, members: (row: Row) => readonly Member[] | undefined): SortedColumn<Row>[] => [
  nameColumn<Row>((row) => row.kind.path({ project, group: row.name })),
  descriptionColumn<Row>(),
  {
    id: 'type',
    header: 'Type',
    early: true,
    text: ({ kind }) => kind.name,
    cell: ({ kind }) => <KindBadge kind={kind} />,
  },
  {
    id: 'policy',
    header: 'Policy',
    text: ({ policy }) => policy,
    cell: ({ kind, policy }) => <PolicyBadge kind={kind} policy={policy} />,
  },
  {
    id: 'members',
    header: 'Members',
    value: (row) => members(row)?.length ?? 0,
    cell: (row) => <Members project={project} members={members(row)} />,
  },
  createdColumn<Row>(),
]

function useGroups(kind: Kind, project: string) {
  const rows = useData(kind.list(project)).items.map((group) => ({ ...group, kind }))
  const members = useLoad(membersByGroup(kind, project), { enabled: rows.length > 0 }).data
  return { rows, members }
}

export default function AffinityGroupListPage() {
  const { project = '' } = useParams()
  const anti = useGroups(kinds['anti-affinity'], project)
  const near = useGroups(kinds.affinity, project)
  const rows: Row[] = [...anti.rows, ...near.rows]
  const actions = (row: Row): Action[] => [
    copyIdAction(row.id),
    { label: 'Edit', icon: 'edit', to: row.kind.editPath({ project, group: row.name }) },
    deleteGroupAction(row.kind, project, row),
  ]
  return (
    <WholeListPage
      title="Affinity"
      icon={Split}
      create={[kinds['anti-affinity'], kinds.affinity].map(({ title, newPath }) => ({
        label: `New ${title}`,
        to: newPath({ project }),
      }))}
      palette={rows.map(({ name, kind }) => ({
        label: name,
        to: kind.path({ project, group: name }),
        group: 'Go to group',
      }))}
      label="affinity groups"
      text={({ name, description, kind, policy }) => [name, description, kind.name, policy].join(' ')}
      columns={columnsOf(project, ({ id }) => anti.members?.get(id) ?? near.members?.get(id))}
      rows={rows}
      rowKey={({ id }) => id}
      rowLabel={({ name }) => name}
      actions={actions}
      empty="Anti-affinity groups keep instances on different sleds. Affinity groups keep them on the same one."
    />
  )
}
