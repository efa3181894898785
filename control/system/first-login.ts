// The login of the first administrator. Its password is shown once, and can be missed: the start fails, or nobody reads the output.
// So the password is replaced at every start until somebody has signed in with it.
import type { Queries } from '../db/database.ts'
import type { Random } from '../frame/ports/host.ts'
import { FIRST_SILO } from '../frame/first-silo.ts'
import { FIRST_USER, type FirstRun } from './first-run.ts'

export interface FirstLogin {
  silo: string
  user: string
  password: string
}

/** Sets the given password or a new one. Returns undefined once somebody has signed in as the first user. */
export async function renewFirstLogin({
  db,
  clock,
  random,
  passwords,
  ...given
}: FirstRun): Promise<FirstLogin | undefined> {
  if (!(await findUnused(db.read))) return undefined
  const password = given.password ?? readablePassword(random)
  const password_hash = await passwords.hash(password)
  return db.transaction(async (tx) => {
    const user = await findUnused(tx)
    if (!user) return undefined
    const changes = { password_hash, time_modified: clock.now().toISOString() }
    await tx.updateTable('silo_user').set(changes).where('id', '=', user.id).execute()
    return { silo: FIRST_SILO, user: FIRST_USER, password }
  })
}

export const isFirstLoginUnused = async (db: Queries) => (await findUnused(db)) !== undefined

/** The first user, unless it is gone or somebody has signed in as it. Whoever had entries removed had signed in too. */
const findUnused = (db: Queries) =>
  db
    .selectFrom('silo_user')
    .innerJoin('silo', 'silo.id', 'silo_user.silo_id')
    .select('silo_user.id')
    .where('silo.name', '=', FIRST_SILO)
    .where('silo_user.external_id', '=', FIRST_USER)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('event')
            .select('event.seq')
            .whereRef('event.target_id', '=', 'silo_user.id')
            .where('event.operation', '=', 'login_local')
            .where('event.status', '<', 400),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('audit_checkpoint').select('number').where('kind', '=', 'removed'))),
    )
    .executeTakeFirst()

/** Easy to copy by hand: unambiguous letters in groups; 100 bits. */
export function readablePassword(random: Random): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789x'
  const picked = Array.from(random.bytes(20), (byte) => letters[byte & 31]!).join('')
  return picked.match(/.{5}/g)!.join('-')
}
