// What exists of a machine on its host: the definition of its domain, and the files of one start.
import { chmod, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../clock.ts'
import { DriverError } from '../driver-error.ts'
import type { Installation } from '../installation.ts'
import type { MachineSpec } from '../machines.ts'
import type { Network } from '../network.ts'
import type { NetworkKind } from '../rack.ts'
import type { Accelerator } from './accelerator.ts'
import { domainXml, type MachineFiles } from './domain.ts'
import { firmwareFor } from './firmware.ts'
import type { GuestNetworks, OpenNetwork } from './guest-network.ts'
import type { Host } from './host.ts'
import { nameOf } from './record.ts'
import { writeSeed } from './seed.ts'

interface DefinitionOptions {
  installation: Installation
  folder: string
  /** For guests of the host's own architecture. */
  accelerator: Accelerator
  network: Pick<Network, 'switchesInUserSpace'>
  networkKind: NetworkKind
  guestNetworks: GuestNetworks
  clock: Clock
  warn: Warn
}

/** Tells the operator. */
export type Warn = (message: string, fields: Record<string, unknown>) => void

/** Names one start of a machine. */
const startOf = (id: string, generation: number) => `${id}-${generation}`

export function makeDefinitions(options: DefinitionOptions) {
  const {
    installation: owner,
    folder,
    accelerator: own,
    network: carrier,
    networkKind,
    guestNetworks,
    clock,
    warn,
  } = options
  const folderOf = (id: string, generation: number) => join(folder, startOf(id, generation))

  function filesOf(id: string, generation: number): MachineFiles {
    const own = folderOf(id, generation)
    return {
      seed: join(own, 'seed.iso'),
      console: join(own, 'tty'),
      log: join(own, 'console.log'),
      screen: join(own, 'vnc'),
      nvram: join(own, 'nvram'),
    }
  }

  async function removeFiles(id: string, generation: number) {
    if (networkKind === 'simulated') await guestNetworks.close(startOf(id, generation))
    await rm(folderOf(id, generation), { recursive: true, force: true })
  }

  /** Lists the starts of machines that have files. */
  async function starts(): Promise<{ id: string; generation: number }[]> {
    const names = await readdir(folder)
    return names.flatMap((name) => {
      const [, id, generation] = /^(.+)-(\d+)$/.exec(name) ?? []
      return id === undefined ? [] : [{ id, generation: Number(generation) }]
    })
  }

  /** Opens the way out of a machine without OVN. It starts without one rather than with one to the host. */
  async function openNetwork({
    id,
    generation,
    name,
    nics,
  }: MachineSpec): Promise<Partial<OpenNetwork> & { problem?: string }> {
    if (networkKind !== 'simulated' || nics.length === 0) return {}
    const opened = await guestNetworks.open(startOf(id, generation), nics)
    if ('problem' in opened) warn('a guest starts without a network', { instance: id, name, why: opened.problem })
    return opened
  }

  /** The record in it says that the machine is starting. */
  async function define({ virsh, architecture }: Host, spec: MachineSpec) {
    const { id, sled_id, generation, name } = spec
    const { sockets = [], resolvers = [], ssh_port, problem: network_problem } = await openNetwork(spec)
    const since = clock.now().getTime()
    const state = 'starting' as const
    const network = { network: networkKind, ssh_port, network_problem, guarded: true as const }
    const record = { id, sled_id, generation, name, state, since, resets: 0, ...network }
    const firmware = await firmwareFor(spec)
    const isInUserSpace = await carrier.switchesInUserSpace?.()
    const files = filesOf(id, generation)
    const accelerator = spec.architecture === architecture ? own : 'tcg'
    const xml = domainXml({ spec, record, owner, files, accelerator, firmware, sockets, isInUserSpace })
    const place = folderOf(id, generation)
    await mkdir(place, { recursive: true, mode: 0o700 })
    await writeSeed(spec, place, networkKind, resolvers)
    // libvirt makes it root's, and a server that is not root must read it; nobody else can enter the folder
    await writeFile(files.log, '')
    await chmod(files.log, 0o644)
    const definition = join(place, 'domain.xml')
    await writeFile(definition, xml)
    await virsh.run('define', definition)
  }

  return { define, removeFiles, starts, folderOf, filesOf }
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
