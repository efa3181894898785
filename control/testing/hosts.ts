// Hosts for tests of the API: no SSH, only what the control plane asks of them. `at` says how the host at an address behaves.
import { DriverError } from '#drivers/driver-error.ts'
import type { Hardware, SledFacts } from '#drivers/hardware.ts'
import type { CheckedHost, HostCheck, HostKey, Hosts, HostTrouble, TrustedHost } from '#drivers/hosts.ts'
import type { Host } from '../frame/context.ts'

type Used = TrustedHost & { in_service: boolean }

export interface TestingHost {
  key: HostKey
  /** Does not answer. */
  isDown: boolean
  sled_id: string
  checks: HostCheck[]
}

/** A key whose fingerprint differs by this letter. */
export const keyOf = (letter: string): HostKey => ({
  key: `ssh-ed25519 ${letter.repeat(68)}`,
  fingerprint: `SHA256:${letter.repeat(43)}`,
})

export const okCheck: HostCheck = { name: 'kvm', state: 'ok', text: 'Machines use KVM.', remedy: null }

export const hostSetupFacts: NonNullable<Host['hostSetup']> = {
  uid: 999,
  gid: 998,
  volumes: '/srv/volumes',
  machines: '/var/lib/rackwright-host',
  hasNetwork: false,
  guestNetwork: { program: '// program\n', filter: '# filter\n', unit: '# unit\n' },
}

export interface TestingHosts {
  hosts: Hosts
  /** Wraps the hardware of a rack: hosts that are used are sleds of it. */
  hardware(own: Hardware): Hardware
  at: Map<string, TestingHost>
  /** Adds a host that answers. */
  plug(address: string, more?: Partial<TestingHost>): TestingHost
  used: Used[]
  /** How often each was checked, and what with. */
  checked: { host: TrustedHost; others: readonly TrustedHost[] }[]
}

/** `answersAnywhere`: at every address there is a host. */
export function makeTestingHosts({ answersAnywhere = false } = {}): TestingHosts {
  const at = new Map<string, TestingHost>()
  const state = { used: [] as Used[], checked: [] as TestingHosts['checked'] }
  const joined = new Set<string>()

  function plug(address: string, more: Partial<TestingHost> = {}): TestingHost {
    const number = String(at.size + 1).padStart(12, '0')
    const host = { key: keyOf('A'), isDown: false, sled_id: `40570000-0000-4000-8000-${number}`, checks: [okCheck] }
    at.set(address, { ...host, ...more })
    return at.get(address)!
  }

  function reach(address: string): TestingHost {
    const host = at.get(address) ?? (answersAnywhere ? plug(address) : undefined)
    if (!host || host.isDown) throw new DriverError('host', 'The host does not answer.')
    return host
  }

  function troubleOf({ address, key }: TrustedHost): HostTrouble | undefined {
    const host = at.get(address)
    if (!host || host.isDown) return { code: 'unreachable', text: 'The host does not answer.' }
    if (host.key.key !== key) return { code: 'host_key_changed', text: `The host now shows ${host.key.fingerprint}.` }
    return undefined
  }

  const factsOf = ({ sled_id }: TestingHost, cubby: number): SledFacts => ({
    id: sled_id,
    part: 'Debian',
    serial: sled_id,
    revision: 0,
    usable_hardware_threads: 8,
    usable_physical_ram: 16 * 2 ** 30,
    cubby,
    disks: [{ vendor: 'Acme', model: 'M1', serial: sled_id, form_factor: 'u2' }],
    runs_machines: true,
    role: 'spare',
  })

  const hosts: Hosts = {
    publicKey: async () => 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOurs',
    scan: async ({ address }) => reach(address).key,
    async check(host, others): Promise<CheckedHost> {
      state.checked.push({ host, others })
      const found = reach(host.address)
      const trouble = troubleOf(host)
      if (trouble) return { checks: [{ name: 'key', state: 'failed', text: trouble.text, remedy: null }], trouble }
      return { checks: found.checks, facts: factsOf(found, 1) }
    },
    async use(hostsNow) {
      state.used = [...hostsNow]
      for (const { address } of hostsNow.filter(({ in_service }) => !in_service))
        joined.delete(at.get(address)?.sled_id ?? '')
    },
    trouble(id) {
      const host = state.used.find((each) => each.id === id)
      return host && troubleOf(host)
    },
  }

  return {
    hosts,
    hardware: (own) => ({
      ...own,
      async inventory() {
        const { sleds, switches } = await own.inventory()
        const added = state.used.flatMap((used, index) => {
          const host = at.get(used.address)
          if (!host) return []
          const role = used.in_service || joined.has(host.sled_id) ? ('member' as const) : ('spare' as const)
          return [{ ...factsOf(host, index + 1), role, problem: troubleOf(used)?.text }]
        })
        return { sleds: [...sleds, ...added], switches }
      },
      async join(sled) {
        const host = state.used.map(({ address }) => at.get(address)).find((each) => each?.sled_id === sled.serial)
        if (!host) return own.join(sled)
        joined.add(host.sled_id)
        return true
      },
    }),
    at,
    plug,
    get used() {
      return state.used
    },
    checked: state.checked,
  }
}
