// Which guests a host can run, as its libvirt says: there must be an emulator, and firmware where a machine cannot do without.
import { ARCHITECTURES, type Architecture } from '../architecture.ts'
import { PLATFORMS } from './platform.ts'
import type { Virsh } from './virsh.ts'

/** What Debian has them in. */
export const PACKAGES: Record<Architecture, string> = {
  x86_64: 'qemu-system-x86',
  aarch64: 'qemu-system-arm and qemu-efi-aarch64',
}

export interface FoundArchitectures {
  /** The host's own one first: it needs no emulation. */
  architectures: Architecture[]
  /** What could be installed for the others. */
  missing: { architecture: Architecture; packages: string }[]
}

/** `own` is the architecture of the host, as its kernel calls it. */
export async function findArchitectures(virsh: Pick<Virsh, 'run'>, own: string): Promise<FoundArchitectures> {
  const emulated = emulatorsIn(await virsh.run('capabilities'))
  const all = [...ARCHITECTURES].sort((one, other) => Number(other === own) - Number(one === own))
  const runs = new Set<Architecture>()
  for (const architecture of all)
    if (emulated.has(architecture) && (await hasFirmware(virsh, architecture))) runs.add(architecture)
  return {
    architectures: all.filter((each) => runs.has(each)),
    missing: all.flatMap((architecture) =>
      runs.has(architecture) ? [] : [{ architecture, packages: PACKAGES[architecture] }],
    ),
  }
}

export function emulatorsIn(capabilities: string): Set<string> {
  const guests = capabilities.match(/<guest>[\s\S]*?<\/guest>/g) ?? []
  const full = guests.filter((guest) => guest.includes('<os_type>hvm</os_type>'))
  return new Set(full.flatMap((guest) => /<arch name=['"]([^'"]+)['"]/.exec(guest)?.[1] ?? []))
}

async function hasFirmware(virsh: Pick<Virsh, 'run'>, architecture: Architecture): Promise<boolean> {
  const { type, hasBios } = PLATFORMS[architecture]
  if (hasBios) return true
  const machine = /machine="([^"]+)"/.exec(type)?.[1] ?? ''
  const asked = ['domcapabilities', '--virttype', 'qemu', '--arch', architecture, '--machine', machine]
  return offersUefi(await virsh.run(...asked).catch(() => ''))
}

export const offersUefi = (capabilities: string) =>
  /<enum name=['"]firmware['"]>[^]*?<\/enum>/.exec(capabilities)?.[0].includes('<value>efi</value>') ?? false
