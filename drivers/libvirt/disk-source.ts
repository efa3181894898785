// Where QEMU finds the bytes of a disk or a CD: in a file of the host, or in an image of Ceph, with a key that libvirt keeps.
import type { BlockLocation } from '../blocks.ts'
import { DriverError } from '../driver-error.ts'
import { attributes, attributesOf } from './xml.ts'

export interface DiskSource {
  /** The `type` of the disk. */
  type: 'file' | 'network'
  xml: string
}

/** By this name libvirt finds the key. Installations never share a pool. */
export const secretUsage = (image: string, user: string) => `rackwright ${image.split('/')[0]} client.${user}`

export function sourceOf(location: BlockLocation, what: string): DiskSource {
  if (location.kind === 'file') return { type: 'file', xml: `<source${attributes({ file: location.path })}/>` }
  if (location.kind === 'memory') throw new DriverError('refused', `${what} is not a file, so no machine can open it`)
  const { image, conf, user } = location
  const secret = `<secret${attributes({ type: 'ceph', usage: secretUsage(image, user) })}/>`
  const config = `<config${attributes({ file: conf })}/>`
  const source = attributes({ protocol: 'rbd', name: image })
  return {
    type: 'network',
    xml: `<source${source}>${config}<auth${attributes({ username: user })}>${secret}</auth></source>`,
  }
}

/** Names the same place in a domain and in a location. Files are named by their paths. */
export const placeOf = (location: BlockLocation): string | undefined =>
  location.kind === 'file' ? location.path : location.kind === 'rbd' ? `rbd:${location.image}` : undefined

/** The place of a disk in the XML of a domain. Undefined if there is none, as in an empty drive. */
export function placeIn(disk: string): string | undefined {
  const source = attributesOf(disk, 'source')
  return source?.protocol === 'rbd' ? `rbd:${source.name}` : source?.file
}
