// What exists of a machine on its host: the definition of its domain, and the files of one start.
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../clock.ts'
import { DriverError } from '../driver-error.ts'
import type { Installation } from '../installation.ts'
import type { MachineSpec } from '../machines.ts'
import type { NetworkKind } from '../rack.ts'
import { type Accelerator, domainXml, type MachineFiles } from './domain.ts'
import { firmwareFor } from './firmware.ts'
import type { Host } from './host.ts'
import { nameOf } from './record.ts'
import { writeSeed } from './seed.ts'
import { freePort } from './user-network.ts'

interface DefinitionOptions {
  installation: Installation
  folder: string
  accelerator: Accelerator
  networkKind: NetworkKind
  clock: Clock
}

export function makeDefinitions({ installation: owner, folder, accelerator, networkKind, clock }: DefinitionOptions) {
  const folderOf = (id: string, generation: number) => join(folder, `${id}-${generation}`)

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

  const removeFiles = (id: string, generation: number) => rm(folderOf(id, generation), { recursive: true, force: true })

  /** The record in it says that the machine is starting. */
  async function define({ virsh }: Host, spec: MachineSpec) {
    const { id, sled_id, generation, name } = spec
    const ssh_port = networkKind === 'simulated' && spec.nics.length > 0 ? await freePort() : undefined
    const since = clock.now().getTime()
    const state = 'starting' as const
    const record = { id, sled_id, generation, name, state, since, resets: 0, ssh_port, network: networkKind }
    const firmware = await firmwareFor(spec)
    const xml = domainXml({ spec, record, owner, files: filesOf(id, generation), accelerator, firmware })
    const own = folderOf(id, generation)
    await mkdir(own, { recursive: true, mode: 0o700 })
    await writeSeed(spec, own, networkKind)
    // libvirt makes it root's, and a server that is not root must read it; nobody else can enter the folder
    const { log } = filesOf(id, generation)
    await writeFile(log, '')
    await chmod(log, 0o644)
    const definition = join(own, 'domain.xml')
    await writeFile(definition, xml)
    await virsh.run('define', definition)
  }

  return { define, removeFiles, folderOf, filesOf }
}

/** Ends the machine if it runs. */
export async function undefine({ virsh }: Host, id: string) {
  await virsh.run('destroy', nameOf(id)).catch((error: unknown) => {
    if (!(error instanceof DriverError && error.code === 'wrong_state')) throw error
  })
  await virsh.run('undefine', nameOf(id), '--managed-save', '--nvram', '--snapshots-metadata', '--checkpoints-metadata')
}
