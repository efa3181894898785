// restic is killed while it stores, forgets, prunes and returns bytes. The next attempt does what was wanted: nothing is lost or half there,
// and no lock stays.
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { needing } from '../../scripts/needs.mjs'
import { fetched, sample, toStore } from '../backup-engine.cases.ts'
import type { BackupEngine, BackupRepository } from '../backup-engine.ts'
import { testingClock } from '../testing-clock.ts'
import { makeResticEngine } from './engine.ts'
import { killingOnce } from './testing/killing.ts'

const never = new AbortController().signal
const quietly = { signal: never, onProgress: () => undefined }
const repository: BackupRepository = { place: { kind: 'directory', folder: 'tapes' }, id: 'r1', key: 'a secret key' }
const [KEPT, OLD] = [sample(1_500_000, 5), sample(1_000_000, 6)]

describe('restic is killed', { ...needing('restic'), timeout: 180_000 }, () => {
  let root: string
  let engine: BackupEngine
  /** The next restic with this command is killed. */
  let kill: (command: string) => Promise<void>
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'restic-kills-'))
    await mkdir(join(root, 'tapes'))
    const { program, arm } = await killingOnce(root, join(root, 'tapes/r1'))
    kill = arm
    engine = makeResticEngine({ clock: testingClock(), searchPath: process.env.PATH ?? '', root, program })
    await engine.create(repository)
  })
  const locks = () => readdir(join(root, 'tapes/r1/locks'))
  afterEach(() => rm(root, { recursive: true, force: true }))

  test('at each step of a backup, of its removal and of a restore', async () => {
    const killed = { code: 'failed', message: 'restic was killed' }
    const store = (tag: string, bytes: Uint8Array) => engine.store(repository, toStore(tag, bytes), quietly)

    await kill('backup')
    await expect(store('old', OLD)).rejects.toMatchObject(killed)
    expect(await engine.has(repository, 'old', OLD.length)).toBe(false)
    await store('old', OLD)
    await store('kept', KEPT)

    await kill('forget')
    await expect(engine.forget(repository, ['old'])).rejects.toMatchObject(killed)
    expect((await locks()).length).toBeGreaterThan(0)
    await engine.forget(repository, ['old'])
    expect(await engine.tags(repository)).toEqual(['kept'])

    await kill('prune')
    await expect(engine.prune(repository, never)).rejects.toMatchObject(killed)
    expect((await locks()).length).toBeGreaterThan(0)
    await engine.prune(repository, never)
    expect(await locks()).toEqual([])

    await kill('dump')
    await expect(fetched(engine, repository, 'kept')).rejects.toMatchObject(killed)
    expect(Buffer.compare(await fetched(engine, repository, 'kept'), KEPT)).toBe(0)
    await kill('check')
    await expect(engine.verify(repository, undefined, never)).rejects.toMatchObject(killed)
    await engine.verify(repository, undefined, never)
    expect(await locks()).toEqual([])
  })
})
