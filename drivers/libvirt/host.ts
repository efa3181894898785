// The domains of one host that are ours, and their records. A record is written only while the machine is locked, so that what one
// caller has seen does not overwrite what another has done meanwhile.
import type { Clock } from '../clock.ts'
import { DriverError } from '../driver-error.ts'
import { type Domain, makeReader } from './reader.ts'
import { machineIn, type MachineRecord, metadataArguments, nameOf, settled } from './record.ts'
import type { Virsh } from './virsh.ts'

export interface Host {
  sled_id: string
  virsh: Virsh
  find(id: string): Promise<Domain | undefined>
  list(): Promise<Domain[]>
  /** Lists the domains that have a process. */
  listActive(): Promise<Domain[]>
  /** Runs the work while nobody else changes the machine. */
  change<T>(id: string, work: (domain: Domain | undefined) => Promise<T>): Promise<T>
  /** Only within change(). */
  write(domain: Domain, changes: Partial<MachineRecord>): Promise<void>
}

const NO_DOMAIN = 'unknown_machine'

export function makeHost(sled_id: string, virsh: Virsh, clock: Clock): Host {
  const locks = new Map<string, Promise<unknown>>()
  const { read, readAll } = makeReader(virsh)

  const now = () => clock.now().getTime()
  const isSettled = ({ record, condition }: Domain) => settled(record, condition, now()) === record

  /** Records what has happened since the last look. */
  async function settle(domain: Domain) {
    const record = settled(domain.record, domain.condition, now())
    if (record !== domain.record) await write(domain, record)
  }

  async function write(domain: Domain, changes: Partial<MachineRecord>) {
    const record = { ...domain.record, ...changes }
    const command = ['metadata', nameOf(record.id), ...metadataArguments(record), '--config']
    if (/^(shut off|crashed)/.test(domain.condition)) await virsh.run(...command)
    else
      await virsh.run(...command, '--live').catch((error: unknown) => {
        // it has ended since we looked
        if (!(error instanceof DriverError && error.code === 'wrong_state')) throw error
        return virsh.run(...command)
      })
    domain.record = record
  }

  async function change<T>(id: string, work: (domain: Domain | undefined) => Promise<T>): Promise<T> {
    const before = locks.get(id)
    const mine = (async () => {
      await before?.catch(() => undefined)
      const domain = await read(id)
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
  const refreshed = (id: string) =>
    change(id, async (domain) => domain).catch((error: unknown) => {
      if (error instanceof DriverError && error.code === NO_DOMAIN) return undefined
      throw error
    })

  async function listed(...which: string[]): Promise<Domain[]> {
    const names = (await virsh.run('list', '--name', ...which)).split('\n')
    const domains = (await readAll(names.flatMap((name) => machineIn(name) ?? []))).flatMap((domain) => domain ?? [])
    const all = await Promise.all(domains.map((domain) => (isSettled(domain) ? domain : refreshed(domain.record.id))))
    return all.flatMap((domain) => domain ?? [])
  }

  return {
    sled_id,
    virsh,
    async find(id) {
      const domain = await read(id)
      return domain && !isSettled(domain) ? refreshed(id) : domain
    },
    list: () => listed('--all'),
    listActive: () => listed(),
    change,
    write,
  }
}
