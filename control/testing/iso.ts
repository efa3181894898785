// What makes a volume an ISO 9660 file system, at its offset.
import { ISO_DESCRIPTOR } from '#contract/image-format.ts'

export const isoDescriptor = (): [offset: number, bytes: Uint8Array] => [
  ISO_DESCRIPTOR.offset,
  new TextEncoder().encode('\x01CD001\x01'),
]
