// What exists of a machine on its host: the definition of its domain, and the files of one start.
import { join } from 'node:path'
import type { BlockStore } from '../blocks.ts'
import type { Clock } from '../clock.ts'
import { DriverError } from '../driver-error.ts'
import type { Installation } from '../installation.ts'
import type { MachineSpec } from '../machines.ts'
import type { Network } from '../network.ts'
import type { NetworkKind } from '../rack.ts'
import { domainXml, type MachineFiles } from './domain.ts'
import { firmwareFor } from './firmware.ts'
import type { OpenNetwork } from './guest-network.ts'
import type { Host } from './host.ts'
import { nameOf } from './record.ts'
import { makeSecrets } from './secrets.ts'
import { makeSeed } from './seed.ts'

interface DefinitionOptions {
  installation: Installation
  volumes: BlockStore
  network: Pick<Network, 'switchesInUserSpace'>
  networkKind: NetworkKind
  clock: Clock
  /** The CPU of an accelerated machine. */
  cpuFor(host: Host): Promise<string>
  warn: Warn
}

/** Tells the operator. */
export type Warn = (message: string, fields: Record<string, unknown>) => void

/** Names one start of a machine. */
const startOf = (id: string, generation: number) => `${id}-${generation}`

export const folderOf = ({ folder }: Host, id: string, generation: number) => join(folder, startOf(id, generation))

export function filesOf(host: Host, id: string, generation: number): MachineFiles {
  const own = folderOf(host, id, generation)
  return {
    seed: join(own, 'seed.iso'),
    console: join(own, 'tty'),
    log: join(own, 'console.log'),
    screen: join(own, 'vnc'),
    nvram: join(own, 'nvram'),
  }
}

/** The interfaces of a machine without OVN, for the host that it may move to. */
export const nicsFileOf = (folder: string) => join(folder, 'nics.json')

/** Lists the starts of machines that have files on a host. */
export async function startsOn({ access, folder }: Host): Promise<{ id: string; generation: number }[]> {
  return (await access.list(folder)).flatMap(({ name }) => {
    const [, id, generation] = /^(.+)-(\d+)$/.exec(name) ?? []
    return id === undefined ? [] : [{ id, generation: Number(generation) }]
  })
}

export function makeDefinitions(options: DefinitionOptions) {
  const { installation: owner, network: carrier, networkKind, clock, cpuFor, warn, volumes } = options
  const secrets = makeSecrets(volumes)

  async function removeFiles(host: Host, id: string, generation: number) {
    if (networkKind === 'simulated') await host.guestNetworks.close(startOf(id, generation))
    await host.access.removeFolder(folderOf(host, id, generation))
  }

  /** Opens the way out of a machine without OVN. It starts without one rather than with one to the host. */
  async function openNetwork(
    { guestNetworks }: Host,
    { id, generation, name, nics }: Pick<MachineSpec, 'id' | 'generation' | 'name' | 'nics'>,
  ): Promise<Partial<OpenNetwork> & { problem?: string }> {
    if (networkKind !== 'simulated' || nics.length === 0) return {}
    const opened = await guestNetworks.open(startOf(id, generation), nics)
    if ('problem' in opened) warn('a guest starts without a network', { instance: id, name, why: opened.problem })
    return opened
  }

  /** The record in it says that the machine is starting. */
  async function define(host: Host, spec: MachineSpec) {
    const { access, architecture, virsh } = host
    const { id, sled_id, generation, name } = spec
    const { sockets = [], resolvers = [], ssh_port, problem: network_problem } = await openNetwork(host, spec)
    const since = clock.now().getTime()
    const state = 'starting' as const
    const network = { network: networkKind, ssh_port, network_problem, guarded: true as const }
    const record = { id, sled_id, generation, name, state, since, resets: 0, ...network }
    const firmware = await firmwareFor(spec, volumes)
    await secrets.ready(
      host,
      [...spec.disks, ...(spec.cd ? [spec.cd] : [])].map(({ location }) => location),
    )
    const isInUserSpace = await carrier.switchesInUserSpace?.()
    const files = filesOf(host, id, generation)
    const accelerator = spec.architecture === architecture ? host.accelerator : 'tcg'
    const cpu = accelerator === 'kvm' ? await cpuFor(host) : undefined
    const xml = domainXml({ spec, record, owner, files, accelerator, cpu, firmware, sockets, isInUserSpace })
    const own = folderOf(host, id, generation)
    await access.makeFolder(own)
    await access.write(files.seed, await makeSeed(spec, networkKind, resolvers), 0o644)
    // libvirt makes it root's, and a server that is not root must read it; nobody else can enter the folder
    await access.write(files.log, '', 0o644)
    if (networkKind === 'simulated') await access.write(nicsFileOf(own), JSON.stringify(spec.nics))
    const definition = join(own, 'domain.xml')
    await access.write(definition, xml, 0o644)
    await virsh.run('define', definition)
  }

  return { define, openNetwork, removeFiles, secrets }
}

/** Ends the machine if it runs. */
export async function undefine({ virsh }: Host, id: string) {
  await virsh.run('destroy', nameOf(id)).catch((error: unknown) => {
    if (!(error instanceof DriverError && error.code === 'wrong_state')) throw error
  })
  const flags = ['--managed-save', '--nvram', '--snapshots-metadata', '--checkpoints-metadata']
  await virsh.run('undefine', nameOf(id), ...flags).catch((error: unknown) => {
    // one that somebody has undefined is gone with its process
    if (!(error instanceof DriverError && error.code === 'unknown_machine')) throw error
  })
}
