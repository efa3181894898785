// Decompresses a staged file into the volume of an image. The size of the result is unknown until the end, so the volume grows with it,
// and so does what is charged to the quota: a small file that expands without end stops there.
import { contentProblem, sizeProblem, wholeGib, type Compression } from '#contract/image-format.ts'
import { isZero } from '#contract/is-zero.ts'
import { ImageProblem } from '../../frame/image-tools.ts'
import { makePercent, type Attempt, type Filled } from './attempt.ts'
import { chargeUpTo } from './charge.ts'

const PIECE_BYTES = 2 ** 20

export async function decompressTo(attempt: Attempt, format: Compression): Promise<Filled> {
  const { host, image_id, signal } = attempt
  const decompress = host.imageTools.decompress[format]
  if (!decompress) throw new Error(`nothing decompresses ${format}`)
  let content = 0
  let size = 0
  for await (const piece of inPieces(decompress(stagedBytes(attempt), signal))) {
    signal.throwIfAborted()
    const problem = content === 0 ? contentProblem(piece) : sizeProblem(content + piece.length)
    if (problem) throw new ImageProblem(problem)
    const wanted = wholeGib(content + piece.length)
    if (wanted > size) {
      await chargeUpTo(attempt, wanted)
      await (size === 0 ? host.volumes.create(image_id, wanted) : host.volumes.resize(image_id, wanted))
      size = wanted
    }
    if (!isZero(piece)) await host.volumes.write(image_id, content, piece)
    content += piece.length
  }
  const problem = sizeProblem(content)
  if (problem) throw new ImageProblem(problem)
  return { content, size }
}

async function* stagedBytes(attempt: Attempt): AsyncGenerator<Uint8Array> {
  const { host, row, signal } = attempt
  const size = row.size ?? 0
  const record = makePercent(attempt)
  for (let offset = 0; offset < size && !signal.aborted; offset += PIECE_BYTES) {
    record((offset / size) * 100)
    yield host.volumes.read(row.id, offset, Math.min(PIECE_BYTES, size - offset))
  }
}

/** The same bytes in pieces of equal size; only the last one is shorter. */
export async function* inPieces(from: AsyncIterable<Uint8Array>, bytes = PIECE_BYTES): AsyncGenerator<Uint8Array> {
  let piece = new Uint8Array(bytes)
  let filled = 0
  for await (const part of from) {
    for (let taken = 0; taken < part.length;) {
      const some = part.subarray(taken, taken + bytes - filled)
      piece.set(some, filled)
      taken += some.length
      filled += some.length
      if (filled < bytes) continue
      yield piece
      piece = new Uint8Array(bytes)
      filled = 0
    }
  }
  if (filled > 0) yield piece.subarray(0, filled)
}
