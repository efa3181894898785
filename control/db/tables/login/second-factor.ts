// The second factor of local users. Everything here goes with the user.
import { integer, json, table, text, time, uuid } from '../../define.ts'

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
    /** The session that added it. There it does not prove anything about older means to sign in. */
    session_id: uuid().nullable(),
  },
  { primary: ['silo_user_id'] },
)

/** For users who have lost their device. A code is deleted when it is used. */
export const recovery_code = table(
  'recovery_code',
  { silo_user_id: uuid().references('silo_user', 'cascade'), code_hash: text() },
  { primary: ['silo_user_id', 'code_hash'] },
)

/** Signs in without a password too. It works under the host name for which it was created, and under no other. */
export const passkey = table(
  'passkey',
  {
    id: uuid(),
    silo_user_id: uuid().references('silo_user', 'cascade'),
    name: text(),
    rp_id: text(),
    /** Base64url, like the key. */
    credential_id: text(),
    public_key: text(),
    /** Counts its signatures. Many authenticators always say 0. */
    counter: integer(),
    transports: json<string[]>(),
    time_created: time(),
    time_last_used: time().nullable(),
    /** As for an authenticator app. */
    session_id: uuid().nullable(),
  },
  { primary: ['id'], unique: [['credential_id']], index: [['silo_user_id', 'id']] },
)

/** A challenge is answered once: kept until it expires, to detect replays. */
export const spent_challenge = table(
  'spent_challenge',
  { challenge_hash: text(), time_expires: time() },
  { primary: ['challenge_hash'], index: [['time_expires']] },
)
