// For tests with servers that run as processes and have real machines: what a guest needs, and guests. Not for production.
import { expect, vi } from 'vitest'
import { guestBootSector } from '#drivers/libvirt/testing/guest.ts'
import type { Replica } from './testing-replicas.ts'

const GIB = 2 ** 30
/** The project of all of it. */
export const IN = '?project=web'
export const SLOW = { timeout: 100_000, interval: 300 }

/** A project with a snapshot that boots. */
export async function furnish(server: Replica, third: number): Promise<void> {
  await server.ok('POST', '/v1/system/ip-pools', { name: 'external', description: '' })
  const range = { first: `192.0.${third}.1`, last: `192.0.${third}.99` }
  await server.ok('POST', '/v1/system/ip-pools/external/ranges/add', range)
  await server.ok('POST', '/v1/system/ip-pools/external/silos', { silo: 'recovery', is_default: true })
  await server.ok('POST', '/v1/projects', { name: 'web', description: '' })
  const source = { type: 'importing_blocks', block_size: 512 }
  await server.ok('POST', `/v1/disks${IN}`, { name: 'upload', description: '', size: GIB, disk_source: source })
  await server.ok('POST', `/v1/disks/upload/bulk-write-start${IN}`)
  const base64_encoded_data = Buffer.from(guestBootSector()).toString('base64')
  await server.ok('POST', `/v1/disks/upload/bulk-write${IN}`, { offset: 0, base64_encoded_data })
  await server.ok('POST', `/v1/disks/upload/bulk-write-stop${IN}`)
  await server.ok('POST', `/v1/disks/upload/finalize${IN}`, { snapshot_name: 'upload' })
}

export const stateOf = async (server: Replica, name: string) =>
  (await server.ok('GET', `/v1/instances/${name}${IN}`)).run_state

/** An instance with a disk of the same name, once it runs. Returns its ID. */
export async function bootGuest(server: Replica, name: string): Promise<string> {
  const { id: snapshot_id } = await server.ok('GET', `/v1/snapshots/upload${IN}`)
  const disk_source = { type: 'snapshot', snapshot_id }
  const { id } = await server.ok('POST', `/v1/instances${IN}`, {
    name,
    description: '',
    hostname: name,
    ncpus: 1,
    memory: GIB,
    boot_disk: { type: 'create', name, description: '', size: GIB, disk_source },
  })
  await vi.waitFor(async () => expect(await stateOf(server, name)).toBe('running'), SLOW)
  return id as string
}
