// Two disks on which a running guest counts, through a protection policy and a repository of restic: restored, both hold the same number.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { installation, protect, restoreInto, runPolicy, shrink } from '#control/testing/backups.ts'
import { GIB } from '#control/testing/compute.ts'
import { eachDatabase } from '#control/testing/databases.ts'
import { sha256 } from '#control/testing/storage.ts'
import { makeResticEngine } from '#drivers/restic/engine.ts'
import { makeMemoryBlocks } from '#drivers/simulated/blocks-memory.ts'
import { needing } from '../scripts/needs.mjs'
import { clock } from './clock.ts'

const SIZE = 2 ** 20
const NAMES = ['one', 'two']
const blank = { type: 'blank', block_size: 512 }
const newDisk = (name: string) => ({ type: 'create', name, description: '', size: GIB, disk_source: blank })

eachDatabase(
  (_name, open) => {
    test('a counter on two disks is the same after a restore', { ...needing('restic'), timeout: 240_000 }, async () => {
      const root = mkdtempSync(join(tmpdir(), 'backup-counter-'))
      mkdirSync(join(root, 'tapes'))
      const backupEngine = makeResticEngine({ clock, searchPath: process.env.PATH ?? '', root })
      const volumes = makeMemoryBlocks(sha256)
      const w = await installation(await open(), 11, { backupEngine, volumes })
      const made = await w.make('db1', { disks: NAMES.map(newDisk) })
      await w.quiet()
      const disksOf = async (name: string) =>
        (await w.ok('GET', `/v1/instances/${name}/disks?project=web`)).items as { id: string; name: string }[]
      const disks = await disksOf('db1')
      for (const { id } of disks) await shrink(w, id, new Uint8Array(SIZE))
      await w.act(made.id, 'start')
      await w.reach(made.id, 'running')

      let count = 0
      async function countOn() {
        count++
        for (const { id } of disks) await volumes.write(id, 4096, Uint8Array.of(count))
      }
      // it goes on after each copy
      const { machines } = w.host
      for (const verb of ['copyDisk', 'copyDisks'] as const) {
        const real = machines[verb].bind(machines) as (...given: unknown[]) => Promise<void>
        machines[verb] = async (...given: unknown[]) => {
          await real(...given)
          await countOn()
        }
      }
      await countOn()
      await protect(w)
      const backup = await runPolicy(w)
      expect(backup).toMatchObject({ noun: 'instance', state: 'ready', problem: null })
      expect(count).toBeGreaterThan(1)
      expect((await w.view(made.id)).run_state).toBe('running')

      expect(await restoreInto(w, backup.id, 'db2', 'instance')).toMatchObject({ state: 'done' })
      const restored = await disksOf('db2')
      expect(restored.map(({ name }) => name)).toEqual(NAMES.map((name) => `db2-${name}`))
      const then = new Uint8Array(SIZE)
      then[4096] = 1
      for (const { id } of restored) expect(Buffer.compare(await volumes.read(id, 0, SIZE), then)).toBe(0)
      expect(w.errors).toEqual([])
      await w.stop()
      rmSync(root, { recursive: true, force: true })
    })
  },
  ['libsql'],
)
