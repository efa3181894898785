// The image tools of a server.
import type { ImageTools } from '#control/frame/image-tools.ts'
import { decompressors } from './decompress.ts'
import { makeFetchImage, type FetchRules } from './fetch-image.ts'
import { convertImage } from './qemu-img.ts'

export const makeImageTools = (rules: FetchRules): ImageTools => ({
  decompress: decompressors(),
  convert: convertImage,
  fetch: makeFetchImage(rules),
})
