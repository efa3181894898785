// Access tokens with their names and scopes: users list and create their own, administrators list and revoke those of their users.
import type { accessToken as operations, AccessTokenCreate } from '#contract/access-token.ts'
import type { z } from 'zod'
import { actorOf, type Ctx, type Handlers } from '../frame/context.ts'
import { invalidRequest, notFound } from '../frame/errors.ts'
import { hex } from '../frame/hex.ts'
import { findProject } from '../frame/lookup.ts'
import { page } from '../frame/page.ts'
import { hashToken } from './credential.ts'
import { findManagedUser } from './find-user.ts'
import { insertToken } from './new-token.ts'

export const accessToken = {
  async access_token_list(ctx, { query }) {
    return page(query, detailed(ctx, actorOf(ctx).id), 'device_access_token')
  },

  async access_token_create(ctx, { body }) {
    const { id, silo_id } = actorOf(ctx)
    return createToken(ctx, { id, silo_id }, body)
  },

  async user_access_token_list(ctx, { path, query }) {
    const user = await findManagedUser(ctx, path.user_id)
    return page(query, detailed(ctx, user.id), 'device_access_token')
  },

  async user_access_token_delete(ctx, { path }) {
    const user = await findManagedUser(ctx, path.user_id)
    await revokeToken(ctx, user, path.token_id)
  },
} satisfies Handlers<keyof typeof operations>

interface Owner {
  id: string
  silo_id: string
}

/** Selects the tokens that have not expired. */
export const tokensOf = (ctx: Ctx, userId: string) =>
  ctx.db
    .selectFrom('device_access_token')
    .select(['device_access_token.id', 'device_access_token.time_created', 'device_access_token.time_expires'])
    .where('silo_user_id', '=', userId)
    .where((is) => is.or([is('time_expires', 'is', null), is('time_expires', '>', ctx.now)]))

const detailed = (ctx: Ctx, userId: string) =>
  tokensOf(ctx, userId)
    .leftJoin('project', 'project.id', 'device_access_token.project_id')
    .select(['device_access_token.name', 'time_last_used', 'read_only', 'project_id', 'role'])
    .select('project.name as project_name')

/** The answer is the only place where the token itself appears. */
export async function createToken(ctx: Ctx, owner: Owner, body: z.output<typeof AccessTokenCreate>) {
  const { name, ttl_seconds, read_only, role } = body
  const project = body.project === null ? null : await findProject(ctx, body.project, 'read')
  if (project && project.silo_id !== owner.silo_id)
    throw invalidRequest('the project belongs to another silo than the owner of the token')
  const token = `rw-token-${hex(ctx.host.random.bytes(20))}`
  const row = await insertToken(ctx, {
    token_hash: await hashToken(token),
    silo_user_id: owner.id,
    silo_id: owner.silo_id,
    name,
    ttl_seconds,
    read_only,
    project_id: project?.id ?? null,
    role,
  })
  ctx.subject({ id: row.id, name }, { silo_id: owner.silo_id })
  return { ...row, project_name: project?.name ?? null, token }
}

export async function revokeToken(ctx: Ctx, owner: Owner, id: string): Promise<void> {
  const row = await ctx.db
    .selectFrom('device_access_token')
    .select(['id', 'name'])
    .where('silo_user_id', '=', owner.id)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('device-access-token', id)
  ctx.subject(row, { silo_id: owner.silo_id })
  await ctx.db.deleteFrom('device_access_token').where('id', '=', id).execute()
}
