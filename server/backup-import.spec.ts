// A repository of restic that one installation has made is imported by another one, and an instance restored from it, byte by byte. The
// rules are in control/compute/backup/import.spec.ts.
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { eachDatabase } from '#control/testing/databases.ts'
import {
  importBody,
  importInto,
  installation,
  restoreInto,
  SOURCE_AT,
  SOURCE_BYTES,
  storeInstance,
  TARGETS,
} from '#control/testing/backups.ts'
import { sha256 } from '#control/testing/storage.ts'
import { makeMemoryBlocks } from '#drivers/simulated/blocks-memory.ts'
import { makeResticEngine } from '#drivers/restic/engine.ts'
import { needing } from '../scripts/needs.mjs'
import { clock } from './clock.ts'

const volumes = () => makeMemoryBlocks(sha256)

eachDatabase(
  (_name, open) => {
    describe('a repository of another installation', needing('restic'), () => {
      test('is imported, and an instance restored from it', { timeout: 400_000 }, async () => {
        const root = mkdtempSync(join(tmpdir(), 'backup-import-'))
        mkdirSync(join(root, 'tapes'))
        const backupEngine = makeResticEngine({ clock, searchPath: process.env.PATH ?? '', root })
        const first = await installation(await open(), 21, { backupEngine, volumes: volumes() })
        const original = await storeInstance(first)
        await first.stop()
        const second = await installation(await open(), 22, { backupEngine, volumes: volumes() })
        // what an operator finds at the target when everything else is lost
        expect(readdirSync(join(root, 'tapes'))).toEqual([original.repository])
        const body = importBody(original)
        for (const [wrong, said] of [
          [{ key: 'another' }, 'the key does not open the repository'],
          [{ repository: second.host.random.uuid() }, 'there is no repository'],
          [{}, 'another installation uses the repository'],
        ] as const) {
          const refused = await second.admin.raw('POST', `${TARGETS}/tapes/imports`, { ...body, ...wrong })
          expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining(said)])
        }
        const [backup] = await importInto(second, { ...body, take_over: true })
        expect(await restoreInto(second, backup!.id, 'db2', 'instance')).toMatchObject({ state: 'done', problem: null })
        const made = await second.ok('GET', '/v1/instances/db2?project=web')
        const disk = made.boot_disk_id as string
        const bytes = await second.host.volumes.read(disk, SOURCE_AT, SOURCE_BYTES.length)
        expect(Buffer.compare(bytes, SOURCE_BYTES)).toBe(0)
        expect([first.errors, second.errors]).toEqual([[], []])
        await second.stop()
        rmSync(root, { recursive: true, force: true })
      })
    })
  },
  ['libsql'],
)
