// The hosts that operators add. Each is reached over SSH, and is a sled as soon as it has once said what it is. That is remembered in a
// file, so that a host that does not answer when the server starts is still there.
import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Architecture } from '../../architecture.ts'
import type { Clock } from '../../clock.ts'
import { DriverError } from '../../driver-error.ts'
import type { CheckedHost, Hosts, TrustedHost } from '../../hosts.ts'
import type { NetworkKind } from '../../rack.ts'
import type { Found } from '../accelerator.ts'
import { thisMachine } from '../access/local.ts'
import { makeSshAccess, type SshAccess } from '../access/ssh.ts'
import { findArchitectures } from '../architectures.ts'
import { makeGuestNetworks } from '../guest-network.ts'
import type { HostSet } from '../host-set.ts'
import type { Host, HostPlace } from '../host.ts'
import { ownAddress } from '../migration/command.ts'
import { makeVirsh, type Virsh } from '../virsh.ts'
import { checkAnswer, checkNetwork, checkOthers, failed, keyAccepted, reachable } from './checks.ts'
import { askHost, factsFrom, type HostAnswer, type KnownHost } from './host-facts.ts'
import { makeKeys } from './keys.ts'
import { probeHost } from './remote-accelerator.ts'
import { checkVolumes, type Folders } from './volumes-check.ts'

const URI = 'qemu:///system'
const SENSORS = '/sys/class/hwmon'
const TIMEOUT_MS = 14_000
/** At first libvirt tries out all emulators, which takes a slow host long. SSH notices earlier if the host is gone. */
const FIRST_ANSWER_MS = 60_000
const ASK_AGAIN_MS = 60_000
const RETRY_MS = 5000

export interface AddedHostsOptions extends Folders {
  /** For keys, and for what is known about hosts. */
  folder: string
  /** For the files of machines, on each host. */
  machines: string
  /** The control socket of the guest networks, on each host. */
  guestNetwork: string
  networkKind: NetworkKind
  /** The libvirt of this machine, if it is a sled too. */
  own?: string | undefined
  /** For tests, whose hosts are in a network of their own. */
  within?: readonly string[] | undefined
}

interface Parts {
  set: HostSet
  clock: Clock
  closed: AbortSignal
  open(sled_id: string, architecture: string, virsh: Virsh, place: HostPlace): Host
}

interface Added {
  given: TrustedHost & { in_service: boolean }
  access: SshAccess
  leaving: AbortController
  sled_id?: string
}

const isSame = (one: TrustedHost, other: TrustedHost) =>
  one.address === other.address && one.port === other.port && one.user === other.user && one.key === other.key

/** What a host can run. Trying KVM out boots a guest, so that is done once. */
interface Tried {
  found: Found
  architectures: readonly Architecture[]
}

async function tryOut(access: SshAccess, architecture: string): Promise<Tried> {
  const virsh = makeVirsh({ uri: URI, access, timeoutMs: TIMEOUT_MS })
  const { architectures } = await findArchitectures(virsh, architecture)
  return { found: await probeHost(access, architecture), architectures }
}

async function ask(access: SshAccess, clock: Clock, before?: Tried) {
  const from = clock.now().getTime()
  const answer = await askHost(access, URI, FIRST_ANSWER_MS)
  const asked = { from, to: clock.now().getTime() }
  const tried = before ?? (await tryOut(access, answer.architecture))
  return { answer, tried, asked, known: factsFrom(answer, tried.found.accelerator, tried.architectures) }
}

