// Backups of the installation at a target: restored byte by byte with nothing but the recovery file, kept as long as they should be, whole
// or not there when the command is killed at any step, and refused when they are damaged.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { installationRepository } from '#control/compute/backup/installation-repository.ts'
import { beginAttempt, claimBackup, endBackup, forgetOutdated } from '#control/compute/backup/installation-run.ts'
import { openLibsql } from '#control/db/engines/libsql.ts'
import { makeSealer } from '#control/frame/sealer.ts'
import { LEASE_MS } from '#control/reconcile/lease.ts'
import { sha256 } from '#control/testing/storage.ts'
import type { BackupEngine } from '#drivers/backup-engine.ts'
import { makeMemoryBackups } from '#drivers/simulated/backup-engine.ts'
import { needing } from '../../scripts/needs.mjs'
import { runCommand } from '../command.ts'
import { random } from '../random.ts'
import { restore } from './restore.ts'
import { findStored, listStored, verifyStored } from './stored.ts'
import { installation, opened, VOLUME, type Made } from './testing.ts'
import { backupToTarget, readRecovery, sourceOf } from './to-target.ts'

const DAY_MS = 24 * 3_600_000
const ignore = () => undefined
const goneTarget = () => Promise.reject(new Error('the target is gone'))
const anyKey = async () => undefined
const dayOf = ({ time_created }: { time_created: string }) => time_created.slice(5, 10)

/** Restores to a new directory, and returns it. */
async function restored({ root, clock }: Made, source: Parameters<typeof restore>[0], name: string) {
  const data = join(root, name)
  await restore(source, data, clock.now(), () => openLibsql({ file: join(data, 'rackwright.db') }), anyKey)
  return data
}

/** Two mebibytes that were never written, and what a guest wrote. */
const sample = (seed: number) => {
  const bytes = new Uint8Array(2 * 2 ** 20 + 5000)
  for (let n = 2 * 2 ** 20; n < bytes.length; n++) bytes[n] = (n * seed) % 251
  return bytes
}

test('a backup is restored byte by byte, and not at all once a byte at the target has changed', async () => {
  const made = await installation()
  const engine = makeMemoryBackups(sha256)
  made.write(sample(7))
  const at = await opened(made, engine)
  expect(await backupToTarget({ ...made, version: '1.2.3', opened: at })).toMatchObject({ problems: [] })
  made.write(sample(9))
  const again = await opened(made, engine)
  expect(again.repository).toEqual(at.repository)
  const { fill, backup } = await sourceOf(at)
  expect(backup.parts.map(({ path }) => path)).toEqual([`files/${VOLUME}`, 'left-out.json', 'rows.jsonl'])
  const data = await restored(made, fill, 'restored')
  expect(Buffer.compare(readFileSync(join(data, VOLUME)), sample(7))).toBe(0)
  expect(statSync(join(data, VOLUME)).blocks * 512).toBeLessThan(2 ** 20)
  const db = await openLibsql({ file: join(data, 'rackwright.db') })
  expect((await db.read.selectFrom('backup_target').select('name').execute()).map(({ name }) => name)).toEqual([
    'tapes',
  ])
  // it is another installation, which does not write there unless it is told to
  const other = { ...made, db, data, version: '1.2.3', opened: at }
  await expect(backupToTarget(other)).rejects.toThrow('another installation uses the repository')
  await backupToTarget({ ...other, isTakeOver: true })
  await expect(backupToTarget({ ...made, version: '1.2.3', opened: at })).rejects.toThrow('another installation')
  await db.close()

  engine.damage()
  await expect(restored(made, fill, 'damaged')).rejects.toMatchObject({ code: 'corrupted' })
  expect(readdirSync(join(made.root, 'damaged'))).toEqual([])
})

