// Fetches SAML metadata from an address that an administrator typed in, unless it leads back to this machine.
import { get as httpGet, type IncomingMessage } from 'node:http'
import { get as httpsGet } from 'node:https'
import type { Log } from '#control/frame/ports.ts'
import { assertLiteralAllowed, checkedLookup, isLocalAddress } from '../address-check.ts'
import { METADATA_LIMITS } from './xml-bounds.ts'

const TIMEOUT_MS = 5000
const MAX_REDIRECTS = 3

export interface FetchRules {
  /** Lets metadata come from loopback, link-local and unspecified addresses. */
  allowLocalAddresses?: boolean | undefined
  log?: Pick<Log, 'warn'> | undefined
}

export async function fetchMetadata(
  url: string,
  { allowLocalAddresses = false, log }: FetchRules,
): Promise<string | undefined> {
  try {
    return await follow(url, !allowLocalAddresses, AbortSignal.timeout(TIMEOUT_MS))
  } catch (error) {
    log?.warn('identity provider metadata could not be fetched', { url: url.slice(0, 200), error: String(error) })
    return undefined
  }
}

async function follow(url: string, isChecked: boolean, signal: AbortSignal): Promise<string> {
  let target = urlOf(url)
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const response = await get(target, isChecked, signal)
    const { statusCode = 0, headers } = response
    if (statusCode >= 200 && statusCode < 300) return readBounded(response)
    response.destroy()
    if (statusCode < 300 || statusCode >= 400 || !headers.location) throw new Error(`status ${statusCode}`)
    target = urlOf(headers.location, target)
  }
  throw new Error('too many redirects')
}

function urlOf(text: string, base?: URL): URL {
  const url = URL.canParse(text, base) ? new URL(text, base) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) throw new Error('it must begin with http:// or https://')
  return url
}

function get(url: URL, isChecked: boolean, signal: AbortSignal): Promise<IncomingMessage> {
  if (isChecked) assertLiteralAllowed(url.hostname, isLocalAddress)
  const send = url.protocol === 'https:' ? httpsGet : httpGet
  const headers = { accept: 'application/samlmetadata+xml, application/xml, text/xml', 'accept-encoding': 'identity' }
  return new Promise((done, fail) => {
    const lookup = isChecked ? { lookup: checkedLookup(isLocalAddress) } : {}
    const request = send(url, { agent: false, signal, headers, ...lookup }, done)
    request.once('error', fail)
  })
}

async function readBounded(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > METADATA_LIMITS.bytes) throw new Error('the document is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
