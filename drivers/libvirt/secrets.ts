// The key of Ceph, which the libvirt of each host keeps. It reaches the host in a file that only its owner can read, and is gone from there
// at once; no command line has it.
import { join } from 'node:path'
import type { BlockLocation, BlockStore } from '../blocks.ts'
import { DriverError } from '../driver-error.ts'
import { secretUsage } from './disk-source.ts'
import type { Host } from './host.ts'
import { escaped } from './xml.ts'

export interface Secrets {
  /** Sees to it that the host can open these. */
  ready(host: Host, locations: readonly BlockLocation[]): Promise<void>
}

export function makeSecrets(volumes: Pick<BlockStore, 'key'>): Secrets {
  /** Once for each host. Its libvirt keeps them over restarts. */
  const known = new WeakMap<Host, Map<string, Promise<void>>>()
  return {
    async ready(host, locations) {
      const defined = known.get(host) ?? new Map<string, Promise<void>>()
      known.set(host, defined)
      for (const location of locations) {
        if (location.kind !== 'rbd') continue
        const usage = secretUsage(location.image, location.user)
        const work = defined.get(usage) ?? define(host, usage, volumes)
        defined.set(usage, work)
        await work.catch((error: unknown) => {
          defined.delete(usage)
          throw error
        })
      }
    },
  }
}

async function define({ access, folder, virsh }: Host, usage: string, { key }: Pick<BlockStore, 'key'>) {
  if (!key) throw new DriverError('refused', 'the volumes have no key')
  const value = await key()
  const own = join(folder, 'ceph-secret')
  await access.makeFolder(own)
  try {
    const uuid = (await find(virsh, usage)) ?? (await make())
    const file = join(own, 'value')
    await access.write(file, value)
    await virsh.run('secret-set-value', uuid, '--file', file)
  } finally {
    await access.removeFolder(own)
  }

  async function make() {
    const file = join(own, 'secret.xml')
    await access.write(file, secretXml(usage))
    await virsh.run('secret-define', file)
    const uuid = await find(virsh, usage)
    if (uuid === undefined) throw new DriverError('refused', 'libvirt did not keep the key of Ceph')
    return uuid
  }
}

const secretXml = (usage: string) =>
  `<secret ephemeral="no" private="yes"><usage type="ceph"><name>${escaped(usage)}</name></usage></secret>`

async function find(virsh: Host['virsh'], usage: string): Promise<string | undefined> {
  for (const line of (await virsh.run('secret-list')).split('\n')) {
    const [, uuid, found] = /^\s*(\S+)\s+ceph\s+(.+?)\s*$/.exec(line) ?? []
    if (found === usage) return uuid
  }
  return undefined
}
