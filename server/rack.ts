// The rack that the server drives: one function per kind of rack builds all its drivers.
import { machine } from 'node:os'
import type { Database } from '#control/db/database.ts'
import type { DecodeBase64, Log } from '#control/frame/ports/host.ts'
import { instancesAmong } from '#control/compute/instances-among.ts'
import { mayStart } from '#control/compute/placement/machine-permit.ts'
import { sledsInService } from '#control/simulated/rack-size.ts'
import { makeSimulatedStores } from '#control/simulated/stores.ts'
import type { BlockStore } from '#drivers/blocks.ts'
import { DriverError } from '#drivers/driver-error.ts'
import type { Installation } from '#drivers/installation.ts'
import { ARCHITECTURE_NAMES, type Architecture } from '#drivers/architecture.ts'
import type { Lease } from '#drivers/lease.ts'
import { findAccelerator } from '#drivers/libvirt/accelerator.ts'
import { findArchitectures } from '#drivers/libvirt/architectures.ts'
import { makeGuestNetworks } from '#drivers/libvirt/guest-network.ts'
import { openLibvirtRack } from '#drivers/libvirt/rack.ts'
import { makeVirsh } from '#drivers/libvirt/virsh.ts'
import type { Network } from '#drivers/network.ts'
import { capabilitiesOf, type Rack } from '#drivers/rack.ts'
import { makeSimulatedNetwork } from '#drivers/simulated/network.ts'
import { makeSimulatedRack } from '#drivers/simulated/rack.ts'
import { clock } from './clock.ts'
import { openFence } from './fence.ts'
import { HOST_FOLDER } from './hosts/host-setup.ts'
import { hostSled, hostForMachines, missingPrograms } from './machine.ts'
import { openNetwork } from './network.ts'
import { cephOf, HOSTS_ONLY } from './option-readers.ts'
import { BadOption, type Options } from './options.ts'
import { random } from './random.ts'

const SENSORS = '/sys/class/hwmon'
const ANSWER_MS = 10_000
const GUEST_NETWORK = '/run/rackwright-guests/control'

export interface RackParts {
  installation: Installation
  db: Database
  volumes: BlockStore
  decodeBase64: DecodeBase64
  /** For the files of real machines. */
  folder: string
  /** For the keys of hosts, for the volumes, and the data directory itself. */
  folders: { ssh: string; volumes: string; data: string }
  /** Absent unless there are replicas. */
  lease?: Lease | undefined
  log: Log
}

export async function openRack(options: Options, parts: RackParts): Promise<Rack> {
  if (options.machines !== undefined) await mustAnswer(options.machines)
  const hasMachines = options.machines !== undefined
  const ovn = options.network && (await openNetwork(options.network, parts.installation, { hasMachines }))
  const vpcs = (await ovn?.others?.()) ?? []
  if (vpcs.length > 0) parts.log.warn('OVN has VPCs of other installations, which are left alone', { vpcs })
  return options.machines === undefined
    ? simulatedRack(options, parts, ovn)
    : libvirtRack(options, options.machines, parts, ovn)
}

async function simulatedRack(options: Options, parts: RackParts, ovn: Network | undefined): Promise<Rack> {
  const { db, volumes, decodeBase64 } = parts
  const stores = makeSimulatedStores(db, decodeBase64)
  const rack = makeSimulatedRack({
    clock,
    random,
    sleds: await sledsInService(db, options.simulatedSleds),
    host: hostSled(),
    volumes,
    ...stores,
  })
  if (!ovn) return rack
  return { ...rack, network: ovn, networkKind: 'ovn', can: { ...rack.can, ...capabilitiesOf('ovn') } }
}

