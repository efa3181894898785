// Who has access to a project, by whatever way, and what each may do. Roles on the silo are shown here and changed there.
import { MAX_ROLE_ASSIGNMENTS } from '#contract/limits.ts'
import { ShieldCheck } from '@lucide/icons'
import { Icon } from '../../ui/display/icon.tsx'
import { useState } from 'react'
import { useParams } from 'react-router'
import { prefetch, send, useData, useLoad } from '../../api.ts'
import { copyIdAction, menuItem, type Action } from '../../action/action.tsx'
import { DocsButton } from '../../help/docs-button.tsx'
import { lazyPopup } from '../../ui/display/lazy.tsx'
import { usePalette } from '../../frame/palette.ts'
import { holdersOf, useIdentities, without, type Identity, type Policy, type Role } from './policy.ts'
import { accessOf, everyAccess, groupsIn, type Access } from './project-roles.ts'
import { EffectiveRole, RoleSources } from './role-sources.tsx'
import { useShortcut } from '../../frame/shortcuts.ts'
import { useMe } from '../../me.ts'
import { membersOfGroups } from '../group/group-queries.ts'
import { projectPolicy, siloPolicy } from './policy-queries.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { Button } from '../../ui/input/button.tsx'
import { CopyText } from '../../ui/display/copy.tsx'
import { EmptyState } from '../../ui/display/empty-state.tsx'
import { PageHeader } from '../../ui/display/page-header.tsx'
import { Table, type Column } from '../../ui/display/table.tsx'
import { toast } from '../../ui/overlay/toast.ts'

const operation = 'project_policy_update'
const AddForm = lazyPopup(async () => (await import('./policy-form.lazy.tsx')).PolicyAddForm<typeof operation>)
const ChangeForm = lazyPopup(async () => (await import('./policy-form.lazy.tsx')).PolicyChangeForm<typeof operation>)
const Check = lazyPopup(async () => (await import('./access-check.lazy.tsx')).AccessCheck)

const meaning: Record<Role, string> = {
  admin: 'Everything in the project, including who has access',
  collaborator: 'Create, change and delete what is in the project',
  viewer: 'See everything in the project, change nothing',
}

const columns: Column<Access>[] = [
  {
    id: 'name',
    header: 'Name',
    cell: ({ id, name }) =>
      name ? <span className="font-medium">{name}</span> : <CopyText text={id} maxLength={36} />,
  },
  {
    id: 'type',
    header: 'Type',
    cell: ({ type }) => <Badge>{type === 'silo_group' ? 'Group' : 'User'}</Badge>,
  },
  { id: 'role', header: 'Effective role', early: true, cell: ({ effective }) => <EffectiveRole role={effective} /> },
  { id: 'sources', header: 'Comes from', cell: ({ sources }) => <RoleSources sources={sources} /> },
]

/** Everybody's access as far as it is known: who is in which group comes after the page. */
function useAccess(project: string) {
  const policies = { silo: useData(siloPolicy()), project: useData(projectPolicy(project)) }
  const identities = useIdentities()
  const groups = groupsIn(policies)
  const { data: members = new Map<string, Set<string>>() } = useLoad(membersOfGroups(groups), {
    enabled: groups.length > 0,
  })
  const known = identities.filter(({ type }) => type === 'silo_group')
  return {
    policies,
    identities,
    rows: everyAccess(policies, identities, members),
    of: (identity: Identity) => accessOf(identity, policies, known, members),
  }
}

export default function ProjectAccessPage() {
  const { project = '' } = useParams()
  const { policies, identities, rows, of } = useAccess(project)
  const me = useMe()
  const [adding, setAdding] = useState(false)
  const [changing, setChanging] = useState<string>()
  const [checking, setChecking] = useState<string>()

  const mine = [me.user.id, ...me.groups.map(({ id }) => id)]
  const isAdmin = rows.some(({ id, effective }) => effective === 'admin' && mine.includes(id))
  const whyNot = isAdmin ? undefined : 'Only administrators of the project can change who has access'
  const isFull = policies.project.roleAssignments.length >= MAX_ROLE_ASSIGNMENTS
  const tooMany = `At most ${MAX_ROLE_ASSIGNMENTS} roles can be given: put people into groups`
  const whyNotAdd = whyNot ?? (isFull ? tooMany : undefined)

  usePalette([
    ...(whyNotAdd ? [] : [{ label: 'Add user or group', run: () => setAdding(true) }]),
    { label: 'Check what somebody may do', run: () => setChecking('') },
  ])
  useShortcut('c', 'Add user or group', () => !whyNotAdd && setAdding(true))

  const write = (body: Policy) => ({ path: { project }, body })
  const holders = holdersOf(policies.project, identities)
  const actions = (access: Access): Action[] => {
    const elsewhere = holders.some(({ id }) => id === access.id)
      ? undefined
      : 'The role was not given on this project: it is changed where it was given'
    const blocked = elsewhere ?? whyNot
    return [
      copyIdAction(access.id),
      ...(access.type === 'silo_user' ? [{ label: 'Show what they may do', run: () => setChecking(access.id) }] : []),
      { label: 'Change role', whyNot: blocked, run: () => setChanging(access.id) },
      { ...removeAction(access, project, policies.project, write), whyNot: blocked },
    ]
  }
  const add = (
    <Button variant="primary" disabledReason={whyNotAdd} onClick={() => setAdding(true)}>
      Add user or group
    </Button>
  )
  const form = { policy: policies.project, operation, write, on: 'project', meaning } as const
  const changed = holders.find(({ id }) => id === changing)
  return (
    <>
      <PageHeader
        title="Access"
        icon={<Icon icon={ShieldCheck} />}
        aside={<DocsButton topic="access" />}
        actions={
          <>
            <Button onClick={() => setChecking('')}>Check a person</Button>
            {rows.length > 0 && add}
          </>
        }
      />
      {rows.length > 0 ? (
        <Table
          label="Access"
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          rowLabel={({ id, name }) => name || id}
          actions={(access) => actions(access).map(menuItem)}
        />
      ) : (
        <EmptyState
          icon={<Icon icon={ShieldCheck} />}
          title="No authorized users"
          text="Give a role on this project to a user or group. Roles on the silo hold here too."
          action={add}
        />
      )}
      {adding && <AddForm {...form} saved="Role assigned" identities={identities} onClose={() => setAdding(false)} />}
      {changed && <ChangeForm {...form} saved="Role updated" holder={changed} onClose={() => setChanging(undefined)} />}
      {checking !== undefined && (
        <Check
          project={project}
          people={identities.filter(({ type }) => type === 'silo_user')}
          accessOf={of}
          start={checking}
          onClose={() => setChecking(undefined)}
        />
      )}
    </>
  )
}

type Write = (policy: Policy) => { path: { project: string }; body: Policy }

function removeAction({ id, name, sources }: Access, project: string, policy: Policy, write: Write): Action {
  const who = name || id
  const others = sources.some((source) => source.on === 'silo' || source.group)
  return {
    label: 'Delete',
    danger: true,
    call: { operation, params: write(without(policy, id)) },
    ask: {
      title: 'Remove access',
      content: (
        <>
          Take the role on this project from <strong>{who}</strong>?
        </>
      ),
      consequence: others
        ? 'Roles that come from the silo or from a group stay.'
        : 'They will not see the project any more.',
      actionLabel: 'Remove access',
      errorTitle: `Could not take the role from ${who}`,
    },
    // others may have changed the policy while the question stood open: what they wrote must stay
    run: async () =>
      send(operation, write(without(await prefetch(projectPolicy(project)), id)), () => toast('Access removed')),
  }
}
