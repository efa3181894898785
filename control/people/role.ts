// The built-in roles. authz.ts defines their permissions.
import type { role as operations } from '#contract/role.ts'
import type { Handlers } from '../frame/context.ts'
import { notFound } from '../frame/errors.ts'
import { assertFleet, assertFleetThing } from '../frame/fleet.ts'
import { pageOf } from '../frame/page.ts'

const roles = [
  { name: 'fleet.admin', description: 'Fleet admin: full control of the system' },
  { name: 'fleet.collaborator', description: 'Fleet collaborator: create and delete silos, and set their quotas' },
  { name: 'fleet.external-authenticator', description: 'Internal: authenticates callers' },
  { name: 'fleet.viewer', description: 'Fleet viewer: view the racks and every silo' },
  { name: 'project.admin', description: 'Project admin: rename and delete the project, and manage access' },
  {
    name: 'project.collaborator',
    description: 'Project collaborator: create, change and delete resources in the project',
  },
  { name: 'project.viewer', description: 'Project viewer: view the project and everything in it' },
  { name: 'silo.admin', description: 'Silo admin: manage users, access and every project' },
  { name: 'silo.collaborator', description: 'Silo collaborator: create projects and manage all of them' },
  { name: 'silo.viewer', description: 'Silo viewer: view every project of the silo' },
]

export const role = {
  async role_list(ctx, { query }) {
    assertFleet(ctx, 'viewer')
    return pageOf(query, roles, ({ name }) => name)
  },

  async role_view(ctx, { path }) {
    assertFleetThing(ctx, 'role-builtin', path.role_name)
    const found = roles.find(({ name }) => name === path.role_name)
    if (!found) throw notFound('role-builtin', path.role_name)
    return found
  },
} satisfies Handlers<keyof typeof operations>
