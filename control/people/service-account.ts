// Service accounts: users for programs, which administrators create and delete. They have no password and no identity provider, so
// access tokens are their only way in.
import type { serviceAccount as operations } from '#contract/service-account.ts'
import { mayAdministerSilo } from '../frame/authz.ts'
import { actorOf, type Ctx, type Handlers } from '../frame/context.ts'
import { forbidden, notFound } from '../frame/errors.ts'
import { findSilo, siloSubject, type SiloRow } from '../frame/find-silo.ts'
import { checkIdentity, uniquely } from '../frame/identity.ts'
import { page } from '../frame/page.ts'
import { createToken } from './access-token.ts'
import { assertMayTakeOver } from './fleet-grants.ts'
import { deleteUser } from './user.ts'

export const serviceAccount = {
  async service_account_list(ctx, { query }) {
    const silo = await findAdministeredSilo(ctx, query.silo)
    return page(query, accounts(ctx).where('service_account.silo_id', '=', silo.id), 'service_account')
  },

  async service_account_create(ctx, { query, body }) {
    const silo = await findAdministeredSilo(ctx, query.silo)
    checkIdentity(body)
    const { name, description } = body
    const id = ctx.host.random.uuid()
    const times = { time_created: ctx.now, time_modified: ctx.now }
    const user = { id, silo_id: silo.id, external_id: name, ...times }
    await uniquely('silo-user', name, ctx.db.insertInto('silo_user').values(user).execute())
    await ctx.db.insertInto('service_account').values({ id, silo_id: silo.id, description }).execute()
    ctx.subject({ id, name }, { silo_id: silo.id })
    return { id, name, description, silo_id: silo.id, ...times }
  },

  async service_account_delete(ctx, { path }) {
    const { id } = ctx.subject(await findServiceAccount(ctx, path.service_account))
    await deleteUser(ctx, id)
  },

  async service_account_token_create(ctx, { path, body }) {
    const account = ctx.subject(await findServiceAccount(ctx, path.service_account))
    // whoever has the token has the roles of the account
    await assertMayTakeOver(ctx, await findSilo(ctx, account.silo_id, 'read'), account.id)
    return createToken(ctx, account, body)
  },
} satisfies Handlers<keyof typeof operations>

const accounts = (ctx: Ctx) =>
  ctx.db
    .selectFrom('service_account')
    .innerJoin('silo_user', 'silo_user.id', 'service_account.id')
    .select(['service_account.id', 'service_account.silo_id', 'service_account.description'])
    .select(['silo_user.external_id as name', 'silo_user.time_created', 'silo_user.time_modified'])

async function findAdministeredSilo(ctx: Ctx, selector: string | undefined): Promise<SiloRow> {
  const actor = actorOf(ctx)
  const silo = await findSilo(ctx, selector ?? actor.silo_id, 'read')
  if (!mayAdministerSilo(actor, silo.id)) throw forbidden(siloSubject(silo))
  return silo
}

async function findServiceAccount(ctx: Ctx, id: string) {
  const row = await accounts(ctx).where('service_account.id', '=', id).executeTakeFirst()
  if (!row || !mayAdministerSilo(actorOf(ctx), row.silo_id)) throw notFound('service-account', id)
  return { ...row, project_id: null }
}
