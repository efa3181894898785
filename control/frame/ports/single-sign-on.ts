// Identity providers: SAML and OpenID Connect.

/** An identity provider's settings. Keys and certificates are base64-encoded DER. */
export interface SamlProvider {
  idp_metadata: string
  idp_entity_id: string
  sp_client_id: string
  acs_url: string
  public_cert: string | null
  private_key: string | null
}

export interface SamlAssertion {
  id: string
  name_id: string
  /** Ids of the requests it claims to answer; empty when the login started at the identity provider. */
  in_response_to: string[]
  /** Whether the signed part names the request it answers. */
  is_solicited: boolean
  attributes: Record<string, string[]>
  /** When the response expires. */
  time_expires: string
}

/** Where to send the browser: a redirect, or a form to post. */
export type SamlRequest = { location: string } | { action: string; fields: Record<string, string> }

/** SAML, which needs libraries that not every host has. A host without them has no single sign-on. */
export interface Saml {
  /** Fetches over HTTP or HTTPS, with a short timeout and a size limit. Undefined if that fails; the reason is in the log. */
  fetchMetadata(url: string): Promise<string | undefined>
  /** Undefined for valid metadata, otherwise the reason it is invalid. */
  metadataProblem(document: string): Promise<string | undefined>
  /** Undefined if a test signature by the key verifies with the certificate, otherwise the invalid field and the reason. */
  keyPairProblem(pair: { public_cert: string; private_key: string }): { field: string; reason: string } | undefined
  request(provider: SamlProvider, id: string, relayState: string): Promise<SamlRequest>
  /** Checks everything except replay and whether the request was ours. */
  validate(
    provider: SamlProvider,
    response: string,
    now: Date,
  ): Promise<SamlAssertion | { refused: string; isReadable: boolean }>
}

/** An OpenID Connect provider's settings. */
export interface OidcProvider {
  issuer: string
  client_id: string
  client_secret: string | null
  redirect_uri: string
  scopes: string
}

/** What ties the response of a provider to the request. */
export interface OidcLogin {
  state: string
  nonce: string
  verifier: string
}

export interface OidcDiscovery {
  issuer: string
  authorization_endpoint: string
  token_endpoint: string
  jwks_uri: string
  end_session_endpoint: string | null
  signing_keys: { kid: string | null; kty: string; alg: string | null }[]
}

/** OpenID Connect, over the network with the same rules as SAML metadata. Undefined if that fails; the reason is in the log. */
export interface Oidc {
  discover(issuer: string): Promise<OidcDiscovery | undefined>
  authorizationUrl(provider: OidcProvider, login: OidcLogin): Promise<string | undefined>
  /** Checks everything except that the login is completed once, by the browser that began it. */
  exchange(
    provider: OidcProvider,
    response: URLSearchParams,
    login: OidcLogin,
  ): Promise<{ claims: Record<string, unknown>; id_token: string } | { refused: string }>
  logoutUrl(provider: OidcProvider, idToken: string): Promise<string | undefined>
}
