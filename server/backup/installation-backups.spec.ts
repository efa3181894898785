// What the server notes of the backups that it makes of itself.
import { expect, test } from 'vitest'
import { claimBackup } from '#control/compute/backup/installation-run.ts'
import { sha256 } from '#control/testing/storage.ts'
import type { BackupEngine } from '#drivers/backup-engine.ts'
import { makeMemoryBackups } from '#drivers/simulated/backup-engine.ts'
import { makeInstallationBackups } from './installation-backups.ts'
import { lastBackupIn } from './last-backup.ts'
import { installation, opened } from './testing.ts'

test('a complete backup is noted, although the old ones could not be removed', async () => {
  const made = await installation()
  const memory = makeMemoryBackups(sha256)
  const { repository } = await opened(made, memory)
  const { store } = makeInstallationBackups({ ...made, version: '1.2.3' })
  const attempt = async (engine: BackupEngine) => {
    const id = made.random.uuid()
    await claimBackup(made, { id, repository_id: repository.id, cause: 'command' })
    await store({ engine, repository, id, isTakeOver: false, signal: new AbortController().signal })
  }
  const storeOnlyMarks: BackupEngine['store'] = async (at, bytes, options) => {
    if (bytes.tag.startsWith('part-')) throw new Error('the target is full')
    return memory.store(at, bytes, options)
  }
  await expect(attempt({ ...memory, store: storeOnlyMarks })).rejects.toThrow('the target is full')
  expect(await lastBackupIn(made.data)).toBeUndefined()
  // what the first one has left is to be removed
  const stuck = { ...memory, prune: () => Promise.reject(new Error('the target is gone')) }
  made.clock.skip(60_000)
  await expect(attempt(stuck)).rejects.toThrow('the target is gone')
  expect(await lastBackupIn(made.data)).toEqual(made.clock.now())
})
