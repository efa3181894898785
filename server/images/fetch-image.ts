// Fetches an image file from a URL that a project's collaborator typed in. They can read what comes back, so unlike webhooks it must
// not come from a private network either, unless the operator allows it.
import { get as httpGet, type IncomingMessage } from 'node:http'
import { get as httpsGet } from 'node:https'
import { GIB, MAX_DISK_GIB } from '#contract/limits.ts'
import { ImageProblem, type RemoteFile } from '#control/frame/image-tools.ts'
import {
  assertLiteralAllowed,
  checkedLookup,
  isOurAddress,
  isPrivateAddress,
  RefusedAddress,
  type IsRefused,
} from '../address-check.ts'

const MAX_REDIRECTS = 5
const ANSWER_MS = 30_000
/** Without a single byte. */
const SILENCE_MS = 60_000

export interface FetchRules {
  allowPrivateAddresses: boolean
}

const isAnyRefused: IsRefused = (address) => isOurAddress(address) || isPrivateAddress(address)

export const makeFetchImage =
  ({ allowPrivateAddresses }: FetchRules) =>
  async (url: string, signal: AbortSignal): Promise<RemoteFile> => {
    let target = urlOf(url)
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const response = await get(target, !allowPrivateAddresses, signal)
      const { statusCode = 0, headers } = response
      if (statusCode === 200) return { size: sizeOf(response), content: contentOf(response, signal) }
      response.destroy()
      if (statusCode < 300 || statusCode >= 400 || !headers.location)
        throw new ImageProblem(`The server answered with status ${statusCode}.`)
      target = urlOf(headers.location, target)
    }
    throw new ImageProblem('The URL leads from one redirect to the next.')
  }

function urlOf(text: string, base?: URL): URL {
  const url = URL.canParse(text, base) ? new URL(text, base) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) throw new ImageProblem('The URL must begin with http:// or https://.')
  return url
}

async function get(url: URL, isChecked: boolean, signal: AbortSignal): Promise<IncomingMessage> {
  const send = url.protocol === 'https:' ? httpsGet : httpGet
  try {
    if (isChecked) assertLiteralAllowed(url.hostname, isAnyRefused)
    return await new Promise((done, fail) => {
      const lookup = isChecked ? { lookup: checkedLookup(isAnyRefused) } : {}
      const headers = { 'accept-encoding': 'identity', 'user-agent': 'Rackwright' }
      const request = send(url, { agent: false, signal, headers, ...lookup }, (response) => {
        request.setTimeout(SILENCE_MS)
        done(response)
      })
      request.setTimeout(ANSWER_MS, () => request.destroy(new Error('no answer in time')))
      request.once('error', fail)
    })
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof RefusedAddress)
      throw new ImageProblem('Addresses of private networks and of this machine are not allowed.')
    throw new ImageProblem(`The file could not be fetched: ${(error as Error).message}.`)
  }
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