test('a week, five weeks and a year are kept, and what is not complete is not', async () => {
  const made = await installation()
  const { repository } = await opened(made, makeMemoryBackups(sha256))
  const removed: string[] = []
  const days = new Map<string, string>()
  for (let day = 0; day < 40; day++) {
    const attempt = await begun(made, repository.id)
    days.set(attempt.id, made.clock.now().toISOString().slice(5, 10))
    // every tenth is killed
    if (day % 10 !== 4) {
      const outdated = await endBackup(made, attempt, [])
      removed.push(...outdated.gone.map((gone) => days.get(gone)!))
      await forgetOutdated(made, repository.id, outdated)
    }
    made.clock.skip(DAY_MS)
  }
  const all = await made.db.read.selectFrom('installation_backup').selectAll().orderBy('time_created').execute()
  const rows = all.filter(({ state }) => state === 'complete')
  // those that were killed are remembered, and have left nothing
  const killed = all.filter(({ state }) => state !== 'complete')
  expect(killed.map(({ state, tags }) => [state, tags])).toEqual(Array.from({ length: 4 }, () => ['failed', []]))
  // the last of each month and week, and seven days
  const kept = ['03-16', '03-23', '03-30', '03-31', '04-04', '04-05', '04-07', '04-08', '04-09', '04-10', '04-11']
  expect(rows.map(dayOf)).toEqual(kept)
  expect(removed).toContain('03-03')
})

const rowsOf = ({ db }: Made) =>
  db.read.selectFrom('installation_backup').selectAll().orderBy('time_created').orderBy('state').execute()

/** A backup by the command, of which one part is stored. */
async function begun(made: Made, repository_id: string) {
  const [id, attempt_id] = [made.random.uuid(), made.random.uuid()]
  await claimBackup(made, { id, repository_id, cause: 'command' })
  await beginAttempt(made, id, { attempt_id, tags: [`part-${attempt_id}-0`], size: 1 })
  return { id, attempt_id }
}

test('killed at any step, it can be restored whole, and the next one cleans up', { timeout: 120_000 }, async () => {
  const made = await installation()
  const memory = makeMemoryBackups(sha256)
  const written: Uint8Array[] = []
  const write = () => {
    written.push(Uint8Array.from({ length: 5000 }, (_, n) => (n * (7 + written.length)) % 251))
    made.write(written.at(-1)!)
  }
  write()
  const first = await opened(made, memory)
  await backupToTarget({ ...made, version: '1.2.3', opened: first })
  let deaths = 0
  for (let left = 0; ; left++) {
    made.clock.skip(60_000)
    write()
    const mortal = { ...first, engine: dyingAfter(left, memory) }
    const problem = await backupToTarget({ ...made, version: '1.2.3', opened: mortal }).catch(String)
    const folder = join(made.root, `after-${left}`)
    await (await sourceOf(first)).fill(folder)
    const found = readFileSync(join(folder, 'files', VOLUME))
    expect(written.some((bytes) => Buffer.compare(found, bytes) === 0)).toBe(true)
    if (typeof problem !== 'string') break
    expect(problem).toContain('killed')
    deaths++
  }
  expect(deaths).toBeGreaterThanOrEqual(10)
  const rows = await made.db.read.selectFrom('installation_backup').selectAll().execute()
  const lost = rows.filter(({ state }) => state !== 'complete')
  expect(lost.map(({ state, tags }) => [state, tags])).toEqual(lost.map(() => ['failed', []]))
  expect(readdirSync(made.data).filter((name) => name.startsWith('backup-'))).toEqual([])
  const known = new Set(rows.flatMap(({ tags }) => tags))
  expect(memory.allTags().filter((tag) => !tag.startsWith('owner-') && !known.has(tag))).toEqual([])
})

/** A step is the begin or end of a change of the repository. */
function dyingAfter(steps: number, engine: BackupEngine): BackupEngine {
  let left = steps
  const mortal = { ...engine }
  for (const verb of ['create', 'store', 'forget', 'prune'] as const) {
    const real = engine[verb] as (...given: unknown[]) => Promise<unknown>
    const call = async (...given: unknown[]) => {
      if (left-- === 0) throw new Error('killed')
      const done = await real(...given)
      if (left-- === 0) throw new Error('killed')
      return done
    }
    Object.assign(mortal, { [verb]: call })
  }
  return mortal
}

