// Maintenance commands: `backup`, `restore`, `reset-password`, `audit-begin-again` and `move-volumes`. They run beside a server or without
// one, and exit.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Database } from '#control/db/database.ts'
import { resetPassword } from '#control/people/login/reset-password.ts'
import { beginAgain } from '#control/audit/begin-again.ts'
import { readablePassword } from '#control/system/first-login.ts'
import { FIRST_SILO } from '#control/frame/first-silo.ts'
import { installationRepository } from '#control/compute/backup/installation-repository.ts'
import type { BackupEngine } from '#drivers/backup-engine.ts'
import { openBackupEngine } from './backup-engine.ts'
import { backup, placeOf } from './backup/backup.ts'
import { listStored, verifyStored, type Listing } from './backup/stored.ts'
import { backupToTarget, readRecovery, sourceOf } from './backup/to-target.ts'
import { makeOutgoing } from './outgoing/reach.ts'
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
  list: boolean
  withoutSecretKey: boolean
  takeOver: boolean
  target: string | undefined
  backupId: string | undefined
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
    usage: 'backup FILE [--verify] [--target NAME [--take-over] [--backup-root DIR] [--allow-local-backups]]',
    needs: 'file',
    async run(given) {
      const { options, file, version, verify, target } = given
      if (target !== undefined) return backupAt(target, given)
      const began = clock.now()
      const db = await openExisting(options)
      const problems = await backup(db, options.data, file, version).finally(db.close)
      const place = placeOf(file, problems)
      const contents = verify ? ` and read it back: ${await verifyBackup(place)}` : ''
      const key = secretKeyFileOf(options)
      const volumes = volumesElsewhere(options.data)
      const disks =
        volumes === undefined ? '' : `\nIt does not contain the disks, which are in ${volumes}: keep a copy of them`
      const missing = problems.map((problem) => `\n${problem}`).join('')
      const done = `wrote ${place}${contents}${missing}${disks}\nIt does not contain the secret key, which a restore needs: keep a copy of ${key} elsewhere`
      mustBeComplete(problems, done)
      await noteBackup(options.data, began)
      return done
    },
  },
  restore: {
    usage:
      'restore FILE [--list] [--verify] [--backup ID] [--without-secret-key] [--take-over [--original DIR] --machines URI --network REMOTE]',
    needs: 'file',
    async run({ options, file, verify, list, backupId, withoutSecretKey, takeOver, original }) {
      const repository = await readRecovery(file)
      if (!repository && (backupId !== undefined || list))
        throw new BadOption(`--${list ? 'list' : 'backup'} is for backups at a target, and not for ${file}`)
      const opened = repository && { engine: engineOf(options), repository }
      if (list) return listText(await listStored(opened!))
      if (verify && opened) {
        const { id, time_created, problems, skipped } = await verifyStored(opened, backupId)
        return [`the repository is whole; backup ${id} is of ${time_created}`, ...problems, ...skipped].join('\n')
      }
      if (verify) return `${file} is complete: ${await verifyBackup(file)}`
      const source = opened && (await sourceOf(opened, backupId))
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
      const open = () => openDatabase(options)
      const leftOut = await restore(source?.fill ?? file, options.data, clock.now(), open, checkKey, prepare)
      const missing =
        source?.backup.problems ??
        leftOut.map(({ name, instance }) => `Disk ${name} of ${instance} is not in the backup`)
      const of = source ? `backup ${source.backup.id} of ${source.backup.time_created}` : file
      const skipped = source?.backup.skipped ?? []
      const restored = [`restored ${options.data} from ${of}`, ...missing, ...skipped].join('\n')
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

function listText({ backups, unreadable }: Listing): string {
  if (backups.length + unreadable.length === 0) return 'the repository has no backup'
  const lines = backups.flatMap(({ id, time_created, version, parts, problems }) => {
    const size = parts.reduce((sum, part) => sum + part.size, 0)
    const state = problems.length === 0 ? 'complete' : 'incomplete'
    return [
      `${id}  ${time_created}  ${state}  ${size} bytes, by version ${version}`,
      ...problems.map((text) => `  ${text}`),
    ]
  })
  const others = unreadable.map(({ id, reason }) => `${id}  cannot be read: ${reason}`)
  return [...lines, ...others, 'Without --backup, restore takes the newest complete one.'].join('\n')
}

/** The backup is there, but whoever asked for it must not take it for one of everything. */
function mustBeComplete(problems: readonly string[], done: string): void {
  if (problems.length === 0) return
  say(done)
  throw new Error('the backup is not complete: see above which disks are not in it')
}

async function backupAt(
  target: string,
  { options, file, version, verify, takeOver: isTakeOver }: Given,
): Promise<string> {
  const began = clock.now()
  const db = await openExisting(options)
  try {
    const sealer = await openSealer(options, { db, random, clock })
    const repository = await installationRepository({ db, clock, random, sealer }, target)
    if (!repository)
      throw new BadOption(`there is no backup target "${target}", or its secrets were sealed with another secret key`)
    const opened = { engine: engineOf(options), repository }
    const parts = { db, clock, random, log: makeLog(), data: options.data, recovery: file }
    const { id, problems } = await backupToTarget({ ...parts, version, opened, isTakeOver })
    if (verify) await verifyStored(opened, id)
    const volumes = volumesElsewhere(options.data)
    const disks =
      volumes === undefined ? [] : [`It does not contain the disks, which are in ${volumes}: keep a copy of them`]
    const last = `A restore needs ${file} and the secret key: keep copies of both elsewhere`
    const stored = `stored a backup at ${target}${verify ? ' and read it back' : ''}`
    const done = [stored, ...problems, ...disks, last].join('\n')
    mustBeComplete(problems, done)
    await noteBackup(options.data, began)
    return done
  } finally {
    await db.close()
  }
}

function engineOf(options: Options): BackupEngine {
  const engine = openBackupEngine(options, makeOutgoing(options))
  if (engine) return engine
  throw new BadOption('backup targets need restic: install the package restic')
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
  if (values['allow-local-backups']) place.push('--allow-local-backups')
  const options = readOptions(place, environment) as Options
  onOptions(options)
  if (options.apiHost) throw new BadOption(`--api-host has no data of its own: ${word} has nothing to work on`)
  const { user, silo, verify, list, original, target, backup: backupId } = values
  const takeOver = values['take-over']
  if (takeOver && word === 'restore' && !options.machines && !options.network)
    throw new BadOption('--take-over needs --machines or --network, as the original was started with')
  const reason = values.reason?.trim()
  const [file, ...others] = positionals
  const isFor = (needs: Command['needs'], given: unknown) =>
    command.needs === needs ? Boolean(given) : given === undefined
  const isComplete =
    isFor('file', file) &&
    isFor('user', user) &&
    isFor('reason', reason) &&
    // one in the environment is for the server
    (command.needs === 'volumes' ? options.volumes !== undefined : values.volumes === undefined) &&
    (command.needs === 'volumes' || values['remove-old'] === undefined) &&
    others.length === 0 &&
    (command.needs === 'user' || silo === undefined) &&
    (command.needs === 'file' || verify === undefined) &&
    (target === undefined || word === 'backup') &&
    (backupId === undefined || word === 'restore') &&
    (!list || (word === 'restore' && !verify && !takeOver && backupId === undefined)) &&
    (!takeOver || (word === 'restore' ? !verify : target !== undefined)) &&
    (original === undefined || (takeOver && word === 'restore'))
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
    list: list ?? false,
    withoutSecretKey: values['without-secret-key'] ?? false,
    takeOver: takeOver ?? false,
    target,
    backupId,
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
  'backup-root',
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
  target: string,
  backup: string,
  'allow-local-backups': boolean,
  user: string,
  silo: string,
  reason: string,
  verify: boolean,
  list: boolean,
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
