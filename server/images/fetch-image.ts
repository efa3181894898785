// Fetches an image file from a URL that a project's collaborator typed in. They can read what comes back, so unlike webhooks it must
// not come from a private network either, unless the operator allows it.
import type { ClientRequest, IncomingMessage } from 'node:http'
import { GIB, MAX_DISK_GIB } from '#contract/limits.ts'
import { ImageProblem, type RemoteFile } from '#control/frame/image-tools.ts'
import { BadAnswer, get } from '../outgoing/http.ts'
import { RefusedAddress, type Reach } from '../outgoing/reach.ts'

const ANSWER_MS = 30_000
/** Without a single byte. */
const SILENCE_MS = 60_000

const headers = [
  ['accept-encoding', 'identity'],
  ['user-agent', 'Rackwright'],
] as const

export const makeFetchImage =
  (reach: Reach) =>
  async (url: string, signal: AbortSignal): Promise<RemoteFile> => {
    const response = await get(url, reach, { headers, signal, prepare: limitTime }).catch((error: Error) => {
      signal.throwIfAborted()
      throw problemOf(error)
    })
    if (response.statusCode === 200) return { size: sizeOf(response), content: contentOf(response, signal) }
    response.destroy()
    throw new ImageProblem(`The server answered with status ${response.statusCode}.`)
  }

function limitTime(request: ClientRequest): void {
  request.setTimeout(ANSWER_MS, () => request.destroy(new Error('no answer in time')))
  request.once('response', () => request.setTimeout(SILENCE_MS))
}

function problemOf(error: Error): ImageProblem {
  if (error instanceof BadAnswer) return new ImageProblem(error.message)
  if (error instanceof RefusedAddress)
    return new ImageProblem('Addresses of private networks and of this machine are not allowed.')
  return new ImageProblem(`The file could not be fetched: ${error.message}.`)
}

function sizeOf(response: IncomingMessage): number {
  const size = Number(response.headers['content-length'] ?? NaN)
  const problem = !(size > 0)
    ? 'The server does not say how large the file is.'
    : size > MAX_DISK_GIB * GIB
      ? `The file is larger than ${MAX_DISK_GIB} GiB.`
      : undefined
  if (!problem) return size
  response.destroy()
  throw new ImageProblem(problem)
}

async function* contentOf(response: IncomingMessage, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    yield* response as AsyncIterable<Uint8Array>
  } catch (error) {
    signal.throwIfAborted()
    throw new ImageProblem(`The connection broke: ${(error as Error).message}.`)
  }
}
