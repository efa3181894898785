// The demo's projects: what a small company keeps on its rack, and what its customers do.
import { type Demo, type Task, task } from './task.ts'
import { LOCAL, OPERATORS } from './silo.ts'

export const projectsOfOperators = [
  { name: 'storefront', description: 'The shop that customers see' },
  { name: 'billing', description: 'Invoices, payments and the nightly settlement' },
  { name: 'analytics', description: 'Warehouse and reports' },
  { name: 'staging', description: 'Where everything is tried before it is real' },
  { name: 'build-farm', description: '' },
  { name: 'observability', description: 'Metrics, logs and alerts of everything else' },
]

const projectsOfMeridian = [
  { name: 'tiles', description: 'Renders map tiles' },
  { name: 'routing', description: 'Finds the way' },
]

type Role = 'admin' | 'collaborator' | 'viewer'
const grants: readonly { project: string; user: string; role: Role }[] = [
  { project: 'billing', user: 'joan', role: 'admin' },
  { project: 'storefront', user: 'radia', role: 'collaborator' },
  { project: 'analytics', user: 'radia', role: 'viewer' },
]

async function grant({ admin }: Demo): Promise<void> {
  const { items } = await admin('user_list', { query: { limit: 1000 } })
  for (const { project, user, role } of grants) {
    const path = { project }
    const identityId = items.find(({ displayName }) => displayName === user)!.id
    const { roleAssignments } = await admin('project_policy_view', { path })
    const added = { identityType: 'silo_user' as const, identityId, roleName: role }
    await admin('project_policy_update', { path, body: { roleAssignments: [...roleAssignments, added] } })
  }
}

export const projects = (): Task[] => [
  ...projectsOfOperators.map((body) =>
    task(30, '10:20', async (demo) => (await demo.as(OPERATORS, 'admin'))('project_create', { body })),
  ),
  ...projectsOfMeridian.map((body) =>
    task(29, '13:10', async (demo) => (await demo.as(LOCAL, 'ada'))('project_create', { body })),
  ),
  task(30, '10:45', grant),
]
