// Identity providers and passkeys for tests that are not about them: settings are accepted, and nobody signs in. Specs about signing in
// with them are in server/sign-in/, on the real libraries.
import type { Passkeys } from '../frame/ports/passkeys.ts'
import type { Oidc, Saml } from '../frame/ports/single-sign-on.ts'

export const samlStub: Saml = {
  fetchMetadata: async () => undefined,
  metadataProblem: async () => undefined,
  keyPairProblem: () => undefined,
  request: async (_provider, id) => ({ location: `http://idp.test/?id=${id}` }),
  validate: async () => ({ refused: 'a stub accepts nobody', isReadable: false }),
}

export const oidcStub: Oidc = {
  discover: async (issuer) => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    end_session_endpoint: null,
    signing_keys: [],
  }),
  authorizationUrl: async ({ issuer }, { state }) => `${issuer}/authorize?state=${state}`,
  exchange: async () => ({ refused: 'a stub accepts nobody' }),
  logoutUrl: async () => undefined,
}

const challenge = async () => ({ options: '{}', challenge: 'challenge' })

export const passkeysStub: Passkeys = {
  creation: challenge,
  created: async () => undefined,
  request: challenge,
  requested: async () => undefined,
}
