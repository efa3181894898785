// The file that keeps the last checkpoint of the audit log, and the commands that write it.
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Checkpoint } from '#contract/audit-chain.ts'
import type { Database } from '#control/db/database.ts'
import { openLibsql } from '#control/db/engines/libsql.ts'
import { migrate } from '#control/db/migrate.ts'
import { UnreadableCheckpoint } from '#control/frame/ports/checkpoint.ts'
import { checkContinuity } from '#control/audit/continuity.ts'
import { lastCheckpoint } from '#control/audit/entries.ts'
import { sealEntries } from '#control/audit/seal.ts'
import { makeWorld } from '#control/testing/world.ts'
import { clock } from '../clock.ts'
import { runCommand } from '../command.ts'
import { random } from '../random.ts'
import { openSealer } from '../secret-key.ts'
import { CHECKPOINT_NAME, keepCheckpointIn } from './kept-checkpoint.ts'

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rackwright-checkpoint-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const checkpoint = (number: number): Checkpoint => ({
  kind: 'sealed',
  number,
  previous: null,
  time: '2026-11-18T00:00:00.000Z',
  hash: 'h'.repeat(5000),
  signature: 's',
  public_key: 'k',
})

test('many replicas write it at once: readers never find half of it, and an older one does not replace a newer one', async () => {
  const folder = newFolder()
  const file = join(folder, CHECKPOINT_NAME)
  const replicas = Array.from({ length: 4 }, () => keepCheckpointIn(file, random))
  const [one] = replicas
  expect(await one!.read()).toBeUndefined()
  const over = new AbortController()
  const reading = (async () => {
    for (let last: Checkpoint | undefined; !over.signal.aborted; last = await one!.read())
      if (last) expect(last.hash).toHaveLength(5000)
  })()
  for (let n = 1; n <= 20; n++) await Promise.all(replicas.map((each) => each.keep(checkpoint(n))))
  over.abort()
  await reading
  expect(await one!.read()).toEqual(checkpoint(20))
  await one!.keep(checkpoint(19))
  expect(await one!.read()).toEqual(checkpoint(20))
  expect(readdirSync(folder)).toEqual([CHECKPOINT_NAME])
  expect(statSync(file).mode & 0o777).toBe(0o600)

  await one!.replace(checkpoint(3))
  expect(await one!.read()).toEqual(checkpoint(3))
  await one!.replace(undefined)
  expect(readdirSync(folder)).toEqual([])
})

test('a file that holds something else is not taken for none', async () => {
  const file = join(newFolder(), CHECKPOINT_NAME)
  for (const text of ['', 'x', '{}', 'null']) {
    writeFileSync(file, text)
    await expect(keepCheckpointIn(file, random).read()).rejects.toThrow(UnreadableCheckpoint)
  }
  if (process.getuid?.() === 0) return
  chmodSync(file, 0)
  await expect(keepCheckpointIn(file, random).read()).rejects.toThrow('EACCES')
})

/** An installation with a sealed log. */
async function install() {
  const data = newFolder()
  const file = join(data, 'rackwright.db')
  const db = await openLibsql({ file })
  await migrate(db, clock.now())
  const sealer = await openSealer({ data }, { db, random, clock })
  const checkpointKeeper = keepCheckpointIn(join(data, CHECKPOINT_NAME), random)
  const world = await makeWorld(db, { sealer, checkpointKeeper })
  const seal = async (name: string) => {
    await world.admin.raw('POST', '/v1/projects', { name, description: '' })
    return (await sealEntries(world.host))!
  }
  return { data, db, world, seal, sealer, checkpointKeeper, file }
}

const run = (word: string, ...args: string[]) => runCommand(word, args, {}, '1.2.3', () => undefined)
const keptIn = (data: string) => JSON.parse(readFileSync(join(data, CHECKPOINT_NAME), 'utf8')) as Checkpoint

test('a restore writes the checkpoint of the backup', async () => {
  const { data, db, seal } = await install()
  const sealed = await seal('a')
  const file = join(newFolder(), 'backup.tar.gz')
  await run('backup', file, '--data', data)
  await seal('b')
  await db.close()
  const target = newFolder()
  await run('restore', file, '--data', target, '--secret-key-file', join(data, 'secret-key'))
  expect(keptIn(target)).toEqual(sealed)
  expect(keptIn(data).number).toBeGreaterThan(sealed.number)
  expect(statSync(join(target, CHECKPOINT_NAME)).mode & 0o777).toBe(0o600)
})

test('a database restored beside a kept data directory needs audit-begin-again', async () => {
  const { data, db, seal, world, sealer, checkpointKeeper } = await install()
  const first = await seal('a')
  const begin = (...more: string[]) => run('audit-begin-again', '--data', data, ...more)
  await expect(begin()).rejects.toThrow('usage: audit-begin-again --reason TEXT')
  await expect(begin('--reason', '  ')).rejects.toThrow('usage: audit-begin-again --reason TEXT')
  await expect(begin('--reason', 'x', 'y')).rejects.toThrow('usage: audit-begin-again --reason TEXT')
  await expect(begin('--reason', 'two\nlines')).rejects.toThrow('--reason must be one line')
  await expect(begin('--reason', 'nothing')).rejects.toThrow('there is no need to begin again')

  await seal('b')
  await goBackTo(db, first)
  await world.admin.raw('POST', '/v1/projects', { name: 'c', description: '' })
  expect(await sealEntries(world.host)).toBeUndefined()
  expect(world.errors.splice(0)).toEqual([expect.stringContaining('it ends at entry')])
  const answer = await begin('--reason', ' restored from Monday ')
  const printed = JSON.parse(answer.split('\n').at(-1)!) as Checkpoint
  db.noticeOthers?.()
  expect(await lastCheckpoint(db.read)).toEqual(printed)
  expect(keptIn(data)).toEqual(printed)
  expect((await checkContinuity({ db, sealer, checkpointKeeper })).problem).toBeUndefined()
  const entry = await db.read.selectFrom('event').selectAll().where('seq', '=', printed.number).executeTakeFirst()
  expect(entry).toMatchObject({ operation: 'audit_begin_again', reason: 'restored from Monday', chain: printed.hash })
  expect(await seal('d')).toMatchObject({ previous: printed.number })
  expect(world.errors).toEqual([])
  await db.close()
})

const goBackTo = (db: Database, { number }: Checkpoint) =>
  db.transaction(async (tx) => {
    await tx.deleteFrom('event').where('seq', '>', number).execute()
    await tx.deleteFrom('audit_checkpoint').where('number', '>', number).execute()
  })

test('after the secret key was replaced, the log can be begun again', async () => {
  const { data, db, seal } = await install()
  await seal('a')
  // what the server advises when the key is lost
  rmSync(join(data, 'secret-key'))
  await db.transaction((tx) => tx.deleteFrom('secret_key').execute())
  await run('audit-begin-again', '--data', data, '--reason', 'the key was lost')
  db.noticeOthers?.()
  const sealer = await openSealer({ data }, { db, random, clock })
  const checkpointKeeper = keepCheckpointIn(join(data, CHECKPOINT_NAME), random)
  expect((await checkContinuity({ db, sealer, checkpointKeeper })).problem).toBeUndefined()
  await db.close()
})
