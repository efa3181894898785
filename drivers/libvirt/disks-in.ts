// The disks in the XML of a domain, as libvirt writes it.
import { placeIn } from './disk-source.ts'
import { attributesOf } from './xml.ts'

export const SEED_TARGET = 'vdz'
/** What libvirt wants a name to begin with that is not its own. */
const ALIAS_PREFIX = 'ua-'

/** By this name libvirt, QEMU and its statistics know the disk. */
export const aliasOf = (disk_id: string) => `${ALIAS_PREFIX}${disk_id}`

export interface DomainDisk {
  /** Undefined for the seed, and for disks that somebody else has attached. */
  id: string | undefined
  /** Its name in the machine, such as `vdb`. */
  target: string | undefined
  /** Path of its file, or the name of its image. */
  path: string
  isSeed: boolean
}

export function disksIn(xml: string): DomainDisk[] {
  return (xml.match(/<disk [\s\S]*?<\/disk>/g) ?? []).map((disk) => {
    const alias = attributesOf(disk, 'alias')?.name ?? ''
    const target = attributesOf(disk, 'target')?.dev
    return {
      id: alias.startsWith(ALIAS_PREFIX) ? alias.slice(ALIAS_PREFIX.length) : undefined,
      target,
      path: placeIn(disk) ?? '',
      isSeed: target === SEED_TARGET,
    }
  })
}