test('a repository whose key was sealed with another secret key is not opened, and not replaced', async () => {
  const made = await installation()
  const { repository } = await opened(made, makeMemoryBackups(sha256))
  const key = new Uint8Array(32).fill(8)
  const sealer = makeSealer({ key, random, decodeBase64: (text) => Buffer.from(text, 'base64') })
  expect(await installationRepository({ ...made, sealer }, 'tapes')).toBeUndefined()
  expect(await installationRepository(made, 'tapes')).toEqual(repository)
})

test('an engine that is gone, or a description of something else, is said', async () => {
  const made = await installation()
  const engine = makeMemoryBackups(sha256)
  const at = await opened(made, engine)
  engine.trouble = 'full'
  await expect(backupToTarget({ ...made, version: '1.2.3', opened: at })).rejects.toMatchObject({ code: 'full' })
  expect(await rowsOf(made)).toMatchObject([{ state: 'failed', problem: 'The target is full' }])
  // a database that is gone as well does not hide it
  const transaction: typeof made.db.transaction = async (act, options) => {
    if ((await rowsOf(made)).some(({ state }) => state === 'storing')) throw new Error('the database is gone')
    return made.db.transaction(act, options)
  }
  const gone = { ...made, db: { ...made.db, transaction }, version: '1.2.3', opened: at }
  await expect(backupToTarget(gone)).rejects.toMatchObject({ code: 'full' })
  await made.db.transaction((tx) => tx.deleteFrom('lease').execute())
  engine.trouble = undefined
  await engine.create(at.repository)
  await expect(findStored(at)).rejects.toThrow('the repository has no backup')
  expect(await installationRepository(made, 'no-such-target')).toBeUndefined()
})

test('a backup without all disks is there until the next one, and takes the place of none', async () => {
  const made = await installation()
  const { repository } = await opened(made, makeMemoryBackups(sha256))
  const rows = async () => {
    const found = made.db.read.selectFrom('installation_backup').select('id').orderBy('time_created')
    return (await found.execute()).map(({ id }) => id)
  }
  const store = async (...problems: string[]) => {
    const attempt = await begun(made, repository.id)
    await forgetOutdated(made, repository.id, await endBackup(made, attempt, problems))
    made.clock.skip(3_600_000)
    return attempt
  }
  const whole = await store()
  await store('Disk a of b was left out: its host does not answer')
  const last = await store('Disk a of b was left out: its host does not answer')
  expect(await rows()).toEqual([whole.id, last.id])
  const next = await store()
  expect(await rows()).toEqual([next.id])
  await expect(endBackup(made, last, [])).rejects.toThrow('another backup has taken the place of this one')
})

test('a second backup to the same target is refused while one is under way', async () => {
  const made = await installation()
  const memory = makeMemoryBackups(sha256)
  const at = await opened(made, memory)
  const given = { ...made, version: '1.2.3' }
  let second: unknown
  const store: BackupEngine['store'] = async (...args) => {
    second ??= await backupToTarget({ ...given, opened: at }).catch(String)
    return memory.store(...args)
  }
  await backupToTarget({ ...given, opened: { ...at, engine: { ...memory, store } } })
  expect(second).toContain('another backup to this target is under way')
  await backupToTarget({ ...given, opened: at })
})

