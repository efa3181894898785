// Whether machines can run on a host: one check after the other, each with what to do about it.
import { isArchitecture } from '../../architecture.ts'
import type { HostCheck, TrustedHost } from '../../hosts.ts'
import type { NetworkKind } from '../../rack.ts'
import type { Found } from '../accelerator.ts'
import type { HostAccess } from '../access/host-access.ts'
import { PACKAGES } from '../architectures.ts'
import type { HostAnswer } from './host-facts.ts'

const TIMEOUT_MS = 14_000
const GIBIBYTE = 2 ** 30
/** Signatures of logins and the times of events are off by then. */
const MAX_CLOCK_DIFFERENCE_MS = 5000
/** Versions of Debian 12. */
const OLDEST = { libvirt: '9.0.0', qemu: '7.2.0' }
const SETUP = 'Run the setup script on the host again.'

const ok = (name: string, text: string): HostCheck => ({ name, state: 'ok', text, remedy: null })
const warning = (name: string, text: string, remedy: string): HostCheck => ({ name, state: 'warning', text, remedy })
export const failed = (name: string, text: string, remedy: string): HostCheck => ({
  name,
  state: 'failed',
  text,
  remedy,
})

export const reachable = (address: string) => ok('reachable', `${address} answers.`)
export const keyAccepted = () => ok('key', 'The host has the key that was trusted, and accepts ours.')

export interface CheckedAgainst {
  /** Answers of the other hosts of the rack, this machine among them. */
  others: readonly Pick<HostAnswer, 'uuid' | 'name' | 'architecture' | 'cpuModel' | 'certificates'>[]
  /** When the host was asked, and when it had answered, by our clock. */
  asked: { from: number; to: number }
}

/** What the answers of a host say. */
export function checkAnswer(answer: HostAnswer, found: Found, { others, asked }: CheckedAgainst): HostCheck[] {
  return [
    versions(answer),
    kvm(found),
    architecture(answer, others),
    cpu(answer, found, others),
    memory(answer),
    clock(answer, asked),
    identity(answer, others),
    certificates(answer, others),
  ]
}

const numbers = (text: string) => text.split('.').map(Number)

const isOlder = (version: string, than: string) => {
  const [own, other] = [numbers(version), numbers(than)]
  const at = own.findIndex((part, n) => part !== (other[n] ?? 0))
  return at >= 0 && own[at]! < (other[at] ?? 0)
}

function versions({ libvirt, qemu, architecture: own }: HostAnswer): HostCheck {
  if (qemu === '')
    return failed(
      'versions',
      `libvirt ${libvirt} finds no QEMU on the host.`,
      `Install ${PACKAGES[isArchitecture(own) ? own : 'x86_64']} on it.`,
    )
  const text = `libvirt ${libvirt}, QEMU ${qemu}`
  return isOlder(libvirt, OLDEST.libvirt) || isOlder(qemu, OLDEST.qemu)
    ? warning('versions', `${text}: older than those of Debian 12.`, 'Upgrade the host to Debian 12 or newer.')
    : ok('versions', `${text}.`)
}

function kvm({ accelerator, why }: Found): HostCheck {
  return accelerator === 'kvm'
    ? ok('kvm', 'Guests run at full speed.')
    : warning(
        'kvm',
        `Guests are emulated, which is slow: ${why}.`,
        'Turn on virtualization in the firmware of the host.',
      )
}

function architecture({ architecture: own }: HostAnswer, others: CheckedAgainst['others']): HostCheck {
  const different = others.find((other) => other.architecture !== own)
  return different
    ? warning(
        'architecture',
        `The host is ${own}, and ${different.name} is ${different.architecture}.`,
        'Machines move only between hosts of one architecture.',
      )
    : ok('architecture', `${own}.`)
}

function cpu(
  { architecture: own, cpuModel, cpu: shown }: HostAnswer,
  { accelerator }: Found,
  others: CheckedAgainst['others'],
): HostCheck {
  const different = others.find((other) => other.cpuModel !== cpuModel)
  return different && accelerator === 'kvm'
    ? warning(
        'cpu',
        `The CPU is ${cpuModel || shown}, and that of ${different.name} is ${different.cpuModel}.`,
        own === 'x86_64'
          ? 'Machines get a model that both have at their next start.'
          : 'Machines move only between hosts with the same CPU.',
      )
    : ok('cpu', `${shown}.`)
}

