// The NoCloud seed of a machine: a small disk with its name, keys, addresses and user data, which the guest reads when it first boots.
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { DriverError } from '../driver-error.ts'
import type { MachineSpec } from '../machines.ts'
import type { NetworkKind } from '../rack.ts'

const run = promisify(execFile)
const TIMEOUT_MS = 30_000
/** JSON strings are YAML strings. */
const text = (value: string) => JSON.stringify(value)

/** Files by name. The resolvers are for interfaces whose VPC has none of its own. */
export function seedFiles(
  spec: MachineSpec,
  networkKind: NetworkKind,
  resolvers: readonly string[],
): Record<string, string | Uint8Array> {
  const { id, hostname, ssh_public_keys, user_data } = spec
  const keys = ssh_public_keys.map((key) => `  - ${text(key.trim())}\n`).join('')
  return {
    'meta-data': `instance-id: ${text(id)}\nlocal-hostname: ${text(hostname)}\n${keys && `public-keys:\n${keys}`}`,
    'user-data':
      user_data === '' ? '#cloud-config\n{}\n' : Uint8Array.from(atob(user_data), (each) => each.charCodeAt(0)),
    'network-config': networkKind === 'ovn' ? dhcpConfig(spec) : networkConfig(spec, resolvers),
  }
}

function networkConfig({ nics }: MachineSpec, resolvers: readonly string[]): string {
  const interfaces = nics.map((nic, n) => {
    const servers = nic.dns_servers.length > 0 ? nic.dns_servers : resolvers
    // only the first interface leads out
    const routes = n === 0 ? ['    routes:', '      - to: "0.0.0.0/0"', `        via: ${text(nic.gateway)}`] : []
    return [
      `  nic${n}:`,
      '    match:',
      `      macaddress: ${text(nic.mac)}`,
      `    mtu: ${nic.mtu}`,
      '    addresses:',
      `      - ${text(`${nic.ip}/${nic.prefix}`)}`,
      ...(servers.length > 0 ? ['    nameservers:', '      addresses:'] : []),
      ...servers.map((address) => `        - ${text(address)}`),
      ...routes,
    ].join('\n')
  })
  return ['version: 2', 'ethernets:', ...interfaces, ''].join('\n')
}

/** The network gives the addresses, and everything else about an interface. */
function dhcpConfig({ nics }: MachineSpec): string {
  const interfaces = nics.map(({ mac }, n) =>
    [`  nic${n}:`, '    match:', `      macaddress: ${text(mac)}`, '    dhcp4: true'].join('\n'),
  )
  return ['version: 2', 'ethernets:', ...interfaces, ''].join('\n')
}

/** Made here, for a machine of any host. */
export async function makeSeed(
  spec: MachineSpec,
  networkKind: NetworkKind,
  resolvers: readonly string[],
): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'rackwright-seed-'))
  const files = join(folder, 'seed')
  const image = join(folder, 'seed.iso')
  try {
    await mkdir(files)
    for (const [name, content] of Object.entries(seedFiles(spec, networkKind, resolvers)))
      await writeFile(join(files, name), content)
    await run('genisoimage', ['-quiet', '-volid', 'cidata', '-joliet', '-rock', '-output', image, files], {
      timeout: TIMEOUT_MS,
    })
    return await readFile(image)
  } catch (error) {
    throw new DriverError('refused', `the disk for the first boot could not be written: ${String(error)}`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
