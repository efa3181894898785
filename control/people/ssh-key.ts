// A user's public SSH keys, which nobody else can list or change.
import { actorOf, type Ctx, type Handlers } from '../frame/context.ts'
import { invalidValue, isUuid, notFound } from '../frame/errors.ts'
import { newIdentity, uniquely } from '../frame/identity.ts'
import { page } from '../frame/page.ts'

/** Keys are not parsed: other clients store what their servers accept. The console warns about text that is not a key. */
const MAX_KEY_LENGTH = 16_384

export const sshKey = {
  async current_user_ssh_key_list(ctx, { query }) {
    const mine = ctx.db.selectFrom('ssh_key').selectAll().where('silo_user_id', '=', actorOf(ctx).id)
    return page(query, mine, 'ssh_key')
  },

  async current_user_ssh_key_create(ctx, { body }) {
    if (body.public_key.length > MAX_KEY_LENGTH)
      throw invalidValue('public_key', `it is longer than ${MAX_KEY_LENGTH} characters`)
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

/** Only the caller's own keys: those of other users are not found, not even by ID. */
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
