// Kills the control plane at every step of a backup, a restore and a removal at a target. The next one completes it: what is restored is
// what was stored, byte by byte, nothing is restored by half, and nothing is left at the target or on the disks that has no owner.
import { describe, expect, test } from 'vitest'
import type { Wire } from '#contract/api.ts'
import { makeMemoryBackups, type MemoryBackups } from '#drivers/simulated/backup-engine.ts'
import { shrink } from '../../testing/backups.ts'
import { breath, GIB, until, type Compute } from '../../testing/compute.ts'
import { makeLives } from '../../testing/crashing-control-plane.ts'
import { eachDatabase } from '../../testing/databases.ts'
import { sha256 } from '../../testing/storage.ts'

const MAX_STEPS = 200
/** Not a multiple of the pieces that are read. */
const SIZE = 2 * 2 ** 20 + 4096
const NAMES = ['boot', 'data']
const TARGETS = '/rackwright/system/backup-targets'
const POLICIES = '/rackwright/protection-policies'

const bytesOf = (name: string) => {
  const bytes = Buffer.alloc(SIZE)
  for (let n = 2 ** 20; n < SIZE; n++) bytes[n] = (n * 7 + name.length) % 251
  return bytes
}

type Backup = Wire<'Backup'>

interface Scenario {
  hasBackup: boolean
  ask(world: Compute, backup: string): Promise<unknown>
  /** What there is if the request was answered; otherwise the other is fine too. */
  after: { backups: number; isRestored?: boolean }
}

const RESTORED = 'again'
const restore = (as: 'instance' | 'disk') => (world: Compute, backup: string) =>
  world.ok('POST', `/rackwright/backups/${backup}/restore`, { name: RESTORED, as })

const scenarios: Record<string, Scenario> = {
  'a backup': { hasBackup: false, ask: (world) => runPolicy(world), after: { backups: 1 } },
  'a restore as an instance': { hasBackup: true, ask: restore('instance'), after: { backups: 1, isRestored: true } },
  'a restore as disks': { hasBackup: true, ask: restore('disk'), after: { backups: 1, isRestored: true } },
  'a removal': {
    hasBackup: true,
    ask: (world, backup) => world.ok('DELETE', `/rackwright/backups/${backup}`),
    after: { backups: 0 },
  },
}

const runPolicy = (world: Compute) => world.ok('POST', `${POLICIES}/nightly/run?project=web`)
const list = async (world: Compute, path: string) =>
  (await world.ok('GET', path)).items as { id: string; name: string; state: unknown }[]
const backups = (world: Compute) => list(world, '/rackwright/backups?project=web') as unknown as Promise<Backup[]>

/** An instance with two disks, and a policy that stores them at a target. */
async function prepare(world: Compute): Promise<void> {
  const { ok } = world
  const [boot, data] = NAMES.map((name) => ({
    type: 'create',
    name,
    description: '',
    size: GIB,
    disk_source: { type: 'blank', block_size: 512 },
  }))
  await world.make('db1', { boot_disk: boot, disks: [data] })
  await world.quiet()
  for (const { id, name } of await list(world, '/v1/disks?project=web')) await shrink(world, id, bytesOf(name))
  const place = { kind: 'directory', folder: 'tapes' }
  const { id } = await ok('POST', TARGETS, { name: 'tapes', description: '', place })
  await ok('POST', `${TARGETS}/tapes/silos`, { silo: 'recovery' })
  await ok('POST', `${POLICIES}?project=web`, {
    name: 'nightly',
    description: '',
    schedule: { kind: 'daily', time: '03:00', zone: 'UTC' },
    keep: { hourly: 0, daily: 2, weekly: 0, monthly: 0 },
    covers: { kind: 'all' },
  })
  await ok('PUT', `${POLICIES}/nightly/backup-target?project=web`, { backup_target_id: id })
  // it runs when it is told to
  await world.host.db.transaction((tx) => tx.updateTable('protection_policy').set({ time_next: null }).execute())
}

/** Nothing is under way any more. */
async function settle(world: Compute, isOver: () => boolean = () => false): Promise<void> {
  const { read } = world.host.db
  await until(world, 'rest', async () => {
    if (isOver()) return true
    await breath()
    const busy = await Promise.all([
      read.selectFrom('protection_run').select('id').where('state', '=', 'running').execute(),
      read.selectFrom('backup').select('id').where('state', '<>', 'ready').execute(),
      read.selectFrom('backup_restore').select('id').where('state', '=', 'running').execute(),
      read.selectFrom('backup_repository').select('id').where('is_prune_due', '=', true).execute(),
    ])
    return busy.flat().length === 0
  })
  await world.quiet(isOver)
}

