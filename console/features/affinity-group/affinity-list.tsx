// Groups of instances that want to be apart, and of those that want to be together.
import { Split } from '@lucide/icons'
import { Icon } from '../../ui/display/icon.tsx'
import { Outlet, useNavigate, useParams } from 'react-router'
import { useData, useLoad } from '../../api.ts'
import { copyIdAction, menuItem, type Action } from '../../action/action.tsx'
import { deleteGroupAction } from './affinity-actions.tsx'
import { KindBadge, PolicyBadge } from './affinity-badges.tsx'
import { everyMember, kinds, type Group, type Kind, type Member } from './affinity-kind.ts'
import { createdColumn, descriptionColumn, nameColumn } from '../../table/columns.tsx'
import { LinkButton, TextLink } from '../../frame/link.tsx'
import { usePalette } from '../../frame/palette.ts'
import { useShortcut } from '../../frame/shortcuts.ts'
import { paths } from '../../paths.ts'
import { first1000AffinityGroups, first1000AntiAffinityGroups } from './affinity-group-queries.ts'
import { EmptyState } from '../../ui/display/empty-state.tsx'
import { PageHeader } from '../../ui/display/page-header.tsx'
import { Dash } from '../../ui/display/dash.tsx'
import { Skeleton } from '../../ui/display/skeleton.tsx'
import { Table, type Column } from '../../ui/display/table.tsx'
import { Tooltip } from '../../ui/overlay/tooltip.tsx'

interface Row extends Group {
  kind: Kind
}

const SHOWN = 2

/** The first few by name, the others by number. */
function Members({ project, members }: { project: string; members: readonly Member[] | undefined }) {
  if (!members) return <Skeleton className="h-3 w-24" />
  const names = members.map(({ value }) => value.name)
  const rest = names.slice(SHOWN)
  if (names.length === 0) return <Dash />
  return (
    <span className="flex items-center gap-2">
      {names.slice(0, SHOWN).map((instance) => (
        <TextLink key={instance} to={paths.instanceStorage({ project, instance })}>
          {instance}
        </TextLink>
      ))}
      {rest.length > 0 && (
        <Tooltip content={`Other members: ${rest.join(', ')}`}>
          <button type="button" className="rounded-sm text-xs text-muted" aria-label={`${rest.length} more members`}>
            +{rest.length}
          </button>
        </Tooltip>
      )}
    </span>
  )
}

const columnsOf = (project: string, members: (row: Row) => readonly Member[] | undefined): Column<Row>[] => [
  { ...nameColumn<Row>((row) => row.kind.path({ project, group: row.name })), sortable: false },
  descriptionColumn<Row>(),
  { id: 'type', header: 'Type', early: true, cell: ({ kind }) => <KindBadge kind={kind} /> },
  { id: 'policy', header: 'Policy', cell: ({ kind, policy }) => <PolicyBadge kind={kind} policy={policy} /> },
  { id: 'members', header: 'Members', cell: (row) => <Members project={project} members={members(row)} /> },
  createdColumn<Row>(),
]

export default function AffinityListPage() {
  const navigate = useNavigate()
  const { project = '' } = useParams()
  const apart = useData(first1000AntiAffinityGroups(project)).items.map((one) => ({
    ...one,
    kind: kinds['anti-affinity'],
  }))
  const close = useData(first1000AffinityGroups(project)).items.map((one) => ({ ...one, kind: kinds.affinity }))
  const rows: Row[] = [...apart, ...close]
  const ofApart = useLoad(everyMember(kinds['anti-affinity'], project), { enabled: apart.length > 0 }).data
  const ofClose = useLoad(everyMember(kinds.affinity, project), { enabled: close.length > 0 }).data
  const membersOf = ({ id }: Row) => ofApart?.get(id) ?? ofClose?.get(id)
  const toApart = paths.antiAffinityGroupsNew({ project })
  const toClose = paths.affinityGroupsNew({ project })
  usePalette([
    { label: 'New anti-affinity group', to: toApart },
    { label: 'New affinity group', to: toClose },
    ...rows.map(({ name, kind }) => ({ label: name, to: kind.path({ project, group: name }), group: 'Go to group' })),
  ])
  useShortcut('c', 'New anti-affinity group', () => void navigate(toApart))
  const actions = (row: Row): Action[] => [
    copyIdAction(row.id),
    { label: 'Edit', to: row.kind.editPath({ project, group: row.name }) },
    deleteGroupAction(row.kind, project, row),
  ]
  const New = (
    <span className="flex flex-wrap justify-center gap-2">
      <LinkButton to={toClose}>New affinity group</LinkButton>
      <LinkButton to={toApart} variant="primary">
        New anti-affinity group
      </LinkButton>
    </span>
  )
  return (
    <>
      <PageHeader title="Affinity" icon={<Icon icon={Split} />} actions={rows.length > 0 && New} />
      {rows.length > 0 ? (
        <Table
          label="Affinity groups"
          columns={columnsOf(project, membersOf)}
          rows={rows}
          rowKey={({ id }) => id}
          rowLabel={({ name }) => name}
          actions={(row) => actions(row).map(menuItem)}
        />
      ) : (
        <EmptyState
          icon={<Icon icon={Split} />}
          title="No affinity groups"
          text="An anti-affinity group keeps instances on different sleds, an affinity group keeps them on the same one."
          action={New}
        />
      )}
      <Outlet />
    </>
  )
}
