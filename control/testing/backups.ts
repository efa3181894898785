// Installations with backups, for tests of imports: one that stores, and another one that has never seen it.
import { expect } from 'vitest'
import type { Wire } from '#contract/api.ts'
import { isZero } from '#contract/is-zero.ts'
import type { Hasher } from '#drivers/blocks.ts'
import type { Database } from '../db/database.ts'
import type { Host } from '../frame/context.ts'
import { GIB, makeCompute, until, type Compute } from './compute.ts'
import { seededRandom } from './ports.ts'

export const TARGETS = '/rackwright/system/backup-targets'
export const SOURCE_BYTES = Uint8Array.from({ length: 3 * 4096 + 17 }, (_, n) => (n * 11 + (n >> 8)) % 253)
export const SOURCE_AT = 7 * 2 ** 20

/** Hashes the same for any size of pieces. Disks have a gibibyte at least, and a real digest of that takes seconds. */
export function quickHash(): Hasher {
  let [at, sum] = [0, 0n]
  return {
    update(bytes: Uint8Array) {
      if (!isZero(bytes)) bytes.forEach((byte, n) => byte > 0 && (sum += BigInt(at + n) * 257n + BigInt(byte)))
      at += bytes.length
    },
    digest: () => (sum + BigInt(at)).toString(16).padStart(64, '0'),
  }
}

/** An installation with an identity of its own, and a target. */
export async function installation(db: Database, seed: number, options: Partial<Host>): Promise<Compute> {
  const random = seededRandom(seed)
  const world = await makeCompute(db, { random, ...options })
  const row = { id: random.uuid(), time_created: world.clock.now().toISOString() }
  await db.transaction((tx) => tx.insertInto('data_directory').values(row).execute())
  const place = { kind: 'directory', folder: 'tapes' }
  await world.ok('POST', TARGETS, { name: 'tapes', description: '', place })
  return world
}

export interface Original {
  repository: string
  key: string
  instance: string
}

/** A policy for everything in the project, which stores at the target. */
export async function protect({ ok }: Compute): Promise<Wire<'BackupRepositoryKey'>> {
  const given = await ok('POST', `${TARGETS}/tapes/silos`, { silo: 'recovery' })
  const policies = '/rackwright/protection-policies'
  await ok('POST', `${policies}?project=web`, {
    name: 'nightly',
    description: '',
    schedule: { kind: 'daily', time: '03:00', zone: 'UTC' },
    keep: { hourly: 0, daily: 2, weekly: 0, monthly: 0 },
    covers: { kind: 'all' },
  })
  const { id } = await ok('GET', `${TARGETS}/tapes`)
  await ok('PUT', `${policies}/nightly/backup-target?project=web`, { backup_target_id: id })
  return given as unknown as Wire<'BackupRepositoryKey'>
}

/** Makes a disk as small as these bytes, which it holds then. Looking at all of a gibibyte, as real ones have at least, takes long. */
export async function shrink({ host }: Pick<Compute, 'host'>, id: string, bytes: Uint8Array): Promise<void> {
  const size = bytes.length
  await host.volumes.remove(id)
  await host.volumes.create(id, size)
  await host.volumes.write(id, 0, bytes)
  await host.db.transaction(async (tx) => {
    await tx.updateTable('volume').set({ size }).where('id', '=', id).execute()
    await tx.updateTable('disk').set({ size }).where('id', '=', id).execute()
  })
}

/** An instance in a VPC with one rule, stored at the target. */
export async function storeInstance(world: Compute): Promise<Original> {
  const { ok } = world
  await ok('POST', '/v1/vpcs?project=web', { name: 'shop', description: '', dns_name: 'shop' })
  const subnet = { name: 'back', description: '', ipv4_block: '10.9.0.0/24' }
  await ok('POST', '/v1/vpc-subnets?project=web&vpc=shop', subnet)
  const rule = {
    name: 'only-https',
    description: '',
    status: 'enabled',
    direction: 'inbound',
    targets: [{ type: 'vpc', value: 'shop' }],
    filters: { ports: ['443'], protocols: ['TCP'] },
    action: 'allow',
    priority: 10,
  }
  await ok('PUT', '/v1/vpc-firewall-rules?project=web&vpc=shop', { rules: [rule] })
  const blank = { type: 'blank', block_size: 512 }
  const made = await world.make('db1', {
    ncpus: 2,
    memory: 3 * GIB,
    user_data: btoa('#cloud-config'),
    boot_disk: { type: 'create', name: 'boot', description: '', size: GIB, disk_source: blank },
    network_interfaces: {
      type: 'create',
      params: [{ name: 'net0', description: '', vpc_name: 'shop', subnet_name: 'back' }],
    },
  })
  await world.host.volumes.write(made.boot_disk_id!, SOURCE_AT, SOURCE_BYTES)
  const given = await protect(world)
  expect(await runPolicy(world)).toMatchObject({ state: 'ready', problem: null })
  return { repository: given.repository.id, key: given.key, instance: made.id }
}

/** Until one more backup is there, and no longer under way. */
export async function runPolicy(world: Compute): Promise<Wire<'Backup'>> {
  const list = async () => (await world.ok('GET', '/rackwright/backups?project=web')).items as Wire<'Backup'>[]
  const before = (await list()).map(({ id }) => id)
  await world.ok('POST', '/rackwright/protection-policies/nightly/run?project=web')
  return until(world, 'the backup', async () => {
    await pause()
    const made = (await list()).find(({ id }) => !before.includes(id))
    return made && (made.state === 'ready' || made.problem !== null) && made
  })
}

/** Loops that turn all the time would take the processor from what they wait for. */
const pause = () => new Promise<void>((resolve) => setTimeout(resolve, 25))

export const importBody = ({ repository, key }: Original, more: Record<string, unknown> = {}) => ({
  silo: 'recovery',
  repository,
  key,
  ...more,
})

/** Until what is stored there has been read. */
export async function importInto(world: Compute, body: Record<string, unknown>): Promise<Wire<'Backup'>[]> {
  await world.ok('POST', `${TARGETS}/tapes/imports`, body)
  await until(world, 'the import', async () => {
    await pause()
    const [row] = (await world.ok('GET', `${TARGETS}/tapes/silos`)).items as Wire<'BackupRepository'>[]
    return row && (row.problem ? Promise.reject(new Error(row.problem)) : !row.is_importing)
  })
  return (await world.ok('GET', '/rackwright/backups?silo=recovery')).items as Wire<'Backup'>[]
}

export async function restoreInto(world: Compute, backup: string, name: string, as: 'instance' | 'disk') {
  const body = { name, as, project: 'web' }
  await world.ok('POST', `/rackwright/backups/${backup}/restore`, body)
  return until(world, 'the restore', async () => {
    await pause()
    const items = (await world.ok('GET', '/rackwright/backup-restores?project=web')).items as Wire<'BackupRestore'>[]
    const found = items.find((each) => each.name === name)
    return found?.state !== 'running' && found
  })
}
