// What the host that a machine moves to needs before: the files of its start, and what its domain is like there.
import { DriverError } from '../../driver-error.ts'
import type { MachineNic } from '../../machines.ts'
import { mustHaveCpu } from '../cpu.ts'
import { filesOf, folderOf, type makeDefinitions, nicsFileOf } from '../definitions.ts'
import type { Host } from '../host.ts'
import type { Domain } from '../reader.ts'
import { nameOf } from '../record.ts'
import { copyHistory } from './history.ts'
import { movedXml, networksIn } from './moved-xml.ts'

const MAX_FILE = 32 * 2 ** 20
const OLD = 'was started by an earlier version, and can move after its next start'

export interface Moving {
  id: string
  move: string
  from: Host
  to: Host
}

export interface Ready {
  live: string
  persistent: string
}

export function makePreparation({ openNetwork }: Pick<ReturnType<typeof makeDefinitions>, 'openNetwork'>) {
  return async ({ id, move, from, to }: Moving): Promise<Ready> => {
    const domain = await from.find(id)
    if (!domain) throw new DriverError('unknown_machine', 'the machine is gone')
    const { record, owner } = domain
    const { name, generation } = record
    const folders = { from: folderOf(from, id, generation), to: folderOf(to, id, generation) }
    if (owner?.home !== undefined || !domain.xml.includes(folders.from))
      throw new DriverError('refused', `${name} was taken over, and can move after its next start`)
    if (from.architecture !== to.architecture)
      throw new DriverError('refused', `${name} cannot move to a host of another architecture while it runs`)
    await mustHaveCpu(domain.xml, name, from, to)
    await to.access.removeFolder(folders.to)
    await to.access.makeFolder(folders.to)
    const { sockets, ssh_port } = await networkOf(domain, from, to)
    const files = { from: filesOf(from, id, generation), to: filesOf(to, id, generation) }
    const seed = await from.access.read(files.from.seed, 0, MAX_FILE)
    if (!seed) throw new DriverError('refused', `the disk for the first boot of ${name} is gone`)
    await to.access.write(files.to.seed, seed.bytes, 0o644)
    await to.access.write(files.to.log, '', 0o644)
    await copyHistory(from, to, id, generation)
    const there = { ...record, sled_id: to.sled_id, move, move_end: undefined, move_reason: undefined, ssh_port }
    const moved = (xml: string) => movedXml(xml, { folders, record: there, sockets })
    const [live, persistent] = await Promise.all([
      from.virsh.run('dumpxml', nameOf(id), '--migratable'),
      from.virsh.run('dumpxml', nameOf(id), '--inactive'),
    ])
    return { live: moved(live), persistent: moved(persistent) }
  }

  /** Without OVN the network is one of the host, and begins again on the other one. */
  async function networkOf({ xml, record }: Domain, from: Host, to: Host) {
    if (networksIn(xml) === 0) return { sockets: [], ssh_port: record.ssh_port }
    const { id, generation, name } = record
    const file = await from.access.read(nicsFileOf(folderOf(from, id, generation)), 0, MAX_FILE)
    if (!file) throw new DriverError('refused', `${name} ${OLD}`)
    const nics = JSON.parse(new TextDecoder().decode(file.bytes)) as MachineNic[]
    const { sockets = [], ssh_port, problem } = await openNetwork(to, { id, generation, name, nics })
    if (problem !== undefined) throw new DriverError('refused', `${name} would have no network there: ${problem}`)
    await to.access.write(nicsFileOf(folderOf(to, id, generation)), JSON.stringify(nics))
    return { sockets, ssh_port }
  }
}
