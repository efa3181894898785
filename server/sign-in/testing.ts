// The real libraries for worlds of tests about signing in. Not for production.
import { makeOidc } from '../oidc/oidc.ts'
import { makeOutgoing } from '../outgoing/reach.ts'
import { makePasskeys } from '../passkeys.ts'
import { makeSaml } from '../saml/saml.ts'

const outgoing = makeOutgoing({ allowLocalMetadata: true })

/** New for each world that they are spread into: they remember providers, whose ports the next test can get. */
export const signInPorts = {
  get oidc() {
    return makeOidc({ outgoing })
  },
  get passkeys() {
    return makePasskeys({ warn: () => undefined })
  },
  get saml() {
    return makeSaml({ outgoing })
  },
}
