// The domains of one host that are ours, and their records. A record is written only while the machine is locked, so that what one
// caller has seen does not overwrite what another has done meanwhile.
import type { Clock } from '../clock.ts'
import { DriverError } from '../driver-error.ts'
import { machineIn, type MachineRecord, metadataArguments, nameOf, recordIn, settled } from './record.ts'
import type { Virsh } from './virsh.ts'

export interface Domain {
  record: MachineRecord
  xml: string
  /** As `virsh domstate --reason` says it. */
  condition: string
}

export interface Host {
  sled_id: string
  virsh: Virsh
  find(id: string): Promise<Domain | undefined>
  list(): Promise<Domain[]>
  /** Runs the work while nobody else changes the machine. */
  change<T>(id: string, work: (domain: Domain | undefined) => Promise<T>): Promise<T>
  /** Only within change(). */
  write(domain: Domain, changes: Partial<MachineRecord>): Promise<void>
}

const NO_DOMAIN = 'unknown_machine'

/** The two questions about a domain. */
const questions = (name: string) => [
  ['dumpxml', name],
  ['domstate', name, '--reason'],
]

function domainFrom(xml: string | undefined, condition: string | undefined): Domain | undefined {
  const record = xml && condition ? recordIn(xml) : undefined
  return record && xml && condition ? { record, xml, condition } : undefined
}

export function makeHost(sled_id: string, virsh: Virsh, clock: Clock): Host {
  const locks = new Map<string, Promise<unknown>>()

  async function read(id: string): Promise<Domain | undefined> {
    const [xml, condition] = await virsh.batch(questions(nameOf(id)))
    return domainFrom(xml, condition)
  }

  const now = () => clock.now().getTime()
  const isSettled = ({ record, condition }: Domain) => settled(record, condition, now()) === record

  /** Records what has happened since the last look. */
  async function settle(domain: Domain) {
    const record = settled(domain.record, domain.condition, now())
    if (record !== domain.record) await write(domain, record)
  }

  async function write(domain: Domain, changes: Partial<MachineRecord>) {
    const record = { ...domain.record, ...changes }
    const places = /^(shut off|crashed)/.test(domain.condition) ? ['--config'] : ['--config', '--live']
    await virsh.run('metadata', nameOf(record.id), ...metadataArguments(record), ...places)
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

  return {
    sled_id,
    virsh,
    async find(id) {
      const domain = await read(id)
      return domain && !isSettled(domain) ? refreshed(id) : domain
    },
    async list() {
      const names = (await virsh.run('list', '--all', '--name')).split('\n').filter((name) => machineIn(name))
      const answers = await virsh.batch(names.flatMap(questions))
      const domains = names.flatMap((_, n) => domainFrom(answers[2 * n], answers[2 * n + 1]) ?? [])
      const all = await Promise.all(domains.map((domain) => (isSettled(domain) ? domain : refreshed(domain.record.id))))
      return all.flatMap((domain) => domain ?? [])
    },
    change,
    write,
  }
}
