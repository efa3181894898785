// The SSH keys added to an instance when it was created.
import { MAX_SSH_KEYS } from '#contract/limits.ts'
import { actorOf, type Ctx, type Handlers } from '../frame/context.ts'
import { invalidRequest, isUuid, notFound } from '../frame/errors.ts'
import { page } from '../frame/page.ts'
import { findInstance } from '../frame/find-instance.ts'

/** Null means all of the caller's keys. */
export async function associateKeys(ctx: Ctx, instance: { id: string }, selectors: string[] | null): Promise<void> {
  const ids = new Set(selectors ? await named(ctx, new Set(selectors)) : await ownKeyIds(ctx))
  if (ids.size > MAX_SSH_KEYS) throw invalidRequest(`cannot attach more than ${MAX_SSH_KEYS} ssh keys to the instance`)
  if (ids.size === 0) return
  await ctx.db
    .insertInto('instance_ssh_key')
    .values([...ids].map((ssh_key_id) => ({ instance_id: instance.id, ssh_key_id })))
    .execute()
}

const keysOf = (ctx: Ctx) => ctx.db.selectFrom('ssh_key').select('id').where('silo_user_id', '=', actorOf(ctx).id)

/** At most one more than allowed, enough to tell whether there are too many. */
async function ownKeyIds(ctx: Ctx): Promise<string[]> {
  return (
    await keysOf(ctx)
      .orderBy('id')
      .limit(MAX_SSH_KEYS + 1)
      .execute()
  ).map((key) => key.id)
}

async function named(ctx: Ctx, selectors: Set<string>): Promise<string[]> {
  const ids: string[] = []
  for (const selector of selectors) {
    const key = await keysOf(ctx)
      .where(isUuid(selector) ? 'id' : 'name', '=', selector)
      .executeTakeFirst()
    if (!key) throw notFound('ssh-key', selector)
    ids.push(key.id)
    // a key may be given twice, by name and by id
    if (ids.length > 2 * MAX_SSH_KEYS) break
  }
  return ids
}

export const instanceSshKey = {
  async instance_ssh_public_key_list(ctx, { path, query }) {
    const instance = await findInstance(ctx, { ...path, project: query.project }, 'read')
    const rows = ctx.db
      .selectFrom('ssh_key')
      .innerJoin('instance_ssh_key', 'instance_ssh_key.ssh_key_id', 'ssh_key.id')
      .selectAll('ssh_key')
      .where('instance_ssh_key.instance_id', '=', instance.id)
    return page(query, rows, 'ssh_key')
  },
} satisfies Handlers<'instance_ssh_public_key_list'>
