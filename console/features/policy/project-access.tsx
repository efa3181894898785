// Who has access to a project, directly, through the silo or through a group.
import { useState } from 'react'
import { useParams } from 'react-router'
import { useData, useLoad } from '../../use-api.ts'
import { lazyPopup } from '../../ui/display/lazy.tsx'
import { useMe } from '../../me.ts'
import { useWhyNot } from '../../use-why-not.ts'
import type { SortedColumn } from '../../table/filtered-table.tsx'
import { Button } from '../../ui/input/button.tsx'
import { membersOfGroups } from '../group/group-queries.ts'
import { AccessPage, OWN_ROLE_CONSEQUENCE } from './access-page.tsx'
import { projectPolicy, siloPolicy } from './policy-queries.ts'
import { useIdentities, type Identity, type Policy } from './policy.ts'
import type { Role } from './role-badge.tsx'
import { accessOf, everyAccess, groupsIn, type Access } from './project-roles.ts'
import { EffectiveRole, StrongestSource } from './role-sources.tsx'

const Check = lazyPopup(async () => (await import('./access-check.lazy.tsx')).AccessCheck)

const meaning: Record<Role, string> = {
  admin: 'Full control of the project, including access',
  collaborator: 'Create, change and delete resources in the project',
  viewer: 'View everything in the project',
}

const columns: SortedColumn<Access>[] = [
  {
    id: 'role',
    header: 'Effective role',
    early: true,
    text: ({ effective }) => effective ?? '',
    cell: ({ effective }) => <EffectiveRole role={effective} />,
  },
  { id: 'sources', header: 'Source', cell: ({ sources }) => <StrongestSource sources={sources} /> },
]

/** Everyone's access. Roles through groups appear once the group members have loaded. */
function useAccess(project: string) {
  const policies = { silo: useData(siloPolicy()), project: useData(projectPolicy(project)) }
  const everyone = useIdentities()
  const identities = everyone ?? []
  const groups = groupsIn(policies)
  const { data: members = new Map<string, Set<string>>() } = useLoad(membersOfGroups(groups), {
    enabled: groups.length > 0,
  })
  const known = identities.filter(({ type }) => type === 'silo_group')
  return {
    policies,
    identities,
    loading: !everyone,
    rows: everyAccess(policies, identities, members),
    of: (identity: Identity) => accessOf(identity, policies, known, members),
  }
}

export default function ProjectAccessPage() {
  const { project = '' } = useParams()
  const { policies, identities, loading, rows, of } = useAccess(project)
  const { user } = useMe()
  const [checking, setChecking] = useState<string>()
  return (
    <AccessPage
      target={{
        on: 'project',
        policy: policies.project,
        query: projectPolicy(project),
        operation: 'project_policy_update',
        write: (body: Policy) => ({ path: { project }, body }),
        meaning,
      }}
      identities={identities}
      loading={loading}
      rows={rows}
      columns={columns}
      whyNot={useWhyNot('project_policy_update')}
      whyNotRow={(access) => (isDirect(access) ? undefined : whyInherited(access))}
      consequence={({ id, sources }) => {
        if (sources.some(({ on, group }) => on === 'silo' || group)) return 'Silo and group roles are kept.'
        return id === user.id ? OWN_ROLE_CONSEQUENCE : 'They will lose access to the project.'
      }}
      rowActions={({ id, type }) =>
        type === 'silo_user' ? [{ label: 'View permissions', icon: 'view', run: () => setChecking(id) }] : []
      }
      tools={<Button onClick={() => setChecking('')}>Check access</Button>}
      palette={[{ label: 'Check access', run: () => setChecking('') }]}
      empty="Assign a role to a user or group. Silo roles also apply here."
    >
      {checking !== undefined && (
        <Check
          project={project}
          people={identities.filter(({ type }) => type === 'silo_user')}
          accessOf={of}
          start={checking}
          onClose={() => setChecking(undefined)}
        />
      )}
    </AccessPage>
  )
}

const isDirect = ({ sources }: Access) => sources.some(({ on, group }) => on === 'project' && !group)

const whyInherited = ({ sources }: Access) =>
  sources.some(({ on }) => on === 'silo')
    ? 'Inherited from the silo. Change it there.'
    : "Inherited from a group. Change the group's role."
