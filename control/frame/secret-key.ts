// Recognizes the secret key of a database by a value that was sealed with it.
import type { Database, Queries } from '../db/database.ts'
import type { Clock } from './ports/clock.ts'
import type { Sealer } from './ports/secrets.ts'

const CHECK = 'rackwright'
const PURPOSE = 'secret_key.sealed_check'

/** Whether a server has started with a secret key before, so that values may be sealed with it. */
export const hasSecretKey = async (db: Queries): Promise<boolean> => (await checkOf(db)) !== undefined

const checkOf = async (db: Queries) =>
  (await db.selectFrom('secret_key').select('sealed_check').executeTakeFirst())?.sealed_check

/** False if the database has another secret key. The first key that is given becomes the key of the database. */
export async function claimSecretKey(parts: { db: Database; sealer: Sealer; clock: Clock }): Promise<boolean> {
  const { db, sealer, clock } = parts
  const sealed_check = await sealer.seal(CHECK, PURPOSE)
  const known = await db.transaction(async (tx) => {
    const found = await checkOf(tx)
    if (found !== undefined) return found
    await tx.insertInto('secret_key').values({ id: 1, sealed_check, time_created: clock.now().toISOString() }).execute()
    return sealed_check
  })
  return isKeyOf(known, sealer)
}

/** Whether the value was sealed with this key. */
export const isKeyOf = (sealed_check: string, sealer: Sealer): Promise<boolean> =>
  sealer.open(sealed_check, PURPOSE).then(
    (text) => text === CHECK,
    () => false,
  )
