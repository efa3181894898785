// The built-in roles. authz.ts defines their permissions.
import type { role as operations } from '#contract/role.ts'
import type { Handlers } from '../frame/context.ts'
import { notFound } from '../frame/errors.ts'
import { assertFleet, assertFleetThing } from '../system/fleet.ts'
import { pageOf } from '../frame/page.ts'

const roles = [
  { name: 'fleet.admin', description: 'Fleet administrator: everything that the operator of the racks may do' },
  { name: 'fleet.collaborator', description: 'Fleet collaborator: makes and ends silos, sets their quotas' },
  { name: 'fleet.external-authenticator', description: 'The part of the system that checks who is calling' },
  { name: 'fleet.viewer', description: 'Fleet viewer: sees the racks and every silo, changes nothing' },
  { name: 'project.admin', description: 'Project administrator: renames and deletes it, says who may do what in it' },
  { name: 'project.collaborator', description: 'Project collaborator: makes, changes and deletes what is in it' },
  { name: 'project.viewer', description: 'Project viewer: sees the project and what is in it' },
  { name: 'silo.admin', description: 'Silo administrator: its people, its policy and every project' },
  { name: 'silo.collaborator', description: 'Silo collaborator: makes projects and administers all of them' },
  { name: 'silo.viewer', description: 'Silo viewer: sees every project of the silo' },
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
