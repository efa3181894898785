// Authenticator apps whose secret can no longer be opened, because the secret key of the installation was lost. Their users must set up
// the app again.
import type { Queries } from '../../db/database.ts'
import type { Sealer } from '../../frame/ports/secrets.ts'
import { tryOpen } from '../../frame/sealer.ts'
import { secretPurpose } from './passcode.ts'

/** Which of these users. Only apps from before the current secret key are tried, so that usually none is. */
export async function lostApps(db: Queries, sealer: Sealer, userIds: readonly string[]): Promise<Set<string>> {
  const key = await db.selectFrom('secret_key').select('time_created').executeTakeFirst()
  if (!key || userIds.length === 0) return new Set()
  const older = await db
    .selectFrom('totp')
    .select(['silo_user_id', 'secret'])
    .where('time_confirmed', 'is not', null)
    .where('time_created', '<', key.time_created)
    .where('silo_user_id', 'in', userIds)
    .execute()
  const lost = new Set<string>()
  for (const { silo_user_id, secret } of older)
    if ((await tryOpen(sealer, secret, secretPurpose(silo_user_id))) === undefined) lost.add(silo_user_id)
  return lost
}
