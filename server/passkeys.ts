// Passkeys, with @simplewebauthn/server. Attestations are not asked for: which make of authenticator a user has is their own choice.
// The polyfill is for the library's certificates, and must run before it.
import 'reflect-metadata/lite'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Log } from '#control/frame/ports/host.ts'
import type { PasskeyRow, Passkeys } from '#control/frame/ports/passkeys.ts'

const RP_NAME = 'Rackwright'

/** Large, so it loads with the first use. */
const library = () => import('@simplewebauthn/server')

const listed = (known: PasskeyRow[]) => known.map(({ credential_id: id, transports }) => ({ id, transports }))

export function makePasskeys(log: Pick<Log, 'warn'>): Passkeys {
  /** The library throws for a response that is not valid. */
  async function checked<T>(check: () => Promise<T | undefined>): Promise<T | undefined> {
    try {
      return await check()
    } catch (error) {
      log.warn('a passkey was refused', { error: String(error) })
      return undefined
    }
  }

  return {
    async creation({ rp_id: rpID }, user, known) {
      const { generateRegistrationOptions } = await library()
      const options = await generateRegistrationOptions({
        rpName: RP_NAME,
        rpID,
        userID: new TextEncoder().encode(user.id),
        userName: user.name,
        attestationType: 'none',
        excludeCredentials: listed(known),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      })
      return { options: JSON.stringify(options), challenge: options.challenge }
    },

    created: (site, challenge, response) =>
      checked(async () => {
        const { verifyRegistrationResponse } = await library()
        const { registrationInfo } = await verifyRegistrationResponse({
          response: JSON.parse(response) as RegistrationResponseJSON,
          expectedChallenge: challenge,
          expectedOrigin: site.origins,
          expectedRPID: site.rp_id,
          requireUserVerification: true,
        })
        if (!registrationInfo) return undefined
        const { id, publicKey, counter, transports = [] } = registrationInfo.credential
        return { credential_id: id, public_key: Buffer.from(publicKey).toString('base64url'), counter, transports }
      }),

    async request({ rp_id: rpID }, known) {
      const { generateAuthenticationOptions } = await library()
      const options = await generateAuthenticationOptions({
        rpID,
        userVerification: 'required',
        ...(known.length > 0 && { allowCredentials: listed(known) }),
      })
      return { options: JSON.stringify(options), challenge: options.challenge }
    },

    requested: (site, challenge, response, { credential_id, public_key, counter, transports }) =>
      checked(async () => {
        const { verifyAuthenticationResponse } = await library()
        const { verified, authenticationInfo } = await verifyAuthenticationResponse({
          response: JSON.parse(response) as AuthenticationResponseJSON,
          expectedChallenge: challenge,
          expectedOrigin: site.origins,
          expectedRPID: site.rp_id,
          requireUserVerification: true,
          credential: {
            id: credential_id,
            publicKey: Uint8Array.from(Buffer.from(public_key, 'base64url')),
            counter,
            transports,
          },
        })
        return verified ? authenticationInfo.newCounter : undefined
      }),
  }
}
