// An installation for tests of its backups: a data directory, a database and a backup target.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { installationRepository } from '#control/compute/backup/installation-repository.ts'
import { openLibsql } from '#control/db/engines/libsql.ts'
import { migrate } from '#control/db/migrate.ts'
import type { BackupEngine } from '#drivers/backup-engine.ts'
import { testingClock } from '#drivers/testing-clock.ts'
import { claimDatabase } from '../data-owner.ts'
import { random } from '../random.ts'
import { openSealer } from '../secret-key.ts'
import { ID_NAME } from '../storage/installation-id.ts'

export const VOLUME = 'disks/11111111-1111-4111-8111-111111111111.blocks'
const ignore = () => undefined

/** An installation with a volume, and a target. */
export async function installation() {
  const root = mkdtempSync(join(tmpdir(), 'rackwright-to-target-'))
  const data = join(root, 'data')
  mkdirSync(join(data, 'disks'), { recursive: true })
  mkdirSync(join(root, 'backups/tapes'), { recursive: true })
  const clock = testingClock()
  const db = await openLibsql({ file: join(data, 'rackwright.db') })
  onTestFinished(async () => {
    await db.close()
    rmSync(root, { recursive: true, force: true })
  })
  await migrate(db, clock.now())
  await claimDatabase({ db, idFile: join(data, ID_NAME), random, now: clock.now() })
  const now = clock.now().toISOString()
  const target = { id: random.uuid(), name: 'tapes', description: '', time_created: now, time_modified: now }
  const place = { kind: 'directory' as const, folder: 'tapes' }
  await db.transaction((tx) =>
    tx
      .insertInto('backup_target')
      .values({ ...target, place })
      .execute(),
  )
  const sealer = await openSealer({ data }, { db, random, clock })
  const write = (bytes: Uint8Array) => writeFileSync(join(data, VOLUME), bytes)
  const recovery = join(root, 'recovery.json')
  return { root, data, db, clock, random, sealer, write, recovery, log: { info: ignore, warn: ignore, error: ignore } }
}

export type Made = Awaited<ReturnType<typeof installation>>

export async function opened(made: Made, engine: BackupEngine) {
  return { engine, repository: (await installationRepository(made, 'tapes'))! }
}
