// The CPU of accelerated machines; emulated ones have a named model (platform.ts). A host alone gives them its own. Once there are
// several of x86-64, they get a model that all of them have, so that they can move. For aarch64 there are no such models: machines move
// only between hosts with the same CPU.
import { DriverError } from '../driver-error.ts'
import type { HostSet } from './host-set.ts'
import type { Host } from './host.ts'

export const OWN_CPU = '<cpu mode="host-passthrough"/>'
const TIMEOUT_MS = 14_000
/** That of emulated machines in earlier versions. */
const MAXIMUM = /<cpu mode=['"]maximum['"]/
const PASSTHROUGH = /<cpu mode=['"]host-passthrough['"]/

/** virsh reads a file. */
const BASELINE = `f=$(mktemp) && trap 'rm -f "$f"' EXIT && cat > "$f" &&
LC_ALL=C virsh --quiet --connect "$1" hypervisor-cpu-baseline "$f" --virttype kvm --migratable`

type CpuHost = Pick<Host, 'sled_id' | 'architecture' | 'accelerator' | 'access' | 'virsh'>

/** What libvirt would give a machine on a host. Undefined if it does not say. */
export const hostModelIn = (capabilities: string): string | undefined => {
  const [, parts] = /<mode name=['"]host-model['"] supported=['"]yes['"]>([^]*?)<\/mode>/.exec(capabilities) ?? []
  return parts && `<cpu mode="custom" match="exact">${parts.trim()}</cpu>`
}

export function makeCpus(hosts: Pick<HostSet, 'all'>) {
  /** By sled, so that a host that does not answer counts too. */
  const models = new Map<string, string>()

  async function modelOf({ sled_id, virsh }: CpuHost): Promise<string | undefined> {
    const answer = await virsh.run('domcapabilities', '--virttype', 'kvm').catch(() => '')
    const found = hostModelIn(answer)
    if (found) models.set(sled_id, found)
    return found ?? models.get(sled_id)
  }

  /** Found by the last start on each sled: hosts of different makers have nothing in common. */
  const last = new Map<string, string>()

  const accelerated = () =>
    hosts.all().filter(({ host }) => host.architecture === 'x86_64' && host.accelerator === 'kvm')

  async function find(host: CpuHost): Promise<string> {
    const like = host.architecture === 'x86_64' ? accelerated() : []
    if (like.length < 2) return OWN_CPU
    const found = (await Promise.all(like.map((each) => modelOf(each.host)))).flatMap((model) => model ?? [])
    const { code, output } = await host.access.run(['sh', '-c', BASELINE, 'sh', host.virsh.uri], {
      timeoutMs: TIMEOUT_MS,
      input: found.join('\n'),
    })
    return code === 0 && output.includes('<model') ? output.trim() : OWN_CPU
  }

  return {
    /** For a new start on the host. */
    async cpuFor(host: CpuHost): Promise<string> {
      const found = await find(host)
      last.set(host.sled_id, found)
      return found
    },
    /** Whether a machine that runs there cannot move to all of its hosts before its next start, which changes that. */
    hasOld({ sled_id, architecture }: Pick<CpuHost, 'sled_id' | 'architecture'>, xml: string): boolean {
      if (MAXIMUM.test(xml)) return hosts.all().filter(({ host }) => host.architecture === architecture).length > 1
      const changes = accelerated().length > 1 && architecture === 'x86_64' && last.get(sled_id) !== OWN_CPU
      return changes && PASSTHROUGH.test(xml)
    },
  }
}

/** A machine with the CPU of its host can only move to one with the same. What the maximum is depends on the QEMU of a host. */
export async function mustHaveCpu(xml: string, name: string, from: CpuHost, to: CpuHost): Promise<void> {
  if (MAXIMUM.test(xml))
    throw new DriverError(
      'refused',
      `${name} has a CPU of an earlier version, and can move after its next start, which gives it a model that all hosts have`,
    )
  if (!PASSTHROUGH.test(xml)) return
  const [own, other] = await Promise.all([from, to].map(({ virsh }) => virsh.run('capabilities').then(cpuIn)))
  if (own === other) return
  const remedy =
    from.architecture === 'x86_64' ? ', and can move after its next start, which gives it one that both have' : ''
  throw new DriverError(
    'refused',
    `${name} has the model of CPU of its host, which the other one does not have${remedy}`,
  )
}

/** Without what differs between equal ones. */
const cpuIn = (capabilities: string) =>
  (/<host>[^]*?(<cpu>[^]*?<\/cpu>)/.exec(capabilities)?.[1] ?? '').replaceAll(
    /\s*<(microcode|counter|topology|maxphysaddr|pages)\b[^>]*\/>/g,
    '',
  )
