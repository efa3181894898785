// Takes over domains of another installation, without its help: it may be gone, or still run. The guests go on.
import { dirname } from 'node:path'
import type { Mark } from '../installation.ts'
import { disksIn } from './disks-in.ts'
import { writeMetadata } from './host.ts'
import { type Owner, ownerArguments } from './owner.ts'
import { type Domain, makeReader } from './reader.ts'
import { machineIn, type MachineRecord } from './record.ts'
import type { Virsh } from './virsh.ts'

export interface FoundDomain {
  record: MachineRecord
  mark: Mark
  disks: { id: string; path: string }[]
  /** Where the files of its start are. */
  folder: string | undefined
}

/** Lists the domains of all installations. */
export async function listDomains(virsh: Virsh): Promise<FoundDomain[]> {
  return (await readDomains(virsh)).map(({ record, owner, xml }) => {
    const disks = disksIn(xml)
    const seed = disks.find(({ isSeed }) => isSeed)
    return {
      record,
      mark: owner,
      disks: disks.flatMap(({ id, path }) => (id === undefined ? [] : [{ id, path }])),
      folder: seed && dirname(seed.path),
    }
  })
}

/** From the first call on, the other installation leaves the domains alone. */
export async function takeOverDomains(virsh: Virsh, ids: readonly string[], owner: Owner): Promise<void> {
  const domains = (await readDomains(virsh)).filter(({ record }) => ids.includes(record.id))
  for (const domain of domains) await writeMetadata(virsh, domain, ownerArguments(owner))
}

async function readDomains(virsh: Virsh): Promise<Domain[]> {
  const names = (await virsh.run('list', '--all', '--name')).split('\n')
  const domains = await makeReader(virsh).readAll(names.flatMap((name) => machineIn(name) ?? []))
  return domains.flatMap((domain) => domain ?? [])
}