async function libvirtRack(options: Options, uri: string, parts: RackParts, ovn: Network | undefined) {
  const { installation, db, volumes, decodeBase64, folder, folders, lease, log } = parts
  const { networkStore: store } = makeSimulatedStores(db, decodeBase64)
  const isHost = uri !== HOSTS_ONLY
  const { accelerator, why } = await findAccelerator(`${folder}.no-kvm`)
  const sled = hostForMachines()
  const architectures = isHost ? await architecturesHere(uri, sled.description.architecture, log) : []
  if (isHost && why) log.warn('guests are emulated, which is slow', { why })
  const guestNetwork = options.guestNetwork ?? GUEST_NETWORK
  const guestNetworks = makeGuestNetworks(guestNetwork)
  const problem = ovn || !isHost ? undefined : await guestNetworks.problem()
  if (problem) log.warn('guests start without a network', { why: problem })
  return openLibvirtRack({
    installation,
    fence: await openFence(cephOf(options), log),
    mayStart: (start) => mayStart(db.read, start),
    known: (ids) => instancesAmong(db, ids),
    onForeign(domains) {
      if (domains.length > 0) log.warn('libvirt has machines of other installations, which are left alone', { domains })
    },
    hosts: isHost ? [{ uri, ...sled, facts: { ...sled.facts, architectures }, sensors: SENSORS }] : [],
    added: {
      folder: folders.ssh,
      volumes: folders.volumes,
      cephConf: cephOf(options)?.conf,
      data: folders.data,
      // short, because sockets are in it, and not shared with another installation on the same host
      machines: `${HOST_FOLDER}/${installation.id.slice(0, 8)}`,
      guestNetwork,
      own: isHost ? uri : undefined,
    },
    clock,
    volumes,
    folder,
    accelerator,
    network: ovn ?? makeSimulatedNetwork({ clock, store }),
    networkKind: ovn ? 'ovn' : 'simulated',
    guestNetworks,
    sharedVolumes: folders.volumes,
    lease,
    warn: log.warn,
  })
}

/** Says what cannot run here, and what runs slowly. */
async function architecturesHere(uri: string, own: string, log: Log): Promise<Architecture[]> {
  const { architectures, missing } = await findArchitectures(makeVirsh({ uri, timeoutMs: ANSWER_MS }), own)
  for (const { architecture, packages } of missing)
    log.info(`guests for ${ARCHITECTURE_NAMES[architecture]} cannot run here`, { why: `not installed: ${packages}` })
  for (const architecture of architectures.filter((each) => each !== own))
    log.info(`guests for ${ARCHITECTURE_NAMES[architecture]} are emulated`, { why: `this host is ${own}` })
  return architectures
}

/** Each failure in one sentence that says what to do. */
async function mustAnswer(uri: string): Promise<void> {
  if (uri === HOSTS_ONLY) {
    const missing = missingPrograms(['ssh', 'ssh-keygen', 'ssh-keyscan', 'genisoimage'])
    if (missing.length === 0) return
    throw new BadOption(`--machines hosts needs ${missing.join(' and ')}: install openssh-client and genisoimage`)
  }
  const emulators = ['qemu-system-x86_64', 'qemu-system-aarch64']
  const isArm = machine() === 'aarch64'
  // one is enough
  const emulator = missingPrograms(emulators).length === emulators.length ? [emulators[isArm ? 1 : 0]!] : []
  const missing = [...missingPrograms(['virsh', 'genisoimage']), ...emulator]
  const packages = isArm ? 'qemu-system-arm, qemu-efi-aarch64' : 'qemu-system-x86'
  if (missing.length > 0)
    throw new BadOption(
      `--machines needs ${missing.join(' and ')}: install libvirt-clients, libvirt-daemon-system, ${packages} and genisoimage`,
    )
  try {
    await makeVirsh({ uri, timeoutMs: ANSWER_MS }).run('uri')
  } catch (error) {
    if (!(error instanceof DriverError)) throw error
    if (/permission denied|authentication|access denied|polkit/i.test(error.message))
      throw new BadOption(
        `no permission to use libvirt at ${uri}: add this user to the group libvirt, and log in again`,
      )
    throw new BadOption(
      `libvirt at ${uri} does not answer: start it (systemctl start libvirtd), or leave out --machines`,
    )
  }
}
