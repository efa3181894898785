// Who is looking at the preview. Browsers keep cookies from workers, so the session lives in the worker, one for all tabs as a cookie
// would be.
import type { Database } from '#control/db/database.ts'
import type { Clock } from '#control/frame/ports/clock.ts'
import type { Random } from '#control/frame/ports/host.ts'
import { hashToken } from '#control/people/credential.ts'
import type { Person } from './wire.ts'
import { hex } from '#control/frame/hex.ts'

interface Parts {
  db: Database
  clock: Clock
  random: Random
}

/** Opens a session without a password: visitors can be anyone in the demo world. */
export async function enterAs({ db, clock, random }: Parts, { silo, user }: Pick<Person, 'silo' | 'user'>) {
  const { id: silo_user_id } = await db.read
    .selectFrom('silo_user')
    .innerJoin('silo', 'silo.id', 'silo_user.silo_id')
    .select('silo_user.id')
    .where('silo.name', '=', silo)
    .where('silo_user.external_id', '=', user)
    .executeTakeFirstOrThrow()
  const token = hex(random.bytes(20))
  const now = clock.now().toISOString()
  const row = { id: random.uuid(), token_hash: await hashToken(token), silo_user_id }
  await db.transaction((tx) =>
    tx
      .insertInto('session')
      .values({ ...row, time_created: now, time_last_used: now })
      .execute(),
  )
  return token
}

/** A visitor who comes back after days is still signed in. Undefined when the session is gone. */
export async function renew({ db, clock }: Parts, token: string): Promise<string | undefined> {
  const now = clock.now().toISOString()
  const token_hash = await hashToken(token)
  const changes = { time_created: now, time_last_used: now }
  const renewed = await db.transaction((tx) =>
    tx.updateTable('session').set(changes).where('token_hash', '=', token_hash).returning('id').execute(),
  )
  return renewed.length > 0 ? token : undefined
}
