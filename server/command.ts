// Maintenance commands: `backup`, `restore`, `reset-password`, `audit-begin-again` and `move-volumes`. They run beside a server or without one, and exit.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Database } from '#control/db/database.ts'
import { resetPassword } from '#control/people/login/reset-password.ts'
import { beginAgain } from '#control/audit/begin-again.ts'
import { readablePassword } from '#control/system/first-login.ts'
import { FIRST_SILO } from '#control/frame/first-silo.ts'
import { backup } from './backup/backup.ts'
import { noteBackup } from './backup/last-backup.ts'
import { restore, verifyBackup } from './backup/restore.ts'
import { carryOutTakeOver, isInterrupted, planTakeOver } from './backup/take-over.ts'
import { clock } from './clock.ts'
import { openDatabase, openExisting } from './existing-database.ts'
import { makeLog } from './log.ts'
import { HELP } from './option-help.ts'
import { volumesElsewhere } from './last-options.ts'
import { cephOf } from './option-readers.ts'
import { BadOption, type Options, readOptions } from './options.ts'
import { makePasswords } from './passwords.ts'
import { random } from './random.ts'
import { checkKeyOfBackup, openSealer, secretKeyFileOf } from './secret-key.ts'
import { moveToCeph } from './move-to-ceph.ts'
import { CHECKPOINT_NAME, keepCheckpointIn } from './storage/kept-checkpoint.ts'

const MAX_REASON_LENGTH = 500

/** It is shown in tables and in the server's log. */
const isReason = (text: string) => text.length <= MAX_REASON_LENGTH && !/\p{Cc}/u.test(text)

interface Given {
  options: Options
  file: string
  user: string
  silo: string
  reason: string
  verify: boolean
  withoutSecretKey: boolean
  takeOver: boolean
  removeOld: boolean
  original: string | undefined
  version: string
}

interface Command {
  usage: string
  needs: 'file' | 'user' | 'reason' | 'volumes'
  /** Returns the message for the operator. */
  run(given: Given): Promise<string>
}

const say = (text: string) => void process.stdout.write(`${text}\n`)

const COMMANDS: Record<string, Command> = {
  backup: {
    usage: 'backup FILE [--verify]',
    needs: 'file',
    async run({ options, file, version, verify }) {
      const began = clock.now()
      const db = await openExisting(options)
      try {
        await backup(db, options.data, file, version)
      } finally {
        await db.close()
      }
      const contents = verify ? ` and read it back: ${await verifyBackup(file)}` : ''
      await noteBackup(options.data, began)
      const key = secretKeyFileOf(options)
      const volumes = volumesElsewhere(options.data)
      const disks =
        volumes === undefined ? '' : `\nIt does not contain the disks, which are in ${volumes}: keep a copy of them`
      return `wrote ${file}${contents}${disks}\nIt does not contain the secret key, which a restore needs: keep a copy of ${key} elsewhere`
    },
  },
  restore: {
    usage:
      'restore FILE [--verify] [--without-secret-key] [--take-over [--original DIR] --machines URI --network REMOTE]',
    needs: 'file',
    async run({ options, file, verify, withoutSecretKey, takeOver, original }) {
      if (verify) return `${file} is complete: ${await verifyBackup(file)}`
      const taking = { ...options, original, say }
      const carryOut = async () => {
        const db = await openExisting(options)
        return carryOutTakeOver(db, taking).finally(db.close)
      }
      if (takeOver && isInterrupted(options.data)) return `took over ${await carryOut()}`
      const checkKey = async (sealed_check: string) => {
        if (!withoutSecretKey) await checkKeyOfBackup(options, sealed_check, random)
      }
      const prepare = takeOver ? (db: Database) => planTakeOver(db, taking) : undefined
      await restore(file, options.data, clock.now(), () => openDatabase(options), checkKey, prepare)
      const restored = `restored ${options.data} from ${file}`
      return takeOver ? `${restored}, and took over ${await carryOut()}` : restored
    },
  },
  'reset-password': {
    usage: 'reset-password --user NAME [--silo NAME]',
    needs: 'user',
    async run({ options, silo, user }) {
      const password = readablePassword(random)
      const password_hash = await makePasswords().hash(password)
      const db = await openExisting(options)
      try {
        if (!(await resetPassword(db, { silo, user, password_hash, now: clock.now() })))
          throw new BadOption(`there is no local user "${user}" in the silo "${silo}"`)
      } finally {
        await db.close()
      }
      return `The sessions and tokens of ${user} (${silo}) have ended. The new password is\n\n  ${password}\n`
    },
  },
  'audit-begin-again': {
    usage: 'audit-begin-again --reason TEXT',
    needs: 'reason',
    async run({ options, reason }) {
      const db = await openExisting(options)
      try {
        const sealer = await openSealer(options, { db, random, clock })
        const checkpointKeeper = keepCheckpointIn(join(options.data, CHECKPOINT_NAME), random)
        const checkpoint = await beginAgain({ db, clock, sealer, checkpointKeeper, log: makeLog() }, reason)
        if (!checkpoint)
          throw new BadOption('the audit log continues its last checkpoint: there is no need to begin again')
        return `The audit log was begun again. Its last checkpoint, to keep elsewhere:\n${JSON.stringify(checkpoint)}`
      } finally {
        await db.close()
      }
    },
  },
  'move-volumes': {
    usage: 'move-volumes --machines URI --volumes rbd:POOL [--ceph-conf FILE] [--ceph-user NAME] [--remove-old]',
    needs: 'volumes',
    async run({ options, removeOld }) {
      const pool = cephOf(options)
      if (!pool) throw new BadOption('volumes move to Ceph only: give --volumes rbd:POOL')
      return moveToCeph({ data: options.data, openDatabase: () => openExisting(options), pool, removeOld, say })
    },
  },
}

