// Passkeys in this browser. The library loads with the first use.
import { ApiError } from '#contract/errors.ts'
import { send } from './api.ts'
import { isPreview } from './host.ts'

/** Why this browser cannot use passkeys on this site. */
export function whyNoPasskeys(): string | undefined {
  if (isPreview) return 'The technical preview has no passkeys.'
  if (/^[\d.]+$|^\[/.test(location.hostname))
    return 'Browsers refuse passkeys on an IP address. Open this site by its host name to use one.'
  if (!isSecureContext) return 'Browsers use passkeys over HTTPS only.'
  return 'PublicKeyCredential' in globalThis ? undefined : 'This browser has no passkeys.'
}

const browser = () => import('./passkeys.lazy.ts')

/** The browser asks the user; the answer is JSON for the server. Options are JSON from the server. */
export const createPasskey = async (options: string): Promise<string> => (await browser()).create(options)
export const askForPasskey = async (options: string): Promise<string> => (await browser()).get(options)

/** A proof that it is the user who changes how they sign in. */
export async function provePasskey() {
  const { options, ticket } = await send('passkey_proof_begin', {})
  return { ticket, response: await askForPasskey(options) }
}

/** The browser's own errors are for developers. */
export const passkeyProblem = (error: Error) =>
  error instanceof ApiError ? error.message : 'The browser did not use a passkey.'