export function makeAddedHosts(options: AddedHostsOptions, { set, clock, closed, open }: Parts): Hosts {
  const { folder, machines, guestNetwork, networkKind, own, within } = options
  const keys = makeKeys(folder, within)
  const added = new Map<string, Added>()
  const fileOf = (id: string) => join(folder, 'facts', `${id}.json`)

  async function remember(id: string, known: KnownHost) {
    await mkdir(join(folder, 'facts'), { recursive: true, mode: 0o700 })
    const temporary = `${fileOf(id)}.${randomUUID()}`
    await writeFile(temporary, JSON.stringify(known), { mode: 0o600 })
    await rename(temporary, fileOf(id))
  }

  const remembered = (id: string): Promise<KnownHost | undefined> =>
    readFile(fileOf(id), 'utf8').then(
      (text) => JSON.parse(text) as KnownHost,
      () => undefined,
    )

  /** Makes the host a sled, or changes what is known about it. A second one with the same identity is none. */
  function show(one: Added, { facts, description, addresses }: KnownHost) {
    const { access, given } = one
    const role = given.in_service ? ('member' as const) : ('spare' as const)
    const known = { facts: { ...facts, role }, description, addresses }
    if (one.sled_id === facts.id) return set.update(facts.id, known)
    if (one.sled_id !== undefined || set.find(facts.id)) return
    const virsh = makeVirsh({ uri: URI, access, timeoutMs: TIMEOUT_MS })
    const guestNetworks = makeGuestNetworks(guestNetwork, access)
    const { address } = given
    const place = { access, folder: machines, accelerator: description.accelerator, guestNetworks, address }
    set.add({ ...known, virsh, place, sensors: SENSORS, host: open(facts.id, description.architecture, virsh, place) })
    one.sled_id = facts.id
  }

  async function keepAsking(one: Added) {
    const left = AbortSignal.any([closed, one.leaving.signal])
    const before = await remembered(one.given.id)
    if (before && !left.aborted) show(one, before)
    let tried: Tried | undefined
    while (!left.aborted) {
      const asked = await ask(one.access, clock, tried).catch(() => undefined)
      tried ??= asked?.tried
      if (asked && !left.aborted) {
        await remember(one.given.id, asked.known).catch(() => undefined)
        show(one, asked.known)
      }
      await clock.sleep(asked ? ASK_AGAIN_MS : RETRY_MS, left).catch(() => undefined)
    }
  }

  function leave(one: Added) {
    one.leaving.abort()
    if (one.sled_id !== undefined) set.remove(one.sled_id)
    one.access.close()
    added.delete(one.given.id)
  }

  /** What the others say about themselves. Those that do not answer are not compared with. */
  async function answersOf(others: readonly TrustedHost[]): Promise<HostAnswer[]> {
    const asked = [
      ...(own === undefined ? [] : [askHost(thisMachine, own)]),
      ...others.flatMap(({ id }) => {
        const other = added.get(id)
        return other ? [askHost(other.access, URI)] : []
      }),
    ]
    return (await Promise.allSettled(asked)).flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  }

  async function check(host: TrustedHost, others: readonly TrustedHost[]): Promise<CheckedHost> {
    const access = makeSshAccess(host, await keys.filesFor(host))
    try {
      const { answer, tried, known, asked } = await ask(access, clock)
      const network = await checkNetwork(access, networkKind)
      const rest = others.filter(({ id }) => id !== host.id)
      const checks = [
        reachable(host.address),
        keyAccepted(),
        ...checkAnswer(answer, tried.found, { others: await answersOf(rest), asked }),
        ...(await checkVolumes(access, answer, options)),
        ...(network ? [network] : []),
        await checkOthers(access, rest, own === undefined ? undefined : await ownAddress({ access })),
      ]
      return { checks, facts: known.facts }
    } catch (error) {
      if (!(error instanceof DriverError)) throw error
      return { checks: unanswered(host, access, error), trouble: access.trouble() }
    } finally {
      access.close()
    }
  }

  return {
    publicKey: keys.publicKey,
    scan: keys.scan,
    check,

    async use(hosts) {
      for (const one of added.values()) {
        const still = hosts.find(({ id }) => id === one.given.id)
        if (!still || !isSame(still, one.given)) leave(one)
      }
      for (const given of hosts) {
        const there = added.get(given.id)
        if (there) {
          there.given = given
          const known = await remembered(given.id)
          if (known) show(there, known)
          continue
        }
        const access = makeSshAccess(given, await keys.filesFor(given))
        const one: Added = { given, access, leaving: new AbortController() }
        added.set(given.id, one)
        closed.addEventListener('abort', access.close)
        // a host that is known already is a sled before this resolves
        const known = await remembered(given.id)
        if (known) show(one, known)
        void keepAsking(one)
      }
    },

    trouble: (host_id) => added.get(host_id)?.access.trouble(),
  }
}

function unanswered({ address }: TrustedHost, access: SshAccess, error: DriverError): CheckedHost['checks'] {
  const trouble = access.trouble()
  if (trouble?.code === 'host_key_changed')
    return [
      reachable(address),
      failed('key', trouble.text, 'Find out why. If the host was installed again, choose Trust new key here.'),
    ]
  if (trouble && /accept/.test(trouble.text))
    return [reachable(address), failed('key', trouble.text, 'Run the setup script on the host, which lets our key in.')]
  if (trouble)
    return [failed('reachable', trouble.text, 'Check the address, the port, and that sshd runs on the host.')]
  return [
    reachable(address),
    keyAccepted(),
    failed(
      'libvirt',
      error.message,
      'Install libvirt-daemon-system on the host, and let our user use it (group libvirt).',
    ),
  ]
}
