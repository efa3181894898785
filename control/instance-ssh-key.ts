// Which keys went into an instance when it was made.
import { actorOf, type Ctx, type Handlers } from './context.ts'
import { invalidRequest, isUuid, notFound } from './errors.ts'
import { findInstance } from './instance.ts'
import { page } from './page.ts'

const MOST_KEYS = 100

/** Null means all that the caller has. */
export async function associateKeys(ctx: Ctx, instance: { id: string }, selectors: string[] | null): Promise<void> {
  const keys = await ctx.db
    .selectFrom('ssh_key')
    .select(['id', 'name'])
    .where('silo_user_id', '=', actorOf(ctx).id)
    .orderBy('name')
    .execute()
  const find = (selector: string) => {
    const key = keys.find((each) => (isUuid(selector) ? each.id : each.name) === selector)
    if (!key) throw notFound('ssh-key', selector)
    return key.id
  }
  const ids = new Set(selectors ? selectors.map(find) : keys.map((key) => key.id))
  if (ids.size > MOST_KEYS) throw invalidRequest(`cannot attach more than ${MOST_KEYS} ssh keys to the instance`)
  if (ids.size === 0) return
  await ctx.db
    .insertInto('instance_ssh_key')
    .values([...ids].map((ssh_key_id) => ({ instance_id: instance.id, ssh_key_id })))
    .execute()
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
