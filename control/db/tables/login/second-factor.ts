// The second factor of local users. Everything here goes with the user.
import { integer, table, text, time, uuid } from '../../define.ts'

/** An authenticator app. It counts once the user has proven that it works. */
export const totp = table(
  'totp',
  {
    silo_user_id: uuid().references('silo_user', 'cascade'),
    /** Sealed. */
    secret: text(),
    /** The time step of the last code that was used. Codes of this step and earlier ones no longer work. */
    last_step: integer().nullable(),
    time_created: time(),
    time_confirmed: time().nullable(),
  },
  { primary: ['silo_user_id'] },
)

/** For users who have lost their device. A code is deleted when it is used. */
export const recovery_code = table(
  'recovery_code',
  { silo_user_id: uuid().references('silo_user', 'cascade'), code_hash: text() },
  { primary: ['silo_user_id', 'code_hash'] },
)
