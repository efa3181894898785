// The real libraries for worlds of tests about signing in. Not for production.
import { makeOidc } from '../oidc/oidc.ts'
import { makeOutgoing } from '../outgoing/reach.ts'
import { makePasskeys } from '../passkeys.ts'
import { makeSaml } from '../saml/saml.ts'

const outgoing = makeOutgoing({ allowLocalMetadata: true })

export const signInPorts = {
  oidc: makeOidc({ outgoing }),
  passkeys: makePasskeys({ warn: () => undefined }),
  saml: makeSaml({ outgoing }),
}
