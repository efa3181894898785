// Which of the backups at a target is restored: a whole one, whatever else is there.
import { expect, test } from 'vitest'
import { sha256 } from '#control/testing/storage.ts'
import { BackupError, type BackupEngine } from '#drivers/backup-engine.ts'
import { makeMemoryBackups } from '#drivers/simulated/backup-engine.ts'
import { descriptionTag, findStored, listStored, storeDescription, verifyStored } from './stored.ts'
import { installation, opened } from './testing.ts'
import { backupToTarget, sourceOf } from './to-target.ts'

test('restoring takes the newest complete one, and another one only by name', async () => {
  const made = await installation()
  const engine = makeMemoryBackups(sha256)
  const at = await opened(made, engine)
  const { id: whole } = await backupToTarget({ ...made, version: '1.2.3', opened: at })
  made.clock.skip(60_000)
  const newer = async (problems?: string[]) => {
    const id = made.random.uuid()
    const time_created = made.clock.now().toISOString()
    const description = { id, version: '1.2.3', time_created, parts: (await findStored(at, whole)).parts }
    await storeDescription(at, { ...description, problems: problems as string[] })
    return id
  }
  const problems = ['Disk data of db was left out: its host does not answer']
  const incomplete = await newer(problems)
  const skipped = [`Backup ${incomplete} of 2025-03-03T09:01:00.000Z is newer, but incomplete`]
  expect((await sourceOf(at)).backup).toMatchObject({ id: whole, skipped })
  expect((await sourceOf(at, incomplete)).backup).toMatchObject({ id: incomplete, problems, skipped: [] })
  expect((await listStored(at)).backups.map(({ id, problems: of }) => [id, of.length])).toEqual([
    [incomplete, 1],
    [whole, 0],
  ])
  // an earlier version did not say so: what was left out does
  made.clock.skip(60_000)
  const old = await newer(undefined)
  expect((await sourceOf(at)).backup).toMatchObject({ id: old, skipped: [] })
  await engine.forget(at.repository, [whole, old].map(descriptionTag))
  await expect(sourceOf(at)).rejects.toThrow('has no complete backup: see --list')
})

test('a description that is damaged, or of a newer version, does not hide the older backups', async () => {
  const made = await installation()
  const memory = makeMemoryBackups(sha256)
  const at = await opened(made, memory)
  const { id: whole } = await backupToTarget({ ...made, version: '1.2.3', opened: at })
  const describe = async (text: string) => {
    const [id, bytes] = [made.random.uuid(), new TextEncoder().encode(text)]
    const read = async function* () {
      yield bytes
    }
    const options = { signal: new AbortController().signal, onProgress: () => undefined }
    await memory.store(at.repository, { tag: descriptionTag(id), size: bytes.length, read }, options)
    return id
  }
  const newer = await describe('{"format":2}')
  const cut = await describe('{"format":1,"id":')
  const rotten = await describe('{}')
  let code: 'corrupted' | 'unreachable' = 'corrupted'
  const load: BackupEngine['load'] = (repository, tag, signal) => {
    if (tag === descriptionTag(rotten)) throw new BackupError(code, 'the repository is damaged')
    return memory.load(repository, tag, signal)
  }
  const odd = { ...at, engine: { ...memory, load } }
  const { backups, unreadable } = await listStored(odd)
  expect(backups.map(({ id }) => id)).toEqual([whole])
  expect(unreadable).toEqual([
    { id: newer, reason: 'the backup was made by a newer version' },
    { id: cut, reason: 'the description of the backup is damaged' },
    { id: rotten, reason: 'the repository is damaged' },
  ])
  const found = await findStored(odd)
  expect(found.id).toBe(whole)
  expect(found.skipped).toEqual(unreadable.map(({ id, reason }) => `Backup ${id} cannot be read: ${reason}`))
  await expect(findStored(odd, newer)).rejects.toThrow('the backup was made by a newer version')
  // what is wrong with the target is not wrong with a backup
  code = 'unreachable'
  await expect(findStored(odd)).rejects.toMatchObject({ code })
  await memory.forget(at.repository, [descriptionTag(whole)])
  await expect(verifyStored(at)).rejects.toThrow('has no complete backup: see --list')
})
