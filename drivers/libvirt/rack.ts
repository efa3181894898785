// A rack of real machines: each host of libvirt is a sled. It has no switches.
import { mkdir } from 'node:fs/promises'
import type { BlockStore } from '../blocks.ts'
import type { Clock } from '../clock.ts'
import type { HostDescription, SledFacts } from '../hardware.ts'
import type { Network } from '../network.ts'
import type { NetworkKind, Rack } from '../rack.ts'
import type { Accelerator } from './domain.ts'
import { noFabric } from './no-fabric.ts'
import { makeLibvirtHardware } from './hardware.ts'
import { makeHost } from './host.ts'
import { openLibvirtMachines } from './machines.ts'
import { makeVirsh } from './virsh.ts'

const TIMEOUT_MS = 30_000

export interface LibvirtHost {
  uri: string
  facts: SledFacts
  description: Omit<HostDescription, 'accelerator'>
  /** Where the kernel shows sensors, if the host is this one. */
  sensors?: string | undefined
}

export interface LibvirtRackOptions {
  hosts: readonly LibvirtHost[]
  clock: Clock
  volumes: BlockStore
  /** For the files of machines: consoles and the disks of their first boot. */
  folder: string
  accelerator: Accelerator
  /** A simulated one only records networks: machines then have user-mode ones, which enforce nothing. */
  network: Network
  networkKind: NetworkKind
  /** For tests, which interrupt it. */
  virshFor?: typeof makeVirsh | undefined
}

export async function openLibvirtRack(options: LibvirtRackOptions): Promise<Rack> {
  const { clock, volumes, folder, accelerator, network, networkKind, virshFor = makeVirsh } = options
  await mkdir(folder, { recursive: true })
  const hosts = options.hosts.map((host) => ({
    ...host,
    description: { ...host.description, accelerator },
    virsh: virshFor({ uri: host.uri, timeoutMs: TIMEOUT_MS }),
  }))
  return {
    rackKind: 'libvirt',
    machines: await openLibvirtMachines({
      hosts: hosts.map(({ facts, virsh }) => makeHost(facts.id, virsh, clock)),
      clock,
      volumes,
      folder,
      accelerator,
      networkKind,
    }),
    volumes,
    hardware: makeLibvirtHardware(hosts, clock),
    fabric: noFabric,
    network,
    networkKind,
    enforcesNetworks: networkKind !== 'simulated',
  }
}
