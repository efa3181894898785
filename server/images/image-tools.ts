// The image tools of a server.
import type { ImageTools } from '#control/frame/image-tools.ts'
import { decompressors } from './decompress.ts'
import type { Outgoing } from '../outgoing/reach.ts'
import { makeFetchImage } from './fetch-image.ts'
import { convertImage } from './qemu-img.ts'

export const makeImageTools = (outgoing: Outgoing): ImageTools => ({
  decompress: decompressors(),
  convert: convertImage,
  fetch: makeFetchImage(outgoing('image')),
})