export const isCommand = (word: string | undefined): word is string =>
  word !== undefined && Object.hasOwn(COMMANDS, word)

/** `onOptions` gets them before anything is done, to explain failures with. */
export async function runCommand(
  word: string,
  args: string[],
  environment: Record<string, string | undefined>,
  version: string,
  onOptions: (options: Options) => void,
): Promise<string> {
  const command = COMMANDS[word]!
  const { values, positionals } = readArguments(args, command)
  if (values.help) return HELP
  const place = PLACES.flatMap((name) => (values[name] === undefined ? [] : [`--${name}`, values[name]]))
  const options = readOptions(place, environment) as Options
  onOptions(options)
  if (options.apiHost) throw new BadOption(`--api-host has no data of its own: ${word} has nothing to work on`)
  const { user, silo, verify, original } = values
  const takeOver = values['take-over']
  if (takeOver && !options.machines && !options.network)
    throw new BadOption('--take-over needs --machines or --network, as the original was started with')
  const reason = values.reason?.trim()
  const [file, ...others] = positionals
  const isFor = (needs: Command['needs'], given: unknown) =>
    command.needs === needs ? Boolean(given) : given === undefined
  const isComplete =
    isFor('file', file) &&
    isFor('user', user) &&
    isFor('reason', reason) &&
    isFor('volumes', options.volumes) &&
    (command.needs === 'volumes' || values['remove-old'] === undefined) &&
    others.length === 0 &&
    (command.needs === 'user' || silo === undefined) &&
    (command.needs === 'file' || verify === undefined) &&
    (takeOver ? word === 'restore' && !verify : original === undefined)
  if (!isComplete) throw usageOf(command)
  if (reason !== undefined && !isReason(reason))
    throw new BadOption(`--reason must be one line of at most ${MAX_REASON_LENGTH} characters`)
  return command.run({
    options,
    file: file ?? '',
    user: user ?? '',
    silo: silo ?? FIRST_SILO,
    reason: reason ?? '',
    verify: verify ?? false,
    withoutSecretKey: values['without-secret-key'] ?? false,
    takeOver: takeOver ?? false,
    removeOld: values['remove-old'] ?? false,
    original,
    version,
  })
}

const string = { type: 'string' } as const
const boolean = { type: 'boolean' } as const
/** Options of the server that tell where things are. */
const PLACES = [
  'data',
  'database-url',
  'secret-key-file',
  'machines',
  'volumes',
  'ceph-conf',
  'ceph-user',
  'network',
  'network-southbound',
  'network-key',
  'network-certificate',
  'network-ca',
] as const
const FLAGS = {
  ...(Object.fromEntries(PLACES.map((name) => [name, string])) as Record<(typeof PLACES)[number], typeof string>),
  'take-over': boolean,
  'remove-old': boolean,
  original: string,
  user: string,
  silo: string,
  reason: string,
  verify: boolean,
  'without-secret-key': boolean,
  help: boolean,
}

function readArguments(args: string[], command: Command) {
  try {
    return parseArgs({ args, allowPositionals: true, options: FLAGS })
  } catch {
    throw usageOf(command)
  }
}

const usageOf = ({ usage }: Command) => new BadOption(`usage: ${usage} [--data DIR] [--database-url URL]`)
