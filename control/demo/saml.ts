// The identity provider of the demo's third silo. While the world is built it vouches for whoever it is asked to; a server that opens
// the world knows only its metadata.
import type { Saml, SamlAssertion } from '../frame/ports/single-sign-on.ts'

export const PROVIDER = 'keycloak'
export const GROUP_ATTRIBUTE = 'groups'

/** A certificate whose key was thrown away: nobody can sign in with it. Valid until 2056. */
const CERTIFICATE = `MIIDGzCCAgOgAwIBAgIUV4zqGM0E3YUHv88Ji2iipDKYsCkwDQYJKoZIhvcNAQELBQAwHDEaMBgGA1UEAwwRaWQuYXVyb3JhLmV4
YW1wbGUwIBcNMjYxMTE1MTkyNzI1WhgPMjA1NjExMDcxOTI3MjVaMBwxGjAYBgNVBAMMEWlkLmF1cm9yYS5leGFtcGxlMIIBIjAN
BgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAp23xquAXN54UTdcdA9zqGfNd4L/cQdc24KZEy1DuFAd52gaQh/wPCYMyE5ifK0LY
WD3YVnI6Fa+3oE1plutYvMmI+L5F4unN6hIk8FHsrxtnIa4N85m7yiDLtj7nSEGBmZMvONzshDp0+UyOnkXzAZV5q2apxnZcl70d
3PmaGLgE/vxNqespBQiVP/Rxx3/pYhnFRTUGyACjqpwBkYAxL0okzlDcPuGz2ynkA6O3XCg7ylw4fcbGqXMMr80uqpDH3AQpEgVC
5pXRa5huDv0EmuwWSqIR6wWJNv7yp/8kgHqD2nXy4MXLJ/chFUoyvlPow7s48Z8+K5pfnb5PrDswbQIDAQABo1MwUTAdBgNVHQ4E
FgQUM+hpX9wFPBcqsC2ECFrsrR40Gn4wHwYDVR0jBBgwFoAUM+hpX9wFPBcqsC2ECFrsrR40Gn4wDwYDVR0TAQH/BAUwAwEB/zAN
BgkqhkiG9w0BAQsFAAOCAQEAJW1enuBjC4alnyTm5eM85y7sID01Gt4d3tzSUzMWuNMc2AWKdweVH0mgxiFOWj+jyESY3T1MEOnU
bzvJQ5SIKDTXpcJj4atd83+0n7H31Y8yhYYkxubc9Hg5uhfyrwqFyFjT2w4Ba6nag9OfFlBa6jt/VyUafuKpq/n4k86e83Vk8L0O
cWJc+x+k2nmBlbPxKhe0Cl1n55+7WUbThM7cnakhqRSiSR9r9d2REcqNyUHYPfpeiLbpS408bwapiDJL1813us9N5aE748B2ASFx
ad2UGpxFa1nJTuQB/0rutWyry3fNMkqqkrOh4thzN/HGg8HnJPnMJ1o74KJi0CeZkw==`

export const METADATA = `<?xml version="1.0"?>
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://id.aurora.example/realms/aurora">
  <md:IDPSSODescriptor WantAuthnRequestsSigned="false" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <md:KeyDescriptor use="signing">
      <ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#">
        <ds:X509Data><ds:X509Certificate>${CERTIFICATE}</ds:X509Certificate></ds:X509Data>
      </ds:KeyInfo>
    </md:KeyDescriptor>
    <md:NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:persistent</md:NameIDFormat>
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://id.aurora.example/realms/aurora/protocol/saml"/>
  </md:IDPSSODescriptor>
</md:EntityDescriptor>`

export function assertionOf(user: string, groups: readonly string[], now: Date): string {
  const assertion: SamlAssertion = {
    id: `_${user}-${now.getTime()}`,
    name_id: user,
    in_response_to: [],
    is_solicited: true,
    attributes: { [GROUP_ATTRIBUTE]: [...groups] },
    time_expires: new Date(now.getTime() + 60_000).toISOString(),
  }
  return JSON.stringify(assertion)
}

/** Believes every assertion of assertionOf. For building only: a host never gets it. */
export const builderSaml: Saml = {
  fetchMetadata: async () => undefined,
  metadataProblem: async () => undefined,
  keyPairProblem: () => undefined,
  request: async () => ({ location: 'https://id.aurora.example/' }),
  validate: async (_provider, response) => JSON.parse(response) as SamlAssertion,
}
