// A new password from the operator of the machine, for a user who cannot sign in. Whoever had the old one is signed out everywhere, and
// the second factor is removed. A disabled user is enabled.
import { nounOf } from '#contract/operations.ts'
import type { Database } from '../../db/database.ts'
import { append, NO_REQUEST } from '../../frame/events.ts'
import { endAccess } from '../access-end.ts'
import { removeSecondFactor } from '../second-factor/passcode.ts'

/** Returns false if there is no such local user. */
export async function resetPassword(
  db: Database,
  { silo, user, password_hash, now }: Record<'silo' | 'user' | 'password_hash', string> & { now: Date },
): Promise<boolean> {
  const time = now.toISOString()
  return db.transaction(async (tx) => {
    const found = await tx
      .selectFrom('silo_user')
      .innerJoin('silo', 'silo.id', 'silo_user.silo_id')
      .select(['silo_user.id', 'silo_user.silo_id'])
      .where('silo.name', '=', silo)
      .where('silo.identity_mode', '=', 'local_only')
      .where('silo_user.external_id', '=', user)
      .where('silo_user.id', 'not in', tx.selectFrom('service_account').select('id'))
      .executeTakeFirst()
    if (!found) return false
    const { id, silo_id } = found
    // a disabled administrator may be the only one
    const changes = { password_hash, time_password_due: null, time_disabled: null, time_modified: time }
    await tx.updateTable('silo_user').set(changes).where('id', '=', id).execute()
    await endAccess(tx, id)
    // who lost the password has often lost the device too
    await removeSecondFactor(tx, id)
    const operation = 'local_idp_user_set_password'
    const target = { target_id: id, target_name: user, silo_id, project_id: null }
    const result = { status: 204, error_code: null }
    const times = { time, time_completed: time }
    await append({ db }, tx, { ...NO_REQUEST, ...target, ...result, ...times, operation, noun: nounOf[operation] })
    return true
  })
}
