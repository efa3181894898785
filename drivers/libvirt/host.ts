// The domains of one host that are ours, and their records. A record is written only while the machine is locked, so that what one
// caller has seen does not overwrite what another has done meanwhile. The domains of other installations are never written at all.
import type { Clock } from '../clock.ts'
import { DriverError } from '../driver-error.ts'
import type { Installation, Standing } from '../installation.ts'
import type { Lease } from '../lease.ts'
import type { HostAccess } from './access/host-access.ts'
import type { Accelerator } from './accelerator.ts'
import type { GuestNetworks } from './guest-network.ts'
import { isHere, ownerArguments, type Places, standingOfDomain } from './owner.ts'
import { type Domain, makeReader } from './reader.ts'
import { machineIn, type MachineRecord, metadataArguments, nameOf, settled } from './record.ts'
import type { Virsh } from './virsh.ts'

/** Domains of 0.2.0 that become ours when they are seen are `ours`. */
export interface Seen extends Domain {
  standing: Exclude<Standing, 'unclaimed'>
}

/** What differs from host to host. */
export interface HostPlace {
  access: HostAccess
  /** Where the files of its machines are, on the host. */
  folder: string
  accelerator: Accelerator
  /** For machines without OVN. */
  guestNetworks: GuestNetworks
  /** Where other hosts reach it. Undefined for this machine, which has no address of its own. */
  address?: string | undefined
}

export interface Host extends HostPlace {
  sled_id: string
  /** As its kernel calls it. */
  architecture: string
  virsh: Virsh
  find(id: string): Promise<Domain | undefined>
  list(): Promise<Domain[]>
  /** Lists the domains that have a process. */
  listActive(): Promise<Domain[]>
  /** Finds a domain of any installation. */
  see(id: string): Promise<Seen | undefined>
  /** Lists the domains of all installations. */
  seeAll(): Promise<Seen[]>
  /** Runs the work while nobody else changes the machine. */
  change<T>(id: string, work: (domain: Domain | undefined) => Promise<T>): Promise<T>
  /** Only within change(). */
  write(domain: Domain, changes: Partial<MachineRecord>): Promise<void>
}

const NO_DOMAIN = 'unknown_machine'

export interface Ownership {
  installation: Installation
  places: Places
  /** Which of these machines our database has rows of. */
  known(ids: readonly string[]): Promise<ReadonlySet<string>>
}

export interface HostOptions extends HostPlace {
  sled_id: string
  architecture: string
  virsh: Virsh
  clock: Clock
  ownership: Ownership
  lease: Pick<Lease, 'isHeld'>
}