function memory({ memory: bytes }: HostAnswer): HostCheck {
  const text = `${(bytes / GIBIBYTE).toFixed(1)} GiB`
  return bytes < 2 * GIBIBYTE
    ? failed(
        'memory',
        `The host has ${text} of memory, and 1 GiB is kept for itself.`,
        'Use a host with 2 GiB of memory or more.',
      )
    : ok('memory', `${text}.`)
}

/** A slow host told its time somewhen between the question and the answer. */
function clock({ time }: HostAnswer, { from, to }: CheckedAgainst['asked']): HostCheck {
  const difference = Math.max(0, from - time, time - to)
  const seconds = Math.round(difference / 1000)
  return difference > MAX_CLOCK_DIFFERENCE_MS
    ? warning(
        'clock',
        `Its clock differs from ours by ${seconds} seconds.`,
        'Keep both in time: install chrony on the host and here.',
      )
    : ok('clock', 'Its clock agrees with ours.')
}

function identity({ uuid, isUuidStable }: HostAnswer, others: CheckedAgainst['others']): HostCheck {
  const pin = 'Set host_uuid in /etc/libvirt/libvirtd.conf to what uuidgen prints, and restart libvirtd.'
  const twin = others.find((other) => other.uuid === uuid)
  if (twin) return failed('identity', `${twin.name} has the same host UUID, ${uuid}.`, pin)
  if (isUuidStable === false) return failed('identity', 'The host UUID changes when libvirt starts again.', pin)
  return isUuidStable
    ? ok('identity', `Host UUID ${uuid}.`)
    : warning('identity', `Host UUID ${uuid}. Whether it stays the same could not be read.`, pin)
}

/** Without them on any host, nobody expects that memory is encrypted. */
function certificates({ certificates: own }: HostAnswer, others: CheckedAgainst['others']): HostCheck {
  if (own === 'all')
    return ok('certificates', 'Memory of machines that move is encrypted between hosts with certificates.')
  const other = others.find((each) => each.certificates === 'all')
  if (own === 'none' && !other) return ok('certificates', 'Memory of machines that move travels unencrypted.')
  const remedy = 'Put the certificates for moves on the host, readable by the user of QEMU, and restart libvirtd.'
  return own === 'some'
    ? warning(
        'certificates',
        'Certificates for moves are there, but not all can be read: memory travels unencrypted.',
        remedy,
      )
    : warning(
        'certificates',
        `${other!.name} has certificates for moves and this host has none: memory travels unencrypted.`,
        remedy,
      )
}

/** The first of those on which QEMU waits for a machine that comes. As long as none does, a host that is reached refuses. */
const MIGRATION_PORT = 49_152
/** Prints the addresses that neither accept nor refuse. */
const PROBE = `for at; do
  (said=$(LC_ALL=C timeout 3 bash -c 'exec 3<>"/dev/tcp/$0/${MIGRATION_PORT}"' "$at" 2>&1) && exit
  case $said in *refused*) ;; *) echo "$at" ;; esac) &
done
wait`

/** The others must be reached from it, or machines cannot move there. `server` is an address of this machine, if that is a sled too. */
export async function checkOthers(
  access: Pick<HostAccess, 'run'>,
  others: readonly Pick<TrustedHost, 'address'>[],
  server: string | undefined,
): Promise<HostCheck> {
  const names = new Map(others.map(({ address }) => [address, address]))
  if (server !== undefined) names.set(server, `this server (${server})`)
  if (names.size === 0) return ok('other_hosts', 'There are no other hosts yet.')
  const { output } = await access.run(['sh', '-c', PROBE, 'sh', ...names.keys()], { timeoutMs: TIMEOUT_MS })
  const silent = new Set(output.split('\n'))
  const unreached = [...names].flatMap(([address, name]) => (silent.has(address) ? [name] : []))
  return unreached.length > 0
    ? warning(
        'other_hosts',
        `It does not reach ${unreached.join(' and ')}.`,
        'Machines cannot move there: let the hosts reach each other on ports 49152 to 49215.',
      )
    : ok('other_hosts', 'It reaches the other hosts.')
}

/** Undefined where networks are simulated. */
export async function checkNetwork(access: HostAccess, networkKind: NetworkKind): Promise<HostCheck | undefined> {
  if (networkKind !== 'ovn') return undefined
  const { code, output } = await access.run(['ovn-appctl', '-t', 'ovn-controller', 'connection-status'], {
    timeoutMs: TIMEOUT_MS,
  })
  return code === 0 && String(output).trim() === 'connected'
    ? ok('network', 'It is a chassis of OVN.')
    : failed('network', 'It is not a chassis of OVN: ovn-controller does not run or is not connected.', SETUP)
}
