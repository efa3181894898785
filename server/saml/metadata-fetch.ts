// Fetches SAML metadata from an address that an administrator typed in.
import type { Log } from '#control/frame/ports/host.ts'
import { get, readBounded } from '../outgoing/http.ts'
import type { Reach } from '../outgoing/reach.ts'
import { METADATA_LIMITS } from './xml-bounds.ts'

const TIMEOUT_MS = 5000

const headers = [
  ['accept', 'application/samlmetadata+xml, application/xml, text/xml'],
  ['accept-encoding', 'identity'],
] as const

/** Undefined if it fails; the reason is only in the log. */
export async function fetchMetadata(
  url: string,
  reach: Reach,
  log?: Pick<Log, 'warn'> | undefined,
): Promise<string | undefined> {
  try {
    const response = await get(url, reach, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) })
    const { statusCode = 0 } = response
    if (statusCode >= 200 && statusCode < 300)
      return (await readBounded(response, METADATA_LIMITS.bytes)).toString('utf8')
    response.destroy()
    throw new Error(`status ${statusCode}`)
  } catch (error) {
    log?.warn('identity provider metadata could not be fetched', { url: url.slice(0, 200), error: String(error) })
    return undefined
  }
}
