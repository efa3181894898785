// Policies: who holds which role on the fleet, a silo or a project. They list assigned roles, never implied ones.
import { MAX_ROLE_ASSIGNMENTS } from '#contract/limits.ts'
import type { policy as operations } from '#contract/policy.ts'
import { FLEET_ID, type Role } from '../frame/authz.ts'
import { actorOf, type Ctx, type Handlers } from '../frame/context.ts'
import { invalidRequest } from '../frame/errors.ts'
import { assertFleet } from '../frame/fleet.ts'
import { findProject } from '../frame/lookup.ts'
import { FLEET } from '../frame/subject.ts'
import { assertMayGrant } from './fleet-grants.ts'
import { findSilo, siloSubject, type SiloRow } from '../frame/find-silo.ts'

type Resource = 'fleet' | 'silo' | 'project'
interface Assignment {
  identity_type: 'silo_user' | 'silo_group'
  identity_id: string
  role_name: Role
}
interface Policy {
  role_assignments: Assignment[]
}

/** Built-in users hold roles too; policies neither show nor change them. */
const VISIBLE = ['silo_user', 'silo_group']

async function read(ctx: Ctx, type: Resource, id: string): Promise<Policy> {
  const rows = await ctx.db
    .selectFrom('role_assignment')
    .select(['identity_type', 'identity_id', 'role_name'])
    .where('resource_type', '=', type)
    .where('resource_id', '=', id)
    .where('identity_type', 'in', VISIBLE)
    .orderBy('role_name')
    .orderBy('identity_id')
    .orderBy('identity_type')
    .execute()
  return { role_assignments: rows as Assignment[] }
}

async function replace(ctx: Ctx, type: Resource, id: string, { role_assignments }: Policy): Promise<Policy> {
  await ctx.db
    .deleteFrom('role_assignment')
    .where('resource_type', '=', type)
    .where('resource_id', '=', id)
    .where('identity_type', 'in', VISIBLE)
    .execute()
  if (role_assignments.length > 0) {
    const rows = role_assignments.map((each) => ({ resource_type: type, resource_id: id, ...each }))
    await ctx.db
      .insertInto('role_assignment')
      .values(rows)
      .onConflict((twice) => twice.doNothing())
      .execute()
  }
  return read(ctx, type, id)
}

async function replaceSilo(ctx: Ctx, silo: SiloRow, body: Policy): Promise<Policy> {
  const { role_assignments: before } = await read(ctx, 'silo', silo.id)
  ctx.subject(siloSubject(silo))
  assertMayGrant(ctx, silo, before, body.role_assignments)
  return replace(ctx, 'silo', silo.id, body)
}

export const siloRole = (identity_id: string, role_name: Role): Assignment => ({
  identity_type: 'silo_user',
  identity_id,
  role_name,
})

/** Refuses a role on the silo for a new user, which is above the caller's or does not fit into the policy. */
export async function assertMayAddRole(ctx: Ctx, silo: SiloRow, added: Assignment): Promise<void> {
  const { role_assignments: before } = await read(ctx, 'silo', silo.id)
  if (before.length >= MAX_ROLE_ASSIGNMENTS)
    throw invalidRequest(`a silo can have at most ${MAX_ROLE_ASSIGNMENTS} role assignments; use groups, or remove some`)
  assertMayGrant(ctx, silo, before, [...before, added])
}

/** Gives a new user a role on the silo, beside everyone else's. */
export async function addSiloRole(ctx: Ctx, silo: SiloRow, user: string, role: Role): Promise<void> {
  const added = siloRole(user, role)
  await assertMayAddRole(ctx, silo, added)
  await ctx.db
    .insertInto('role_assignment')
    .values({ resource_type: 'silo', resource_id: silo.id, ...added })
    .execute()
}

export const policy = {
  async policy_view(ctx) {
    return read(ctx, 'silo', (await ownSilo(ctx, 'read')).id)
  },

  async policy_update(ctx, { body }) {
    return replaceSilo(ctx, await ownSilo(ctx, 'modify'), body)
  },

  async project_policy_view(ctx, { path }) {
    return read(ctx, 'project', (await findProject(ctx, path.project, 'read')).id)
  },

  async project_policy_update(ctx, { path, body }) {
    const { id } = ctx.subject(await findProject(ctx, path.project, 'modify'))
    return replace(ctx, 'project', id, body)
  },

  async system_policy_view(ctx) {
    assertFleet(ctx, 'viewer')
    return read(ctx, 'fleet', FLEET_ID)
  },

  async system_policy_update(ctx, { body }) {
    assertFleet(ctx, 'admin')
    ctx.subject({ id: FLEET_ID }, FLEET)
    return replace(ctx, 'fleet', FLEET_ID, body)
  },

  async silo_policy_view(ctx, { path }) {
    return read(ctx, 'silo', (await findSilo(ctx, path.silo, 'read')).id)
  },

  async silo_policy_update(ctx, { path, body }) {
    return replaceSilo(ctx, await findSilo(ctx, path.silo, 'modify'), body)
  },
} satisfies Handlers<keyof typeof operations>

const ownSilo = (ctx: Ctx, action: 'read' | 'modify') => findSilo(ctx, actorOf(ctx).silo_id, action)
