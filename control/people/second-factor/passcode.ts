// Checks and spends the codes of a second factor. The database decides who is first, so a code works once, whichever replica gets it.
import type { Queries } from '../../db/database.ts'
import type { Host } from '../../frame/context.ts'
import { Failure } from '../../frame/errors.ts'
import { purposeOf, tryOpen } from '../../frame/sealer.ts'
import { hashToken } from '../credential.ts'
import { base32, totpStep } from './totp.ts'

const RECOVERY_CODES = 10
/** Guessing one of ten is as hard as guessing 76 bits. */
const RECOVERY_CODE_BYTES = 10

export const secretPurpose = (userId: string) => purposeOf('totp.secret', userId)

/** Whether the user can sign in with a password. */
export async function isLocalUser(db: Queries, id: string): Promise<boolean> {
  const user = await db.selectFrom('silo_user').select('password_hash').where('id', '=', id).executeTakeFirst()
  return Boolean(user?.password_hash)
}

/** Whether the user must give a code after the password. */
export const hasSecondFactor = async (db: Queries, userId: string): Promise<boolean> =>
  (await confirmedTotp(db, userId)) !== undefined || (await passkeyCount(db, userId)) > 0

export async function passkeyCount(db: Queries, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('passkey')
    .select((is) => is.fn.countAll<number>().as('count'))
    .where('silo_user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export const confirmedTotp = (db: Queries, userId: string) =>
  db
    .selectFrom('totp')
    .selectAll()
    .where('silo_user_id', '=', userId)
    .where('time_confirmed', 'is not', null)
    .executeTakeFirst()

export interface SecondFactor {
  kind: 'app' | 'passkey'
  id: string
  /** That added it. */
  session_id: string | null
}

export async function secondFactorsOf(db: Queries, userId: string): Promise<SecondFactor[]> {
  const app = await confirmedTotp(db, userId)
  const passkeys = await db
    .selectFrom('passkey')
    .select(['id', 'session_id'])
    .where('silo_user_id', '=', userId)
    .execute()
  return [
    ...(app ? [{ kind: 'app' as const, id: userId, session_id: app.session_id }] : []),
    ...passkeys.map((each) => ({ kind: 'passkey' as const, ...each })),
  ]
}

const plain = (passcode: string) => passcode.replaceAll(/[\s-]/g, '').toLowerCase()

/** As opposed to a recovery code. */
export const isAppCode = (passcode: string) => /^\d{6}$/.test(plain(passcode))

/** False if the code is wrong or was used before. */
export function spendPasscode(host: Host, userId: string, passcode: string): Promise<boolean> {
  const code = plain(passcode)
  return host.db.transaction((tx) =>
    isAppCode(code) ? spendTotpCode(host, tx, userId, code) : spendRecoveryCode(tx, userId, code),
  )
}

async function spendTotpCode(host: Host, tx: Queries, userId: string, code: string): Promise<boolean> {
  const totp = await confirmedTotp(tx, userId)
  return totp !== undefined && spendStep(host, tx, totp, code)
}

/** Recovery codes are hashes and passkeys are public keys, so they outlive the secret key. The caller has given the right password. */
const lostApp = () =>
  new Failure(
    'SecondFactorLost',
    'your authenticator app no longer works, because the secret key of this installation was lost; ' +
      'use a recovery code or a passkey, or ask an administrator to reset your second factor',
  )

/** Also for an app that is not confirmed yet. */
export async function spendStep(
  { sealer, clock }: Pick<Host, 'sealer' | 'clock'>,
  tx: Queries,
  { silo_user_id, secret }: { silo_user_id: string; secret: string },
  code: string,
): Promise<boolean> {
  const opened = await tryOpen(sealer, secret, secretPurpose(silo_user_id))
  if (opened === undefined) throw lostApp()
  const last_step = await totpStep(opened, code, clock.now())
  if (last_step === undefined) return false
  const { numUpdatedRows } = await tx
    .updateTable('totp')
    .set({ last_step })
    .where('silo_user_id', '=', silo_user_id)
    .where((is) => is.or([is('last_step', 'is', null), is('last_step', '<', last_step)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

async function spendRecoveryCode(tx: Queries, userId: string, code: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('recovery_code')
    .where('silo_user_id', '=', userId)
    .where('code_hash', '=', await hashToken(code))
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Earlier codes no longer work. Only hashes are kept, so this is the only time they are shown. */
export async function makeRecoveryCodes({ random }: Pick<Host, 'random'>, tx: Queries, userId: string) {
  const codes = Array.from({ length: RECOVERY_CODES }, () => base32(random.bytes(RECOVERY_CODE_BYTES)).toLowerCase())
  const hashes = await Promise.all(codes.map(hashToken))
  await tx.deleteFrom('recovery_code').where('silo_user_id', '=', userId).execute()
  await tx
    .insertInto('recovery_code')
    .values(hashes.map((code_hash) => ({ silo_user_id: userId, code_hash })))
    .execute()
  return codes.map((code) => code.match(/.{4}/g)!.join('-'))
}

/** Recovery codes alone are no second factor, so they go with the last one. */
export async function dropUnneededCodes(tx: Queries, userId: string): Promise<void> {
  if (!(await hasSecondFactor(tx, userId)))
    await tx.deleteFrom('recovery_code').where('silo_user_id', '=', userId).execute()
}

/** It was begun without a proof, which the next factor needs. */
export async function dropUnconfirmedApp(tx: Queries, userId: string): Promise<void> {
  await tx.deleteFrom('totp').where('silo_user_id', '=', userId).where('time_confirmed', 'is', null).execute()
}

/** The user signs in with the password alone again. */
export async function removeSecondFactor(tx: Queries, userId: string): Promise<void> {
  await tx.deleteFrom('totp').where('silo_user_id', '=', userId).execute()
  await tx.deleteFrom('recovery_code').where('silo_user_id', '=', userId).execute()
  await removePasskeys(tx, userId)
}

export async function removePasskeys(tx: Queries, userId: string): Promise<void> {
  await tx.deleteFrom('passkey').where('silo_user_id', '=', userId).execute()
}
