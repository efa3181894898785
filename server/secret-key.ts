// The key that seals secrets in the database (control/frame/sealer.ts). It comes from a file, so that the database or a backup alone
// is not enough to read them.
import { linkSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '#control/db/database.ts'
import type { Clock } from '#control/frame/ports/clock.ts'
import type { Random } from '#control/frame/ports/host.ts'
import type { Sealer } from '#control/frame/ports/secrets.ts'
import { makeSealer, SECRET_KEY_BYTES } from '#control/frame/sealer.ts'
import { claimSecretKey, hasSecretKey, isKeyOf } from '#control/frame/secret-key.ts'
import { BadOption, type Options } from './options.ts'
import { SECRET_KEY_NAME } from './storage/data-dir.ts'

type Place = Pick<Options, 'data' | 'secretKeyFile'>

export const secretKeyFileOf = ({ data, secretKeyFile }: Place) => secretKeyFile ?? join(data, SECRET_KEY_NAME)

/** Creates the key of a new installation, unless its file is given: a mistyped name must not create another key. */
export async function openSealer(place: Place, parts: { db: Database; random: Random; clock: Clock }): Promise<Sealer> {
  const file = secretKeyFileOf(place)
  const isNew = !(await hasSecretKey(parts.db.read))
  const sealer = sealerOf(readKey(file) ?? absent(file, isNew && !place.secretKeyFile, parts.random), parts.random)
  if (await claimSecretKey({ ...parts, sealer })) return sealer
  throw new BadOption(`${file} is not the secret key of this database: ${ADVICE}`)
}

export const sealerOf = (key: Uint8Array, random: Random): Sealer =>
  makeSealer({ key, random, decodeBase64: (text) => Buffer.from(text, 'base64') })

/** Before a restore: whether this installation will be able to open what the backup holds. */
export async function checkKeyOfBackup(place: Place, sealed_check: string, random: Random): Promise<void> {
  const file = secretKeyFileOf(place)
  const key = readKey(file)
  if (key && (await isKeyOf(sealed_check, sealerOf(key, random)))) return
  throw new BadOption(
    `${key ? `${file} is not` : `there is no ${file}, which must be`} the secret key that the backup was made with: ` +
      'put it there, or name it with --secret-key-file (--without-secret-key restores the rest)',
  )
}

const ADVICE =
  'put the right file there, or name it with --secret-key-file ' +
  '(if it is lost for good, delete the row of the table secret_key; what was sealed with it must be entered again)'

function absent(file: string, mayCreate: boolean, random: Random): Uint8Array {
  if (mayCreate) return create(file, random)
  throw new BadOption(
    `there is no secret key in ${file}: ${ADVICE}. A new installation can use a new key: ` +
      `(umask 077; openssl rand -base64 ${SECRET_KEY_BYTES} > ${file})`,
  )
}

/** Undefined if there is no such file. */
export function readKey(file: string): Uint8Array | undefined {
  const found = statSync(file, { throwIfNoEntry: false })
  if (!found) return undefined
  // a file of root that a group may read: how orchestrators mount secrets
  const allowed = found.uid === 0 && process.getuid?.() !== 0 ? 0o640 : 0o600
  if ((found.mode & 0o777 & ~allowed) !== 0)
    throw new BadOption(`others can access the secret key: run chmod 600 ${file}`)
  const key = Buffer.from(read(file).trim(), 'base64')
  if (key.length !== SECRET_KEY_BYTES)
    throw new BadOption(`${file} must hold ${SECRET_KEY_BYTES} bytes in base64, but has ${key.length}`)
  return key
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new BadOption(`cannot read the secret key: ${(error as Error).message}`)
  }
}

/** When several servers start at once, all use the key of the first: a link never replaces, and is never half written. */
function create(file: string, random: Random): Uint8Array {
  const draft = `${file}.${random.uuid()}`
  writeFileSync(draft, `${Buffer.from(random.bytes(SECRET_KEY_BYTES)).toString('base64')}\n`, {
    mode: 0o600,
    flag: 'wx',
  })
  try {
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
  return readKey(file)!
}
