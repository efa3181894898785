// Users, for their own silo and for operators, and local users, which administrators create and delete.
import type { user as operations, UserPassword } from '#contract/user.ts'
import type { z } from 'zod'
import { mayAdministerSilo } from '../frame/authz.ts'
import { actorOf, type Ctx, type Handlers } from '../frame/context.ts'
import { forbidden, invalidRequest, notFound } from '../frame/errors.ts'
import { endAccess } from './access-end.ts'
import { findManagedUser, findUser, isServiceAccount, users } from './find-user.ts'
import { assertMayTakeOver } from './fleet-grants.ts'
import { findGroup } from './group.ts'
import { removePasskeys } from './second-factor/passcode.ts'
import { assertGoodPassword, assertLongEnough } from './own-password/password-rule.ts'
import { assertSignedInRecently } from './second-factor/sign-in-proof.ts'
import { uniquely } from '../frame/identity.ts'
import { page } from '../frame/page.ts'
import { findSilo, type SiloRow } from '../frame/find-silo.ts'

const people = (ctx: Ctx, silo_id: string) => users(ctx).where('silo_user.silo_id', '=', silo_id)

export const user = {
  async user_list(ctx, { query }) {
    const { silo_id } = actorOf(ctx)
    let rows = people(ctx, silo_id)
    if (query.group) {
      const group = await findGroup(ctx, query.group)
      if (group.silo_id !== silo_id) throw notFound('silo-group', query.group)
      rows = rows
        .innerJoin('silo_group_member', 'silo_group_member.silo_user_id', 'silo_user.id')
        .where('silo_group_member.silo_group_id', '=', group.id)
    }
    return page(query, rows, 'silo_user')
  },

  async user_view(ctx, { path }) {
    return findUser(ctx, path.user_id)
  },

  async silo_user_list(ctx, { query }) {
    const silo = await findSilo(ctx, query.silo!, 'read')
    return page(query, people(ctx, silo.id), 'silo_user')
  },

  async silo_user_view(ctx, { path, query }) {
    return findUser(ctx, path.user_id, (await findSilo(ctx, query.silo, 'read')).id)
  },

  local_idp_user_create: {
    async outside(ctx, { query, body }) {
      const silo = await findLocalSilo(ctx, query.silo)
      if (!mayAdministerSilo(actorOf(ctx), silo.id)) throw forbidden()
      const { external_id, password } = body
      if (password.mode === 'password') assertLongEnough(password.value, silo)
      const password_hash = await hashOf(ctx, password)
      return ctx.write(async (inside) => {
        await findLocalSilo(inside, silo.id)
        return insertLocalUser(inside, { silo_id: silo.id, external_id, password_hash })
      })
    },
  },

  async local_idp_user_delete(ctx, { path, query }) {
    const found = ctx.subject(await findLocalUser(ctx, query.silo, path.user_id))
    await deleteUser(ctx, found.id)
  },

  local_idp_user_set_password: {
    async outside(ctx, { path, query, body }) {
      const { name } = ctx.subject(await findTakeover(ctx, query.silo, path.user_id))
      const silo = await findLocalSilo(ctx, query.silo)
      const isOwn = path.user_id === actorOf(ctx).id
      if (body.mode === 'password') {
        if (isOwn) assertGoodPassword(body.value, name, silo)
        else assertLongEnough(body.value, silo)
      }
      const password_hash = await hashOf(ctx, body)
      return ctx.write(async (inside) => {
        const { id } = inside.subject(await findTakeover(inside, query.silo, path.user_id))
        await replacePassword(inside, id, password_hash)
        // users themselves have proven nothing about their second factor here
        if (!isOwn) await removePasskeys(inside.db, id)
      })
    },
  },
} satisfies Handlers<keyof typeof operations>

interface NewLocalUser {
  /** A new one unless given. */
  id?: string
  silo_id: string
  external_id: string
  password_hash: string | null
  time_password_due?: string | null
}

export async function insertLocalUser(ctx: Ctx, given: NewLocalUser) {
  const row = { id: ctx.host.random.uuid(), ...given, time_created: ctx.now, time_modified: ctx.now }
  const { id, external_id: name, silo_id } = row
  await uniquely('silo-user', name, ctx.db.insertInto('silo_user').values(row).execute())
  ctx.subject({ id, name }, { silo_id })
  return { ...row, display_name: name }
}

export async function replacePassword(
  ctx: Ctx,
  id: string,
  password_hash: string | null,
  time_password_due: string | null = null,
): Promise<void> {
  const changes = { password_hash, time_password_due, time_modified: ctx.now }
  await ctx.db.updateTable('silo_user').set(changes).where('id', '=', id).execute()
  // an attacker with the old password must not stay logged in
  await endAccess(ctx.db, id)
}

/** Sessions, access tokens, keys and memberships go with the row. */
export async function deleteUser(ctx: Ctx, id: string): Promise<void> {
  await ctx.db
    .deleteFrom('role_assignment')
    .where('identity_type', '=', 'silo_user')
    .where('identity_id', '=', id)
    .execute()
  await ctx.db.deleteFrom('silo_user').where('id', '=', id).execute()
}

/** Only silos with local users have passwords; elsewhere the identity provider has them. */
export async function findLocalSilo(ctx: Ctx, selector: string): Promise<SiloRow> {
  const silo = await findSilo(ctx, selector, 'read')
  if (silo.identity_mode !== 'local_only') throw notFound('identity-provider', 'local')
  return silo
}

const findLocalUser = async (ctx: Ctx, silo: string, id: string) =>
  findManagedUser(ctx, id, (await findLocalSilo(ctx, silo)).id)

/** A user whose password the caller can set. */
export async function findTakeover(ctx: Ctx, selector: string, id: string) {
  const row = await findLocalUser(ctx, selector, id)
  if (await isServiceAccount(ctx.db, id)) throw invalidRequest('a service account has no password: it cannot sign in')
  if (row.id === actorOf(ctx).id) await assertSignedInRecently(ctx)
  else await assertMayTakeOver(ctx, await findLocalSilo(ctx, row.silo_id), row.id)
  return row
}

const hashOf = async (ctx: Ctx, password: z.output<typeof UserPassword>): Promise<string | null> =>
  password.mode === 'password' ? ctx.host.passwords.hash(password.value) : null