test('a command that has lost its lease ends, and leaves what another one makes there alone', async () => {
  const made = await installation()
  const memory = makeMemoryBackups(sha256)
  const at = await opened(made, memory)
  const given = { ...made, version: '1.2.3' }
  const { id: whole } = await backupToTarget({ ...given, opened: at })
  made.clock.skip(60_000)
  /** Something happens before the first bytes of the next one are stored. */
  const meanwhile = (act: (signal: AbortSignal) => Promise<unknown>) => {
    let isFirst = true
    const store: BackupEngine['store'] = async (repository, bytes, options) => {
      if (isFirst) await act(options.signal)
      isFirst = false
      return memory.store(repository, bytes, options)
    }
    return { ...at, engine: { ...memory, store } }
  }
  const stolen = meanwhile(async (signal) => {
    await made.db.transaction((tx) => tx.updateTable('lease').set({ holder: 'another' }).execute())
    await made.clock.advance(LEASE_MS / 3)
    await expect.poll(() => signal.aborted).toBe(true)
  })
  await expect(backupToTarget({ ...given, opened: stolen })).rejects.toThrow('could not be renewed')
  expect((await rowsOf(made)).map(({ state }) => state)).toEqual(['complete', 'failed'])
  await made.db.transaction((tx) => tx.deleteFrom('lease').execute())

  // it has not heard of that yet
  made.clock.skip(60_000)
  const late = meanwhile(() => begun(made, at.repository.id))
  await expect(backupToTarget({ ...given, opened: late })).rejects.toThrow('another backup has taken the place')
  expect((await rowsOf(made)).map(({ state }) => state)).toEqual(['complete', 'failed', 'failed', 'storing'])
  expect((await listStored(at)).backups.map(({ id }) => id)).toEqual([whole])
})

test('what is stored has its recovery file, even if cleaning up fails, and parts that are lost are missed', async () => {
  const made = await installation()
  const memory = makeMemoryBackups(sha256)
  made.write(sample(7))
  const at = await opened(made, memory)
  await backupToTarget({ ...made, version: '1.2.3', opened: at })
  const repositories = made.db.read.selectFrom('installation_repository').select('time_recovery')
  expect(await repositories.execute()).toEqual([{ time_recovery: made.clock.now().toISOString() }])
  rmSync(made.recovery)
  made.clock.skip(60_000)
  const failing = { ...at, engine: { ...memory, prune: goneTarget } }
  await expect(backupToTarget({ ...made, version: '1.2.3', opened: failing })).rejects.toThrow('the target is gone')
  expect(await readRecovery(made.recovery)).toEqual(at.repository)

  const { id } = await verifyStored(at)
  await memory.forget(at.repository, [`part-${id}-0`])
  await expect(verifyStored(at)).rejects.toThrow(`lost files/${VOLUME} of backup ${id}`)
})

test('an archive is not read to find out that it is one', async () => {
  const { recovery } = await installation()
  writeFileSync(recovery, `{${' '.repeat(2 ** 20)}`)
  expect(await readRecovery(recovery)).toBeUndefined()
})

test('the data directory of the original is for restores', async () => {
  const args = ['recovery.json', '--target', 'tapes', '--take-over', '--original', '/srv/old']
  await expect(runCommand('backup', args, {}, '1.2.3', ignore)).rejects.toThrow('usage: backup')
})

describe('the commands', needing('restic'), () => {
  test('store at a target and restore from the recovery file', async () => {
    const made = await installation()
    made.write(sample(7))
    const run = (word: string, ...args: string[]) =>
      runCommand(word, [...args, '--backup-root', join(made.root, 'backups')], {}, '1.2.3', () => undefined)
    const file = join(made.root, 'recovery.json')
    expect(await run('backup', file, '--data', made.data, '--target', 'tapes', '--verify')).toContain(
      'stored a backup at tapes and read it back',
    )
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ place: { kind: 'directory', folder: 'tapes' } })
    expect(await run('restore', file, '--verify')).toContain('the repository is whole')
    const data = join(made.root, 'restored')
    mkdirSync(data, { mode: 0o700 })
    execFileSync('cp', ['-p', join(made.data, 'secret-key'), data])
    expect(await run('restore', file, '--data', data)).toContain(`restored ${data} from backup`)
    expect(Buffer.compare(readFileSync(join(data, VOLUME)), sample(7))).toBe(0)
    expect(await run('restore', file, '--list')).toMatch(
      /^[0-9a-f-]{36} {2}\S+Z {2}complete {2}\d+ bytes, by version 1\.2\.3\nWithout --backup/,
    )
    await expect(run('restore', file, '--list', '--verify')).rejects.toThrow('usage: restore')
    await expect(run('backup', file, '--data', made.data, '--target', 'none')).rejects.toThrow(
      'no backup target "none"',
    )
    await expect(run('restore', file, '--data', join(made.root, 'x'), '--backup', 'y')).rejects.toThrow('no backup y')
  })
})
