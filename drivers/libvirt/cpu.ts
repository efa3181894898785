// The CPU of accelerated machines; emulated ones have a named model (platform.ts). A host alone gives them its own. Once there are
// several of x86-64, they get a model that all of them have, so that they can move. For aarch64 there are no such models: machines move
// only between hosts with the same CPU.
import type { Clock } from '../clock.ts'
import { DriverError } from '../driver-error.ts'
import type { HostSet } from './host-set.ts'
import type { Host } from './host.ts'

export const OWN_CPU = '<cpu mode="host-passthrough"/>'
const TIMEOUT_MS = 14_000
/** How long a start waits for other hosts to say what CPU they have. */
const PATIENCE_MS = 3000
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

export function makeCpus(hosts: Pick<HostSet, 'all'>, clock: Pick<Clock, 'sleep'>) {
  /** By sled, so that a host that does not answer now counts too. Undefined for one that has not answered in time yet. */
  const models = new Map<string, string | undefined>()
  /** The questions to hosts that are under way. */
  const asking = new Map<string, Promise<void>>()

  async function hear({ sled_id, virsh }: CpuHost): Promise<void> {
    const said = await virsh.run('domcapabilities', '--virttype', 'kvm').catch(() => '')
    models.set(sled_id, hostModelIn(said) ?? models.get(sled_id))
    asking.delete(sled_id)
  }

  function ask(host: CpuHost): Promise<void> {
    const answer = asking.get(host.sled_id) ?? hear(host)
    asking.set(host.sled_id, answer)
    return answer
  }

  /** Asks each time, because the CPU of a host may have changed. Waits for the answer only the first time, and not for long. */
  async function askOther(host: CpuHost): Promise<void> {
    const answer = ask(host)
    if (models.has(host.sled_id)) return
    const over = new AbortController()
    await Promise.race([answer, clock.sleep(PATIENCE_MS, over.signal).catch(() => undefined)])
    over.abort()
    if (!models.has(host.sled_id)) models.set(host.sled_id, undefined)
  }

  const accelerated = () =>
    hosts.all().flatMap(({ host }) => (host.architecture === 'x86_64' && host.accelerator === 'kvm' ? [host] : []))
  const modelsOf = (like: readonly CpuHost[]) => like.flatMap(({ sled_id }) => models.get(sled_id) ?? []).join('\n')

  /** What was found last on each sled, and for which models: hosts of different makers have nothing in common. */
  const last = new Map<string, { cpu: string; models: string }>()

  async function find(host: CpuHost): Promise<string> {
    const like = host.architecture === 'x86_64' ? accelerated() : []
    if (like.length < 2) return OWN_CPU
    await Promise.all(like.map((other) => (other.sled_id === host.sled_id ? ask(host) : askOther(other))))
    const input = modelsOf(like)
    const { code, output } = await host.access.run(['sh', '-c', BASELINE, 'sh', host.virsh.uri], {
      timeoutMs: TIMEOUT_MS,
      input,
    })
    const cpu = code === 0 && output.includes('<model') ? output.trim() : OWN_CPU
    last.set(host.sled_id, { cpu, models: input })
    return cpu
  }

  const finding = new Set<string>()

  function findBehind(host: CpuHost) {
    if (finding.has(host.sled_id)) return
    finding.add(host.sled_id)
    void find(host)
      .catch(() => undefined)
      .finally(() => finding.delete(host.sled_id))
  }

  return {
    /** For a new start on the host. */
    cpuFor: find,
    /**
     * Whether a machine that runs there cannot move to all of its hosts before its next start, which changes that. No as long as nobody
     * knows what the next start would give it, which is then found out.
     */
    hasOld(host: CpuHost, xml: string): boolean {
      if (MAXIMUM.test(xml))
        return hosts.all().filter((other) => other.host.architecture === host.architecture).length > 1
      const like = accelerated()
      if (host.architecture !== 'x86_64' || like.length < 2 || !PASSTHROUGH.test(xml)) return false
      const found = last.get(host.sled_id)
      const isKnown = found?.models === modelsOf(like) && like.every(({ sled_id }) => models.has(sled_id))
      if (!isKnown) findBehind(host)
      return isKnown && found.cpu !== OWN_CPU
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
