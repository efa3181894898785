// Fetches SAML metadata from an address that an administrator typed in. That address must not turn this server into a way to
// reach its own loopback services or the link-local metadata service of a cloud, so every resolved address is checked and the
// connection goes to an address that passed. Private networks stay allowed: many identity providers are internal.
import { lookup as resolve } from 'node:dns'
import { get as httpGet, type IncomingMessage } from 'node:http'
import { get as httpsGet } from 'node:https'
import { BlockList, isIP, isIPv4, type LookupFunction } from 'node:net'
import type { Log } from '#control/frame/ports.ts'
import { METADATA_LIMITS } from './xml-bounds.ts'

const TIMEOUT_MS = 5000
const MAX_REDIRECTS = 3

export interface FetchRules {
  /** Lets metadata come from loopback, link-local and unspecified addresses. */
  allowLocalAddresses?: boolean | undefined
  log?: Pick<Log, 'warn'> | undefined
}

const local = new BlockList()
local.addSubnet('0.0.0.0', 8, 'ipv4')
local.addSubnet('127.0.0.0', 8, 'ipv4')
local.addSubnet('169.254.0.0', 16, 'ipv4')
local.addSubnet('224.0.0.0', 4, 'ipv4')
local.addAddress('255.255.255.255', 'ipv4')
local.addAddress('::', 'ipv6')
local.addAddress('::1', 'ipv6')
local.addSubnet('fe80::', 10, 'ipv6')
local.addSubnet('ff00::', 8, 'ipv6')
// both embed an IPv4 address, which a translating gateway would connect to
local.addSubnet('64:ff9b::', 96, 'ipv6')
local.addSubnet('2002::', 16, 'ipv6')

/** IPv4-mapped IPv6 addresses are checked as the IPv4 address they stand for. */
export function isLocalAddress(address: string): boolean {
  const bare = address.split('%')[0] ?? ''
  return local.check(bare, isIPv4(bare) ? 'ipv4' : 'ipv6')
}

const localRefused = () => new Error('loopback, link-local and unspecified addresses are not allowed')

const checkedLookup: LookupFunction = (hostname, options, done) => {
  resolve(hostname, { ...options, all: true }, (error, found) => {
    if (error) return done(error, [])
    if (found.some(({ address }) => isLocalAddress(address))) return done(localRefused(), [])
    if (options.all) return done(null, found)
    done(null, found[0]?.address ?? '', found[0]?.family)
  })
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
  const host = url.hostname.replace(/^\[|\]$/g, '')
  // literal addresses are not looked up
  if (isChecked && isIP(host) && isLocalAddress(host)) throw localRefused()
  const send = url.protocol === 'https:' ? httpsGet : httpGet
  const headers = { accept: 'application/samlmetadata+xml, application/xml, text/xml', 'accept-encoding': 'identity' }
  return new Promise((done, fail) => {
    const request = send(url, { agent: false, signal, headers, ...(isChecked ? { lookup: checkedLookup } : {}) }, done)
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
