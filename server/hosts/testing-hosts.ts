// For tests in which hosts join a server over the API. Not for production.
import { expect } from 'vitest'
import { shownKey, type TestHost } from '#drivers/libvirt/testing/added-host.ts'
import type { Replica } from '../testing-replicas.ts'

export const GIB = 2 ** 30
/** Hosts are asked over connections that are made anew, and their guests are emulated. */
export const SLOW = { timeout: 100_000, interval: 200 }
/** The query of the project that `prepare()` makes. */
export const IN = '?project=web'
const CHUNK = 512 * 1024

export interface HostView {
  id: string
  state: string
  fingerprint: string
  serial: string
  sled_id: string
  checks: { name: string; state: string; remedy: string | null }[]
}

/** Calls for what such tests do. `server` is the one that runs at the time. */
export function callsTo(server: () => Replica) {
  const ok: Replica['ok'] = (...args) => server().ok(...args)
  const view = async ({ id }: TestHost) => (await ok('GET', `/rackwright/hosts/${id}`)) as unknown as HostView
  const stateOf = async (host: TestHost) => (await view(host)).state
  const runState = async (name: string) => (await ok('GET', `/v1/instances/${name}${IN}`)).run_state

  return {
    view,
    stateOf,
    runState,

    async prepare() {
      await ok('POST', '/v1/system/ip-pools', { name: 'external', description: '' })
      await ok('POST', '/v1/system/ip-pools/external/ranges/add', { first: '192.0.2.1', last: '192.0.2.99' })
      await ok('POST', '/v1/system/ip-pools/external/silos', { silo: 'recovery', is_default: true })
      await ok('POST', '/v1/projects', { name: 'web', description: '' })
    },

    /** Returns the ID of an image with these bytes. */
    async makeImage(bytes: Uint8Array): Promise<string> {
      const source = { type: 'importing_blocks', block_size: 512 }
      await ok('POST', `/v1/disks${IN}`, { name: 'upload', description: '', size: GIB, disk_source: source })
      await ok('POST', `/v1/disks/upload/bulk-write-start${IN}`)
      for (let offset = 0; offset < bytes.length; offset += CHUNK) {
        const base64_encoded_data = Buffer.from(bytes.subarray(offset, offset + CHUNK)).toString('base64')
        await ok('POST', `/v1/disks/upload/bulk-write${IN}`, { offset, base64_encoded_data })
      }
      await ok('POST', `/v1/disks/upload/bulk-write-stop${IN}`)
      await ok('POST', `/v1/disks/upload/finalize${IN}`, { snapshot_name: 'upload' })
      const { id } = await ok('GET', `/v1/snapshots/upload${IN}`)
      const image = { name: 'guest', description: '', os: 'test', version: '1', source: { type: 'snapshot', id } }
      return (await ok('POST', `/v1/images${IN}`, image)).id as string
    },

    async createInstance(name: string, image_id: string, more: object = {}) {
      const disk_source = { type: 'image', image_id }
      await ok('POST', `/v1/instances${IN}`, {
        name,
        description: '',
        hostname: name,
        ncpus: 1,
        memory: GIB,
        boot_disk: { type: 'create', name: `${name}-boot`, description: '', size: GIB, disk_source },
        ...more,
      })
      await expect.poll(() => runState(name), SLOW).toBe('running')
    },

    setProvision: (sled_id: string, state: string) =>
      ok('PUT', `/v1/system/hardware/sleds/${sled_id}/provision-policy`, { state }),

    /** Enters the host, whose key is not trusted yet. */
    async add(host: TestHost) {
      const body = { address: host.address, port: 22, user: 'root' }
      const made = (await ok('POST', '/rackwright/hosts', body)) as unknown as HostView
      host.id = made.id
      expect(made).toMatchObject({ state: 'waiting', fingerprint: shownKey(host) })
    },

    trust: (host: TestHost) => ok('POST', `/rackwright/hosts/${host.id}/trust`, { fingerprint: shownKey(host) }),

    /** Waits until it is ready, and makes it a sled. */
    async putIntoService(host: TestHost) {
      await expect.poll(() => stateOf(host), SLOW).toBe('ready')
      const { serial } = await view(host)
      const spare = async () => {
        const { items } = await ok('GET', '/v1/system/hardware/sleds-uninitialized')
        return (items as { baseboard: { serial: string } }[]).find((each) => each.baseboard.serial === serial)
      }
      await expect.poll(spare, SLOW).toBeDefined()
      const { part } = (await spare())!.baseboard as unknown as { part: string }
      await ok('POST', '/v1/system/hardware/sleds', { part, serial })
      await expect.poll(() => stateOf(host), SLOW).toBe('in_service')
    },
  }
}
