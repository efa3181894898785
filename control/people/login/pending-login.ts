// A login whose password was right and whose second factor is still missing. The browser keeps it as a sealed cookie: nothing is stored,
// so whoever knows a password cannot fill the database with logins that never complete.
import type { Ctx } from '../../frame/context.ts'
import { Failure, invalidRequest } from '../../frame/errors.ts'
import { PENDING_LOGIN_HEADER } from '../../frame/ports/caller.ts'
import { hashToken } from '../credential.ts'

const MAX_PENDING_MS = 5 * 60_000
const PURPOSE = 'pending login'

interface Pending {
  user_id: string
  /** A digest of the password's hash: a new password ends the login. */
  password: string
  expires: number
}

interface LocalUser {
  id: string
  password_hash: string | null
}

export async function secondFactorRequired(ctx: Ctx, user: LocalUser): Promise<Failure> {
  const pending: Pending = {
    user_id: user.id,
    password: await hashToken(user.password_hash ?? ''),
    expires: ctx.host.clock.now().getTime() + MAX_PENDING_MS,
  }
  const sealed = await ctx.host.sealer.seal(JSON.stringify(pending), PURPOSE)
  return new Failure('SecondFactorRequired', 'a second factor is required to sign in', undefined, {
    [PENDING_LOGIN_HEADER]: sealed,
  })
}

/** The user of this silo who has given the right password in this browser. */
export async function findPendingUser(ctx: Ctx, siloId: string) {
  const pending = await open(ctx)
  const user =
    pending &&
    (await ctx.db
      .selectFrom('silo_user')
      .select(['id', 'external_id', 'password_hash'])
      .where('id', '=', pending.user_id)
      .where('silo_id', '=', siloId)
      .where('time_disabled', 'is', null)
      .executeTakeFirst())
  if (!user?.password_hash || (await hashToken(user.password_hash)) !== pending?.password)
    throw invalidRequest('the login has expired; enter your password again')
  return user
}

async function open({ host, caller }: Ctx): Promise<Pending | undefined> {
  if (!caller.pendingLogin) return undefined
  const text = await host.sealer.open(caller.pendingLogin, PURPOSE).catch(() => undefined)
  const pending = text === undefined ? undefined : (JSON.parse(text) as Pending)
  return pending && host.clock.now().getTime() < pending.expires ? pending : undefined
}