export function makeHost({ sled_id, architecture, virsh, clock, ownership, lease, ...place }: HostOptions): Host {
  const locks = new Map<string, Promise<unknown>>()
  const { read, readAll, readByUuid } = makeReader(virsh)
  const { installation, places, known } = ownership

  const now = () => clock.now().getTime()
  const isSettled = ({ record, condition }: Domain) => settled(record, condition, now()) === record

  async function withStandings(domains: readonly Domain[]): Promise<Seen[]> {
    // the database is asked only about those that may have been ours
    const unsure = domains.filter(({ owner }) => !owner || owner.epoch > installation.epoch)
    const rows = unsure.length > 0 ? await known(unsure.map(({ record }) => record.id)) : new Set()
    return Promise.all(
      domains.map(async (domain) => {
        const { owner, xml, record } = domain
        const standing = standingOfDomain(installation, owner, rows.has(record.id), await isHere(xml, owner, places))
        return standing === 'unclaimed' ? adopted(domain) : { ...domain, standing }
      }),
    )
  }

  async function adopted(domain: Domain): Promise<Seen> {
    await writeMetadata(virsh, domain, ownerArguments(installation)).catch(ignoreGone)
    return { ...domain, owner: installation, standing: 'ours' }
  }

  async function see(id: string): Promise<Seen | undefined> {
    const domain = await read(id)
    const [seen] = domain ? await withStandings([domain]) : []
    return seen && isOurs(seen) && !isSettled(seen) ? refreshed(id) : seen
  }

  async function seeAll(...which: string[]): Promise<Seen[]> {
    const names = (await virsh.run('list', '--name', ...which)).split('\n')
    const domains = (await readAll(names.flatMap((name) => machineIn(name) ?? []))).flatMap((domain) => domain ?? [])
    const all = (await withStandings(domains)).map((domain) =>
      isOurs(domain) && !isSettled(domain) ? refreshed(domain.record.id) : domain,
    )
    return (await Promise.all(all)).flatMap((domain) => domain ?? [])
  }

  /** Records what has happened since the last look. */
  async function settle(domain: Domain) {
    const record = settled(domain.record, domain.condition, now())
    if (record === domain.record) return
    // another server writes it down; two would overwrite what the other one has done
    if (!lease.isHeld()) {
      domain.record = record
      return
    }
    await write(domain, record)
    // libvirt keeps the process of a guest that has panicked, so that it can be told from one that was killed
    if (domain.condition.startsWith('crashed')) await virsh.run('destroy', nameOf(record.id)).catch(ignoreGone)
  }

  async function write(domain: Domain, changes: Partial<MachineRecord>) {
    const record = { ...domain.record, ...changes }
    await writeMetadata(virsh, domain, metadataArguments(record))
    domain.record = record
  }

  /** Somebody may have renamed the domain, which is possible while it is off: no other can have its UUID. */
  async function nameBack(id: string): Promise<Domain | undefined> {
    const renamed = await readByUuid(id)
    const [seen] = renamed ? await withStandings([renamed]) : []
    if (!seen || !isOurs(seen)) return undefined
    await virsh.run('domrename', id, nameOf(id))
    return read(id)
  }

  async function change<T>(id: string, work: (domain: Domain | undefined) => Promise<T>): Promise<T> {
    const before = locks.get(id)
    const mine = (async () => {
      await before?.catch(() => undefined)
      const found = (await read(id)) ?? (await nameBack(id))
      const [domain] = found ? (await withStandings([found])).filter(isOurs) : []
      if (domain) await settle(domain)
      return work(domain)
    })()
    const settledLock = mine.catch(() => undefined)
    locks.set(id, settledLock)
    try {
      return await mine
    } finally {
      if (locks.get(id) === settledLock) locks.delete(id)
    }
  }

  /** It may be gone by now. */
  const refreshed = (id: string): Promise<Seen | undefined> =>
    change(id, async (domain) => domain && { ...domain, standing: 'ours' as const }).catch(ignoreGone)

  return {
    ...place,
    sled_id,
    architecture,
    virsh,
    async find(id) {
      const domain = await see(id)
      return domain && isOurs(domain) ? domain : undefined
    },
    list: async () => (await seeAll('--all')).filter(isOurs),
    listActive: async () => (await seeAll()).filter(isOurs),
    see,
    seeAll: () => seeAll('--all'),
    change,
    write,
  }
}

/** Writes an element of the metadata of a domain, which may run. */
export async function writeMetadata(virsh: Virsh, { record, condition }: Domain, given: readonly string[]) {
  const command = ['metadata', nameOf(record.id), ...given]
  if (condition.startsWith('shut off')) await virsh.run(...command, '--config')
  else
    await virsh.run(...command, '--config', '--live').catch((error: unknown) => {
      if (!(error instanceof DriverError)) throw error
      // somebody has removed its definition while it runs
      if (error.code === 'transient') return virsh.run(...command, '--live')
      // it has ended since we looked
      if (error.code === 'wrong_state') return virsh.run(...command, '--config')
      throw error
    })
}

const isOurs = ({ standing }: Seen) => standing === 'ours'

function ignoreGone(error: unknown): undefined {
  if (!(error instanceof DriverError && error.code === NO_DOMAIN)) throw error
}
