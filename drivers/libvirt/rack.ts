// A rack of real machines: each host of libvirt is a sled. It has no switches.
import { mkdir } from 'node:fs/promises'
import { type BlockStore, isVolumeId } from '../blocks.ts'
import type { Clock } from '../clock.ts'
import type { HostDescription, SledFacts } from '../hardware.ts'
import type { Installation } from '../installation.ts'
import { type Lease, onlyServer } from '../lease.ts'
import type { Network } from '../network.ts'
import { noFence, type Fence, type FencedHosts } from '../fence.ts'
import { capabilitiesOf, type NetworkKind, type Rack } from '../rack.ts'
import { thisMachine } from './access/local.ts'
import { type AddedHostsOptions, makeAddedHosts } from './added/hosts.ts'
import { mustSeeVolumes } from './added/volumes-check.ts'
import { makeCpus } from './cpu.ts'
import { makeDefinitions, type Warn } from './definitions.ts'
import type { Accelerator } from './accelerator.ts'
import { makeFencedHosts } from './fenced-hosts.ts'
import type { GuestNetworks } from './guest-network.ts'
import { placeOf } from './disk-source.ts'
import { noFabric } from './no-fabric.ts'
import { makeLibvirtHardware } from './hardware.ts'
import { makeHostSet } from './host-set.ts'
import { type Host, type HostPlace, makeHost } from './host.ts'
import { openLibvirtMachines } from './machines.ts'
import { makeLibvirtMigrations } from './migration/migrations.ts'
import { nameOf } from './record.ts'
import type { MayStart } from './pursuit.ts'
import { makeVirsh, type Virsh } from './virsh.ts'

const TIMEOUT_MS = 30_000

export interface LibvirtHost {
  uri: string
  facts: SledFacts
  description: Omit<HostDescription, 'accelerator'>
  /** Where the kernel shows sensors. */
  sensors?: string | undefined
  /** What is not given is as for this machine. */
  place?: Partial<HostPlace> | undefined
}

export interface LibvirtRackOptions {
  installation: Installation
  /** Which of these machines our database has rows of. */
  known(ids: readonly string[]): Promise<ReadonlySet<string>>
  hosts: readonly LibvirtHost[]
  clock: Clock
  volumes: BlockStore
  /** For the files of machines: consoles and the disks of their first boot. */
  folder: string
  /** For guests of a host's own architecture. */
  accelerator: Accelerator
  /** A simulated one only records networks: machines then have user-mode ones, which enforce nothing. */
  network: Network
  networkKind: NetworkKind
  /** For machines without OVN. */
  guestNetworks: GuestNetworks
  warn: Warn
  /** Ends hosts that do not answer. None unless given. */
  fence?: ((hosts: FencedHosts) => Fence) | undefined
  /** Whether this start of a machine may run on this sled now. Without it, each may. */
  mayStart?: MayStart | undefined
  /** How operators add hosts. */
  added?: Omit<AddedHostsOptions, 'networkKind'> | undefined
  /** The directory of volumes, if there are hosts that share it: machines can move between those. */
  sharedVolumes?: string | undefined
  /** Where several servers drive the same hosts. */
  lease?: Lease | undefined
  /** For tests, which interrupt it. */
  virshFor?: typeof makeVirsh | undefined
  /** Told at the start about the domains of other installations, which are left alone. */
  onForeign?: ((names: readonly string[]) => void) | undefined
}

export async function openLibvirtRack(options: LibvirtRackOptions): Promise<Rack> {
  const {
    installation,
    clock,
    volumes,
    folder,
    accelerator,
    network,
    networkKind,
    guestNetworks,
    warn,
    lease = onlyServer,
    virshFor = makeVirsh,
  } = options
  await mkdir(folder, { recursive: true })
  const here: HostPlace = { access: thisMachine, folder, accelerator, guestNetworks }
  const set = makeHostSet((members) => network.keepGuestsFrom?.(members.flatMap(({ addresses = [] }) => addresses)))
  const closing = new AbortController()
  const open = (sled_id: string, architecture: string, virsh: Virsh, place: HostPlace) => {
    const places = { folder: place.folder, disk: (id: string) => pathOf(volumes, id, sled_id) }
    const ownership = { installation, places, known: options.known }
    return makeHost({ ...place, sled_id, architecture, virsh, clock, ownership, lease })
  }
  for (const host of options.hosts) {
    const place = { ...here, ...host.place }
    const virsh = virshFor({ uri: host.uri, access: place.access, timeoutMs: TIMEOUT_MS })
    const description = { ...host.description, accelerator: place.accelerator }
    set.add({ ...host, description, place, virsh, host: open(host.facts.id, description.architecture, virsh, place) })
  }
  for (const { host } of set.all()) options.onForeign?.(await foreignOn(host))
  const cpus = makeCpus(set, clock)
  const definitions = makeDefinitions({
    installation,
    network,
    networkKind,
    clock,
    volumes,
    cpuFor: cpus.cpuFor,
    warn,
  })
  const machines = await openLibvirtMachines({
    hosts: set,
    clock,
    volumes,
    network,
    networkKind,
    lease,
    definitions,
    hasOldCpu: cpus.hasOld,
    mayStart: options.mayStart,
    warn,
  })
  const migrations =
    options.sharedVolumes === undefined
      ? undefined
      : makeLibvirtMigrations({
          hosts: set,
          clock,
          lease,
          definitions,
          mustSeeVolumes: (host) => mustSeeVolumes(host, options.sharedVolumes!),
          warn,
          closed: closing.signal,
        })
  return {
    rackKind: 'libvirt',
    can: {
      runs_images: true,
      has_screens: true,
      accepts_ssh: true,
      hot_plugs_disks: true,
      hot_plugs_cds: true,
      // without OVN each interface has a process that begins with the machine
      hot_plugs_interfaces: networkKind === 'ovn',
      binds_networks_at_start: true,
      converts_images: true,
      has_limited_space: true,
      has_switches: false,
      has_slots: false,
      enforces_networks: networkKind !== 'simulated',
      ...capabilitiesOf(networkKind),
    },
    // most guests are idle most of the time
    defaultCpuOvercommit: 4,
    machines: {
      ...machines,
      async close() {
        closing.abort()
        await machines.close()
      },
    },
    volumes,
    hardware: makeLibvirtHardware(set.all, clock),
    migrations,
    hosts:
      options.added && makeAddedHosts({ ...options.added, networkKind }, { set, clock, closed: closing.signal, open }),
    fence: options.fence?.(makeFencedHosts(set)) ?? noFence,
    fabric: noFabric,
    network,
    networkKind,
  }
}

/** Empty if the host does not answer. */
const foreignOn = (host: Host) =>
  host.seeAll().then(
    (domains) => domains.filter(({ standing }) => standing !== 'ours').map(({ record }) => nameOf(record.id)),
    () => [],
  )

function pathOf(volumes: BlockStore, id: string, sled_id: string): string | undefined {
  if (!isVolumeId(id)) return undefined
  return placeOf(volumes.locate(id, sled_id))
}
