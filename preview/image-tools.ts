// The image tools of a browser: gzip, and no network of its own.
import { ImageProblem, type Decompress, type ImageTools } from '#control/frame/image-tools.ts'

const gunzip: Decompress = async function* (from) {
  const pieces = from[Symbol.asyncIterator]()
  const source = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const { done, value } = await pieces.next()
      if (done) controller.close()
      else controller.enqueue(value as Uint8Array<ArrayBuffer>)
    },
  })
  // not every browser can iterate over a stream
  const reader = source.pipeThrough(new DecompressionStream('gzip')).getReader()
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value
  } catch (error) {
    throw error instanceof TypeError ? new ImageProblem('The compressed file is damaged or incomplete.') : error
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

export const imageTools: ImageTools = { decompress: { gzip: gunzip } }