/** Every byte of what was restored, and of what is stored. */
async function compare(world: Compute, engine: MemoryBackups, isRestored: boolean): Promise<void> {
  const disks = await list(world, '/v1/disks?project=web')
  const restored = isRestored ? NAMES.map((name) => `${RESTORED}-${name}`) : []
  expect(disks.map(({ name }) => name)).toEqual([...restored, ...NAMES].toSorted())
  for (const { id, name } of disks) {
    const bytes = await world.host.volumes.read(id, 0, SIZE)
    expect(Buffer.compare(bytes, bytesOf(name.replace(`${RESTORED}-`, '')))).toBe(0)
  }
  const stored = await backups(world)
  const tags = stored.flatMap((backup) => [`backup-${backup.id}`, ...backup.disks.map(({ id }) => `disk-${id}`)])
  expect(engine.allTags().toSorted()).toEqual(tags.toSorted())
  // volumes that nobody knows, or that do not exist
  const volumes = (await world.host.volumes.list()).map(({ id }) => id)
  const rows = await world.host.db.read.selectFrom('volume').select('id').execute()
  expect(volumes.toSorted()).toEqual(rows.map(({ id }) => id).toSorted())
}

async function cleanUp(world: Compute): Promise<void> {
  const { ok } = world
  for (const { id, name } of await list(world, '/v1/instances?project=web'))
    if (name === RESTORED) await ok('DELETE', `/v1/instances/${id}`)
  for (const { id, name } of await list(world, '/v1/disks?project=web'))
    if (name.startsWith(RESTORED)) await ok('DELETE', `/v1/disks/${id}`)
  for (const { id } of await backups(world)) await ok('DELETE', `/rackwright/backups/${id}`)
  for (const { id } of await list(world, '/v1/snapshots?project=web')) await ok('DELETE', `/v1/snapshots/${id}`)
  await settle(world)
  await world.host.db.transaction(async (tx) => {
    await tx.deleteFrom('recovery_point').execute()
    await tx.deleteFrom('protection_run').execute()
  })
}

eachDatabase((name, open) => {
  describe('killed at every step of', () => {
    test.each(Object.entries(scenarios))('%s', { timeout: 900_000 }, async (_action, { hasBackup, ask, after }) => {
      const engine = makeMemoryBackups(sha256)
      const lives = await makeLives(await open(), (same) => same, 1, engine)
      await prepare(lives.current.compute)
      // what is made with the first one, and stays
      await runPolicy(lives.current.compute)
      await settle(lives.current.compute)
      await cleanUp(lives.current.compute)
      const [empty, used] = [await lives.current.compute.rowCounts(), await lives.current.compute.usage()]
      let deaths = 0
      // the steps are the same on every database: test all on one and some on the others
      const stride = name === 'libsql' ? 1 : 7
      for (let steps = 0; steps < MAX_STEPS; steps += stride) {
        const life = lives.current
        if (hasBackup) await runPolicy(life.compute)
        await settle(life.compute)
        const [backup] = await backups(life.compute)
        life.arm(steps)
        let isAnswered = false
        const asking = async () => {
          await ask(life.compute, backup?.id ?? '')
          isAnswered = true
          await settle(life.compute, () => life.isDead)
        }
        await Promise.race([asking(), life.died])
        const hasSurvived = !life.isDead
        life.arm(Infinity)
        const { compute } = hasSurvived ? life : await lives.next()
        await settle(compute)
        const restores = await list(compute, '/rackwright/backup-restores?project=web')
        const seen = { backups: (await backups(compute)).length, isRestored: restores.length > 0 }
        const expected = { isRestored: false, ...after }
        const before = { backups: hasBackup ? 1 : 0, isRestored: false }
        expect(isAnswered ? [expected] : [before, expected], `killed after ${steps} steps`).toContainEqual(seen)
        for (const each of restores) expect(each.state).toBe('done')
        await compare(compute, engine, seen.isRestored)
        await cleanUp(compute)
        expect(await compute.rowCounts()).toEqual(empty)
        expect(await compute.usage()).toEqual(used)
        expect(engine.allTags()).toEqual([])
        expect(compute.errors).toEqual([])
        if (hasSurvived) break
        deaths++
      }
      // at least the transactions of the request, of the work and of its end; fewer means nothing was tested
      expect(deaths * stride).toBeGreaterThanOrEqual(10)
      expect(deaths * stride).toBeLessThan(MAX_STEPS - stride)
    })
  })
})
