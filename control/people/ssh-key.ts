// A person's public SSH keys: nobody else lists or changes them. Which of them went into an instance is told elsewhere.
import { parseSshPublicKey } from '#contract/ssh-public-key.ts'
import { actorOf, type Ctx, type Handlers } from '../frame/context.ts'
import { invalidValue, isUuid, notFound } from '../frame/errors.ts'
import { newIdentity, uniquely } from '../frame/identity.ts'
import { page } from '../frame/page.ts'

export const sshKey = {
  async current_user_ssh_key_list(ctx, { query }) {
    const mine = ctx.db.selectFrom('ssh_key').selectAll().where('silo_user_id', '=', actorOf(ctx).id)
    return page(query, mine, 'ssh_key')
  },

  async current_user_ssh_key_create(ctx, { body }) {
    const parsed = parseSshPublicKey(body.public_key)
    // found here rather than by somebody whose new instance does not let them in
    if ('error' in parsed) throw invalidValue('public_key', parsed.error)
    const { id: silo_user_id, silo_id } = actorOf(ctx)
    const row = { ...newIdentity(ctx, body), silo_user_id, public_key: body.public_key }
    await uniquely('ssh-key', body.name, ctx.db.insertInto('ssh_key').values(row).execute())
    return ctx.subject(row, { silo_id })
  },

  async current_user_ssh_key_view(ctx, { path }) {
    return findSshKey(ctx, path.ssh_key)
  },

  async current_user_ssh_key_delete(ctx, { path }) {
    const { id } = ctx.subject(await findSshKey(ctx, path.ssh_key), { silo_id: actorOf(ctx).silo_id })
    await ctx.db.deleteFrom('ssh_key').where('id', '=', id).execute()
  },
} satisfies Handlers<
  | 'current_user_ssh_key_list'
  | 'current_user_ssh_key_create'
  | 'current_user_ssh_key_view'
  | 'current_user_ssh_key_delete'
>

/** Among the caller's own: another's key does not exist here, not even by its id. */
async function findSshKey(ctx: Ctx, selector: string) {
  const row = await ctx.db
    .selectFrom('ssh_key')
    .selectAll()
    .where('silo_user_id', '=', actorOf(ctx).id)
    .where(isUuid(selector) ? 'id' : 'name', '=', selector)
    .executeTakeFirst()
  if (!row) throw notFound('ssh-key', selector)
  return row
}
