// Whether this host can make an image of a file, by how the file begins.
import { formatOf, headerProblem, isCompression, isVirtualDisk, unconvertedProblem } from '#contract/image-format.ts'
import type { Host } from '../../frame/context.ts'

/** The reason in one sentence, or undefined. */
export function whyNotImage({ can, imageTools }: Host, header: Uint8Array): string | undefined {
  const problem = headerProblem(header)
  if (problem) return problem
  const format = formatOf(header)
  if (isCompression(format) && !imageTools.decompress[format])
    return `This is a ${format} file, which this host cannot decompress. Decompress it first.`
  if (!isVirtualDisk(format)) return undefined
  if (!can.converts_images) return unconvertedProblem(format)
  return imageTools.convert
    ? undefined
    : `This is a ${format} image. This host has no qemu-img. Convert it to raw first.`
}
