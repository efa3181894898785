// Backups at targets through the API, on every database: who has a target, what is stored and for how long, restores, and what happens when
// a target fails or is damaged.
import { beforeEach, describe, expect, test } from 'vitest'
import type { Wire } from '#contract/api.ts'
import { makeMemoryBackups, type MemoryBackups } from '#drivers/simulated/backup-engine.ts'
import { makeMemoryBlocks } from '#drivers/simulated/blocks-memory.ts'
import { BackupProblem } from './backup-error.ts'
import { backupLoop } from '../../reconcile/backup.ts'
import { protectionLoop } from '../../reconcile/protection.ts'
import { quickHash } from '../../testing/backups.ts'
import { eachDatabase } from '../../testing/databases.ts'
import { GIB, makeStorage, settleStorage, type Storage } from '../../testing/storage.ts'
import { talk } from '../../testing/talk.ts'

const TARGETS = '/rackwright/system/backup-targets'
const POLICIES = '/rackwright/protection-policies'
const DAY = 24 * 3_600_000
const BYTES = Uint8Array.from({ length: 4096 }, (_, n) => (n * 7) % 251)

type Backup = Wire<'Backup'>
type Restore = Wire<'BackupRestore'>
type Repository = Wire<'BackupRepository'>

eachDatabase((_name, open) => {
  describe('backups', () => {
    let w: Storage
    let engine: MemoryBackups
    beforeEach(async () => {
      engine = makeMemoryBackups(quickHash)
      w = await makeStorage(await open(), { backupEngine: engine, volumes: makeMemoryBlocks(quickHash) })
    })

    const makeTarget = async (name = 'tapes') =>
      (await w.post(TARGETS, {
        name,
        description: '',
        place: { kind: 'directory', folder: name },
      })) as unknown as Wire<'BackupTarget'>
    const give = async (target = 'tapes') =>
      (await w.post(`${TARGETS}/${target}/silos`, { silo: 'recovery' })) as unknown as Wire<'BackupRepositoryKey'>
    const repository = async () => ((await w.get(`${TARGETS}/tapes/silos`)).items as Repository[])[0]!
    const backups = async () => (await w.get('/rackwright/backups?project=web')).items as Backup[]
    const restores = async () => (await w.get('/rackwright/backup-restores?project=web')).items as Restore[]
    const policy = async (more: Record<string, unknown> = {}) =>
      w.post(`${POLICIES}?project=web`, {
        name: 'nightly',
        description: '',
        schedule: { kind: 'daily', time: '03:00', zone: 'UTC' },
        keep: { hourly: 0, daily: 2, weekly: 0, monthly: 0 },
        covers: { kind: 'all' },
        ...more,
      })

    /** A target that the silo has, and a policy that sends there. */
    async function prepare(): Promise<Wire<'BackupTarget'>> {
      const target = await makeTarget()
      await give()
      await policy()
      await w.admin.raw('PUT', `${POLICIES}/nightly/backup-target?project=web`, { backup_target_id: target.id })
      return target
    }

    async function later(milliseconds: number) {
      await w.clock.advance(milliseconds)
      const admin = await w.login('recovery', 'admin')
      Object.assign(w, talk(admin), { admin })
    }

    /** Passes of a loop until nothing is left to do now. A new one each time, as after a crash. */
    async function work() {
      const loop = backupLoop(w.host, () => undefined)
      for (let pass = 0; pass < 20; pass++) {
        const pending = await loop.step()
        await settleStorage(w.host)
        if (typeof pending !== 'number' || pending > 1000) return
      }
    }

    async function run() {
      expect((await w.admin.raw('POST', `${POLICIES}/nightly/run?project=web`)).status).toBe(202)
      for (let pass = 0; pass < 6; pass++) {
        await protectionLoop(w.host, () => undefined).step()
        await settleStorage(w.host)
      }
      await work()
    }

    async function diskWithBytes(name: string): Promise<string> {
      const { id } = await w.disk(name)
      await w.host.volumes.write(id as string, 5 * 2 ** 20, BYTES)
      return id as string
    }

    const bytesOf = async (id: string) => Buffer.from(await w.host.volumes.read(id, 5 * 2 ** 20, BYTES.length))

    test('targets are given to silos, and their key is shown once', async () => {
      const target = await makeTarget()
      const { key, repository: made } = await give()
      expect(key).toMatch(/^[0-9a-f]{64}$/)
      expect(made).toMatchObject({ silo_name: 'recovery', target_id: target.id, size: null })
      for (const path of [`${TARGETS}/tapes`, `${TARGETS}/tapes/silos`, '/rackwright/backup-targets'])
        expect(JSON.stringify(await w.get(path))).not.toContain(key)
      const rows = await w.host.db.read.selectFrom('backup_repository').selectAll().execute()
      expect(JSON.stringify(rows)).not.toContain(key)
      expect((await w.admin.raw('POST', `${TARGETS}/tapes/silos`, { silo: 'recovery' })).status).toBe(400)
      expect((await w.get('/rackwright/backup-targets')).items).toEqual([
        { id: target.id, name: 'tapes', description: '' },
      ])
      expect((await w.admin.raw('DELETE', `${TARGETS}/tapes`)).body.message).toContain('take it from all silos')
      expect((await w.admin.raw('DELETE', `${TARGETS}/tapes/silos/recovery`)).status).toBe(204)
      expect((await w.admin.raw('DELETE', `${TARGETS}/tapes`)).status).toBe(204)
    })

    test('a repository whose key was lost with the secret key says so, and its backups wait', async () => {
      await diskWithBytes('data')
      await prepare()
      const sealed = await w.host.sealer.seal('another', 'of something else')
      await w.host.db.transaction((tx) => tx.updateTable('backup_repository').set({ key: sealed }).execute())
      await run()
      expect((await repository()).problem).toContain('sealed with a secret key that is lost')
      expect((await backups()).map(({ state }) => state)).toEqual(['waiting'])
    })

    test('a run is stored, and restored byte by byte', async () => {
      const id = await diskWithBytes('data')
      await prepare()
      await run()
      const [backup] = await backups()
      expect(backup).toMatchObject({
        noun: 'disk',
        resource_id: id,
        resource_name: 'data',
        state: 'ready',
        percent: 100,
      })
      expect(backup!.disks).toMatchObject([
        { name: 'data', size: GIB, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      ])
      expect(await repository()).toMatchObject({ problem: null, size: expect.any(Number) })

      const begun = await w.admin.raw('POST', `/rackwright/backups/${backup!.id}/restore`, { name: 'back', as: 'disk' })
      expect(begun.status, JSON.stringify([begun.body, w.errors])).toBe(202)
      // it exists only when it is whole
      expect((await w.admin.raw('GET', '/v1/disks/back?project=web')).status).toBe(404)
      expect(await w.storage()).toBe(3 * GIB)
      await work()
      expect(await restores()).toMatchObject([{ state: 'done', percent: 100, disk_names: ['back'] }])
      const disk = await w.get('/v1/disks/back?project=web')
      expect(disk.state).toEqual({ state: 'detached' })
      expect(Buffer.compare(await bytesOf(disk.id as string), BYTES)).toBe(0)
      expect(await w.host.volumes.digest(disk.id as string, GIB)).toBe(backup!.disks[0]!.sha256)
      expect(await w.storage()).toBe(3 * GIB)
      expect((await w.admin.raw('DELETE', '/v1/disks/back?project=web')).status).toBe(204)
    })

    test('a repository that another installation has taken over is left alone, until it is taken back', async () => {
      const own = { id: w.host.random.uuid(), time_created: w.clock.now().toISOString() }
      await w.host.db.transaction((tx) => tx.insertInto('data_directory').values(own).execute())
      await diskWithBytes('data')
      const target = await makeTarget()
      const { key, repository: made } = await give()
      await policy()
      await w.admin.raw('PUT', `${POLICIES}/nightly/backup-target?project=web`, { backup_target_id: target.id })
      await run()
      const [stored] = await backups()
      const owners = () => engine.allTags().filter((tag) => tag.startsWith('owner-'))
      expect([stored!.state, owners()]).toEqual(['ready', [`owner-${own.id}`]])

      // as another installation does
      const taken = { id: made.id, key, place: { kind: 'directory' as const, folder: 'tapes' } }
      const options = { signal: new AbortController().signal, onProgress: () => undefined }
      await engine.store(taken, { tag: 'owner-other', size: 0, async *read() {} }, options)
      await engine.forget(taken, [`owner-${own.id}`])
      await w.admin.raw('DELETE', `/rackwright/backups/${stored!.id}`)
      await run()
      expect(engine.allTags()).toContain(`backup-${stored!.id}`)
      expect((await repository()).problem).toBe('another installation uses the repository: import it to take it over')
      expect((await backups()).map(({ state }) => state).toSorted()).toEqual(['removing', 'waiting'])

      const body = { silo: 'recovery', repository: made.id, key }
      const imports = `${TARGETS}/tapes/imports`
      expect((await w.admin.raw('POST', imports, body)).body.message).toContain('another installation')
      expect((await w.admin.raw('POST', imports, { ...body, take_over: true })).body.is_importing).toBe(true)
      await work()
      expect(owners()).toEqual([`owner-${own.id}`])
      expect(engine.allTags()).not.toContain(`backup-${stored!.id}`)
      expect(await repository()).toMatchObject({ problem: null, is_importing: false })
      expect((await backups()).map(({ state }) => state)).toEqual(['ready'])
    })

    test('targets of others, and none, cannot be chosen or are', async () => {
      const target = await prepare()
      const choose = (backup_target_id: string | null) =>
        w.admin.raw('PUT', `${POLICIES}/nightly/backup-target?project=web`, { backup_target_id })
      const other = await makeTarget('other')
      expect((await choose(other.id)).status).toBe(404)
      expect((await w.admin.raw('DELETE', `${TARGETS}/tapes/silos/recovery`)).body.message).toContain('nightly')
      expect((await choose(null)).body.backup_target_id).toBeNull()
      expect((await choose(target.id)).body.backup_target_id).toBe(target.id)
    })

    test('a target that fails is said, tried again, and stores everything once it works', async () => {
      await diskWithBytes('data')
      await prepare()
      engine.trouble = 'full'
      await run()
      expect(await backups()).toMatchObject([{ state: 'waiting', problem: 'the target is full' }])
      expect(await repository()).toMatchObject({ problem: 'the target is full', time_failed: expect.any(String) })
      const issues = (await w.get('/rackwright/issues')).items as Wire<'Issue'>[]
      expect(issues.find(({ kind }) => kind === 'backup_failed')).toMatchObject({
        severity: 'error',
        target_name: 'tapes',
        silo_name: 'recovery',
        reason: 'the target is full',
      })
      engine.trouble = undefined
      // not before its time
      await work()
      expect(await backups()).toMatchObject([{ state: 'waiting' }])
      await later(60_000)
      await work()
      expect(await backups()).toMatchObject([{ state: 'ready', problem: null }])
      expect(await repository()).toMatchObject({ problem: null, time_failed: null })
      // the policy must not remove what is not stored, and does not forget it
      expect((await w.get('/v1/snapshots?project=web')).items).toHaveLength(1)
    })

    test('what the policy no longer keeps is removed at the target too', async () => {
      await diskWithBytes('data')
      await prepare()
      for (let day = 0; day < 4; day++) {
        await later(DAY)
        await run()
      }
      expect(await backups()).toHaveLength(2)
      // a disk and a description each
      expect(engine.allTags()).toHaveLength(4)
      const [first] = await backups()
      expect((await w.admin.raw('DELETE', `/rackwright/backups/${first!.id}`)).status).toBe(204)
      await work()
      expect(engine.allTags()).toHaveLength(2)
      expect(await backups()).toHaveLength(1)
    })

    test('damage is found by verification, and not restored', async () => {
      await diskWithBytes('data')
      await prepare()
      await run()
      const verify = () => w.admin.raw('POST', `${TARGETS}/tapes/silos/recovery/verify`)
      expect((await verify()).body.is_verifying).toBe(true)
      await work()
      expect(await repository()).toMatchObject({
        is_verifying: false,
        problem: null,
        time_verified: expect.any(String),
      })
      engine.damage()
      await verify()
      await work()
      expect(await repository()).toMatchObject({ problem: 'the repository is damaged', is_verifying: false })
      const [backup] = await backups()
      const before = await w.storage()
      await w.admin.raw('POST', `/rackwright/backups/${backup!.id}/restore`, { name: 'back', as: 'disk' })
      await work()
      expect(await restores()).toMatchObject([{ state: 'failed', problem: 'the repository is damaged' }])
      expect((await w.admin.raw('GET', '/v1/disks/back?project=web')).status).toBe(404)
      expect(await w.storage()).toBe(before)
      const volumes = await w.host.volumes.list()
      const rows = await w.host.db.read.selectFrom('volume').select('id').execute()
      expect(volumes.map(({ id }) => id).toSorted()).toEqual(rows.map(({ id }) => id).toSorted())
    })

    test('a restore is not disturbed by pruning, and waits while there is any', async () => {
      await diskWithBytes('data')
      await prepare()
      await run()
      const [backup] = await backups()
      const restore = (name: string) =>
        w.admin.raw('POST', `/rackwright/backups/${backup!.id}/restore`, { name, as: 'disk' })
      const order: string[] = []
      const held: (() => void)[] = []
      const goOn = () => held.shift()!()
      const waiting = () => new Promise<void>((resolve) => held.push(resolve))
      engine.load = async function* () {
        order.push('read')
        yield BYTES
        await waiting()
        order.push('have read')
        throw new BackupProblem('missing', 'the backup is no longer in the repository')
      }
      engine.prune = async () => {
        order.push('prune')
        await waiting()
      }
      const loop = backupLoop(w.host, () => undefined)
      const steps = async (count: number) => {
        for (let pass = 0; pass < count; pass++) {
          const over = new AbortController()
          const step = loop.step().finally(() => over.abort())
          // it waits a moment for what is under way
          while (!over.signal.aborted) {
            await w.clock.advance(10)
            await new Promise((resolve) => setTimeout(resolve, 2))
          }
          await step
        }
      }
      await restore('back')
      await steps(1)
      await w.host.db.transaction((tx) => tx.updateTable('backup_repository').set({ is_prune_due: true }).execute())
      await steps(3)
      expect(order).toEqual(['read'])
      goOn()
      await steps(4)
      expect(order).toEqual(['read', 'have read', 'prune'])
      await restore('another')
      await steps(3)
      expect(order).toEqual(['read', 'have read', 'prune'])
      goOn()
      await steps(3)
      expect(order).toEqual(['read', 'have read', 'prune', 'read'])
      goOn()
      await steps(1)
    })

    test('a disk that cannot be read keeps no other backup waiting', async () => {
      const broken = await diskWithBytes('broken')
      await diskWithBytes('whole')
      await prepare()
      const { read } = w.host.volumes
      const snapshots = async () => (await w.get('/v1/snapshots?project=web')).items as Wire<'Snapshot'>[]
      w.host.volumes.read = async (id, offset, length) => {
        const own = (await snapshots()).find((snapshot) => snapshot.id === id)
        if (own?.disk_id === broken) throw new Error('the disk of the host has a bad block')
        return read(id, offset, length)
      }
      await run()
      for (let pass = 0; pass < 3; pass++) {
        await later(3_600_000)
        await work()
      }
      w.host.volumes.read = read
      const states = Object.fromEntries((await backups()).map(({ resource_name, state }) => [resource_name, state]))
      expect(states).toEqual({ broken: 'waiting', whole: 'ready' })
    })

    test('a restored disk is made for what its boot files are made for', async () => {
      const id = await diskWithBytes('data')
      await w.host.volumes.write(
        id,
        0,
        Uint8Array.from({ length: 512 }, (_, n) => (n === 510 ? 0x55 : n === 511 ? 0xaa : 1)),
      )
      await prepare()
      await run()
      const [backup] = await backups()
      await w.admin.raw('POST', `/rackwright/backups/${backup!.id}/restore`, { name: 'back', as: 'disk' })
      await work()
      const disk = await w.get('/v1/disks/back?project=web')
      const rows = w.host.db.read
        .selectFrom('volume')
        .select('architecture')
        .where('id', '=', disk.id as string)
      expect(await rows.executeTakeFirst()).toEqual({ architecture: 'x86_64' })
    })

    test('a part is verified every month', async () => {
      await diskWithBytes('data')
      await prepare()
      await run()
      expect((await repository()).time_verified).toBeNull()
      await later(31 * DAY)
      await work()
      expect((await repository()).time_verified).not.toBeNull()
    })

    test('a backup whose snapshot was deleted before it was stored says so', async () => {
      await diskWithBytes('data')
      await prepare()
      engine.trouble = 'unreachable'
      await run()
      const [snapshot] = (await w.get('/v1/snapshots?project=web')).items as Wire<'Snapshot'>[]
      expect((await w.admin.raw('DELETE', `/v1/snapshots/${snapshot!.id}`)).status).toBe(204)
      await settleStorage(w.host)
      engine.trouble = undefined
      await later(60_000)
      await work()
      expect(await backups()).toMatchObject([
        { state: 'failed', problem: 'The snapshot of disk data was deleted before it was stored.' },
      ])
    })

    test('a policy that comes back after its target was taken from the silo says so', async () => {
      await w.admin.raw('PUT', '/rackwright/silos/recovery/deleted-settings', { retention_seconds: 86_400 })
      await prepare()
      await w.admin.raw('DELETE', '/v1/vpc-subnets/default?vpc=default&project=web')
      await w.admin.raw('DELETE', '/v1/vpcs/default?project=web')
      expect((await w.admin.raw('DELETE', '/v1/projects/web')).status).toBe(204)
      expect((await w.admin.raw('DELETE', `${TARGETS}/tapes/silos/recovery`)).status).toBe(204)
      const [kept] = (await w.get('/rackwright/deleted?silo=recovery')).items as { id: string }[]
      expect((await w.admin.raw('POST', `/rackwright/deleted/${kept!.id}/restore`)).status).toBe(200)
      await w.disk('data')
      await run()
      const { last_run } = (await w.get(`${POLICIES}/nightly?project=web`)) as unknown as Wire<'ProtectionPolicy'>
      expect(last_run!.problems.map(({ text }) => text)).toEqual([
        'The silo no longer has the backup target of the policy. Choose another one, or none.',
      ])
      expect(await backups()).toEqual([])
    })

    test('the backups of a deleted project are still there for its silo', async () => {
      const id = await diskWithBytes('data')
      await prepare()
      await run()
      for (const { id: snapshot } of (await w.get('/v1/snapshots?project=web')).items as { id: string }[])
        await w.admin.raw('DELETE', `/v1/snapshots/${snapshot}`)
      await w.admin.raw('DELETE', `/v1/disks/${id}`)
      await w.admin.raw('DELETE', '/v1/vpc-subnets/default?vpc=default&project=web')
      await w.admin.raw('DELETE', '/v1/vpcs/default?project=web')
      expect((await w.admin.raw('DELETE', '/v1/projects/web')).status).toBe(204)
      await w.post('/v1/projects', { name: 'new', description: '' })
      const [backup] = (await w.get('/rackwright/backups?silo=recovery')).items as Backup[]
      expect(backup).toMatchObject({ project_name: 'web', resource_name: 'data', state: 'ready' })
      const restore = `/rackwright/backups/${backup!.id}/restore`
      expect((await w.admin.raw('POST', restore, { name: 'data', as: 'disk', project: 'new' })).status).toBe(202)
      await work()
      const disk = await w.get('/v1/disks/data?project=new')
      expect(Buffer.compare(await bytesOf(disk.id as string), BYTES)).toBe(0)
    })
  })
})
