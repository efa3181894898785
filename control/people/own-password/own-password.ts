// The caller's own password. Whoever changes it must prove to be its user: see sign-in-proof.ts.
import type { ownPassword as operations } from '#contract/own-password.ts'
import type { Ctx, Handlers } from '../../frame/context.ts'
import { invalidRequest } from '../../frame/errors.ts'
import { findSilo } from '../../frame/find-silo.ts'
import { isServiceAccount, ownSubject } from '../find-user.ts'
import { isLocalUser } from '../second-factor/passcode.ts'
import { assertGoodPassword } from './password-rule.ts'
import { openSession } from '../login/session.ts'
import { checkProof, ownSessionId } from '../second-factor/sign-in-proof.ts'
import { replacePassword } from '../user.ts'

export const ownPassword = {
  own_password_set: {
    async outside(ctx, { body: { new_password, ...proof } }) {
      const { id, external_id, silo_id } = ownSubject(ctx)
      await assertHasPassword(ctx, id)
      const silo = await findSilo(ctx, silo_id, 'read')
      // first, so that a code is not spent on a password that cannot be used
      assertGoodPassword(new_password, external_id, silo)
      if (new_password === proof.password) throw invalidRequest('this is your password already; choose another one')
      const still = await checkProof(ctx, 'password', proof)
      const password_hash = await ctx.host.passwords.hash(new_password)
      return ctx.write(async (inside) => {
        ownSubject(inside)
        await still(inside)
        await replacePassword(inside, id, password_hash)
        // this browser stays signed in, but under another cookie, because the old one may be why the password is changed
        return ownSessionId(inside) === null ? undefined : openSession(inside, id)
      })
    },
  },
} satisfies Handlers<keyof typeof operations>

async function assertHasPassword(ctx: Ctx, id: string): Promise<void> {
  if (await isServiceAccount(ctx.db, id)) throw invalidRequest('a service account has no password: it cannot sign in')
  if (!(await isLocalUser(ctx.db, id)))
    throw invalidRequest('you sign in with an identity provider; change your password there')
}
