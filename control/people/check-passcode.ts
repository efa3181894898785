// Changes of a second factor need a code of it, which is limited like logins: whoever has a session must not be able to guess codes.
import { actorOf, type Ctx } from '../frame/context.ts'
import { invalidRequest } from '../frame/errors.ts'
import { attemptLogin } from './login-throttle.ts'

export async function checkPasscode(ctx: Ctx, check: () => Promise<boolean>): Promise<void> {
  const { silo_id, external_id: username } = actorOf(ctx)
  const isRight = await attemptLogin(ctx.host, { silo_id, username, address: ctx.caller.address }, check)
  if (!isRight) throw invalidRequest('the code is wrong or was used before')
}
