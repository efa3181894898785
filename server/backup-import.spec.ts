// The import of a repository of restic, as another installation has left it, and a restore from it, byte by byte. The rules are in
// control/compute/backup/import.spec.ts.
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { backupLoop } from '#control/reconcile/backup.ts'
import { eachDatabase } from '#control/testing/databases.ts'
import { makeStorage, settleStorage } from '#control/testing/storage.ts'
import { talk } from '#control/testing/talk.ts'
import { sample, toStore } from '#drivers/backup-engine.cases.ts'
import { makeResticEngine } from '#drivers/restic/engine.ts'
import { killingOnce } from '#drivers/restic/testing/killing.ts'
import { needing } from '../scripts/needs.mjs'
import { clock } from './clock.ts'

const SIZE = 2 ** 20
const BACKUP = '00000000-0000-4000-8000-0000000000b1'
const DISK = 'disk-00000000-0000-4000-8000-0000000000d1'
const repository = '00000000-0000-4000-8000-0000000000e1'
const quietly = { signal: new AbortController().signal, onProgress: () => undefined }

const described = (digest: string) => ({
  format: 1,
  id: BACKUP,
  time_created: '2026-11-01T03:00:00.000Z',
  project: 'shop',
  policy: 'nightly',
  noun: 'disk',
  name: 'data',
  instance: null,
  disks: [{ tag: DISK, name: 'data', size: SIZE, block_size: 512, is_boot: false, digest }],
})

eachDatabase(
  (_name, open) => {
    test(
      'a repository of restic is imported, and restored through failures',
      { ...needing('restic'), timeout: 240_000 },
      async () => {
        const root = mkdtempSync(join(tmpdir(), 'backup-import-'))
        mkdirSync(join(root, 'tapes'))
        const { program, arm } = await killingOnce(root, join(root, 'tapes', repository))
        const engine = makeResticEngine({ clock, searchPath: process.env.PATH ?? '', root, program })
        const place = { kind: 'directory' as const, folder: 'tapes' }
        const stored = { place, id: repository, key: 'secret' }
        const bytes = sample(SIZE, 5)
        await engine.create(stored)
        await engine.store(stored, toStore(DISK, bytes), quietly)
        const text = JSON.stringify(described(createHash('sha256').update(bytes).digest('hex')))
        await engine.store(stored, toStore(`backup-${BACKUP}`, new TextEncoder().encode(text)), quietly)

        const world = await makeStorage(await open(), { backupEngine: engine })
        const work = async () => {
          for (const loop = backupLoop(world.host, () => undefined); (await loop.step()) === 500;)
            await settleStorage(world.host)
        }
        const targets = '/rackwright/system/backup-targets'
        await world.post(targets, { name: 'tapes', description: '', place })
        const body = { silo: 'recovery', repository, key: 'secret' }
        const wrong = await world.admin.raw('POST', `${targets}/tapes/imports`, { ...body, key: 'another' })
        expect(wrong.body.message).toContain('the key does not open the repository')
        const absent = { ...body, repository: BACKUP }
        const gone = await world.admin.raw('POST', `${targets}/tapes/imports`, absent)
        expect(gone.body.message).toContain('there is no repository')
        await world.tell202(`${targets}/tapes/imports`, body)
        await work()
        const { items } = await world.get('/rackwright/backups?silo=recovery')
        expect(items).toMatchObject([{ id: BACKUP, state: 'ready', project_name: 'shop', resource_name: 'data' }])
        const restore = { name: 'back', as: 'disk', project: 'web' }
        await arm('dump')
        await world.tell202(`/rackwright/backups/${BACKUP}/restore`, restore)
        // nothing is there while it fails, and nothing stays of what failed
        const failing = async (problem: string) => {
          await work()
          expect((await world.get('/rackwright/backup-restores?project=web')).items).toMatchObject([
            { state: 'running', problem },
          ])
          expect((await world.admin.raw('GET', '/v1/disks/back?project=web')).status).toBe(404)
          world.clock.skip(3_600_000)
        }
        await failing('restic was killed')
        renameSync(join(root, 'tapes'), join(root, 'away'))
        await failing('there is no directory tapes below the directory for backups')
        renameSync(join(root, 'away'), join(root, 'tapes'))
        world.blocks.fail('write')
        await failing('the disk array is on fire')
        world.blocks.heal()
        await work()
        Object.assign(world, talk(await world.login('recovery', 'admin')))
        const { id } = await world.get('/v1/disks/back?project=web')
        const volumes = (await world.host.volumes.list()).map((volume) => volume.id)
        expect(volumes).toEqual([id])
        const rows = await world.host.db.read.selectFrom('volume').select('id').execute()
        expect(rows.map((row) => row.id)).toEqual([id])
        expect(Buffer.compare(await world.host.volumes.read(id as string, 0, SIZE), bytes)).toBe(0)
        expect(world.errors).toEqual([])
        rmSync(root, { recursive: true, force: true })
      },
    )
  },
  ['libsql'],
)
