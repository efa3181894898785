// OpenID Connect for the control plane, with openid-client. The configuration and keys of a provider are fetched for every login: a
// rotated key works at once, and no cache can be stale.
import * as client from 'openid-client'
import type { Log } from '#control/frame/ports/host.ts'
import type { Oidc, OidcDiscovery, OidcProvider } from '#control/frame/ports/single-sign-on.ts'
import { makeOutgoing, type Outgoing } from '../outgoing/reach.ts'
import { makeCheckedFetch } from './checked-fetch.ts'

/** How much clocks can differ. */
const CLOCK_TOLERANCE_S = 60
const TIMEOUT_S = 10

interface Rules {
  outgoing?: Outgoing | undefined
  log?: Pick<Log, 'warn'> | undefined
}

export function makeOidc({ outgoing = makeOutgoing(), log }: Rules = {}): Oidc {
  const reach = outgoing('oidc')
  const fetch = makeCheckedFetch(reach)

  function configurationOf({ issuer, client_id, client_secret }: ClientOf): Promise<client.Configuration> {
    return client.discovery(
      new URL(issuer),
      client_id,
      { [client.clockTolerance]: CLOCK_TOLERANCE_S },
      client_secret === null ? client.None() : authenticateWith(client_secret),
      {
        [client.customFetch]: fetch,
        timeout: TIMEOUT_S,
        execute: [
          // without it, the signature of an ID token that came over TLS would not be checked
          client.enableNonRepudiationChecks,
          // a provider on this machine, for trying it out, often has no TLS
          ...(reach.isAnywhere ? [client.allowInsecureRequests] : []),
        ],
      },
    )
  }

  /** Undefined if it fails; the reason is in the log. */
  async function attempt<T>(what: string, issuer: string, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work()
    } catch (error) {
      log?.warn(what, { issuer: issuer.slice(0, 200), error: reasonOf(error) })
      return undefined
    }
  }

  return {
    discover: (issuer) =>
      attempt('the configuration of an identity provider could not be fetched', issuer, async () => {
        const configuration = await configurationOf({ issuer, client_id: 'discovery', client_secret: null })
        return describe(configuration, fetch)
      }),

    authorizationUrl: (provider, { state, nonce, verifier }) =>
      attempt('an identity provider could not be reached', provider.issuer, async () => {
        const url = client.buildAuthorizationUrl(await configurationOf(provider), {
          redirect_uri: provider.redirect_uri,
          scope: provider.scopes,
          code_challenge: await client.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          state,
          nonce,
        })
        return url.href
      }),

    async exchange(provider, response, { state, nonce, verifier }) {
      try {
        const configuration = await configurationOf(provider)
        const url = new URL(provider.redirect_uri)
        url.search = response.toString()
        const tokens = await client.authorizationCodeGrant(configuration, url, {
          pkceCodeVerifier: verifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (!claims || !tokens.id_token) return { refused: 'there is no ID token' }
        const problem = claimProblem(claims, provider)
        if (problem) return { refused: problem }
        const more = configuration.serverMetadata().userinfo_endpoint
          ? await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
          : {}
        return { claims: { ...more, ...claims }, id_token: tokens.id_token }
      } catch (error) {
        return { refused: reasonOf(error) }
      }
    },

    logoutUrl: (provider, id_token_hint) =>
      attempt('an identity provider could not be reached', provider.issuer, async () => {
        const configuration = await configurationOf(provider)
        if (!configuration.serverMetadata().end_session_endpoint) return undefined
        const post_logout_redirect_uri = new URL('/login', provider.redirect_uri).href
        return client.buildEndSessionUrl(configuration, { post_logout_redirect_uri, id_token_hint }).href
      }),
  }
}

/** What the library leaves out: it reads `azp` only when there are several audiences, and `iat` only when it asks for a maximum age. */
function claimProblem({ azp, iat }: client.IDToken, { client_id }: ClientOf): string | undefined {
  if (azp !== undefined && azp !== client_id) return 'the ID token was issued to another client ("azp")'
  if (iat > Date.now() / 1000 + CLOCK_TOLERANCE_S) return 'the ID token was issued in the future ("iat")'
  return undefined
}

type ClientOf = Pick<OidcProvider, 'issuer' | 'client_id' | 'client_secret'>

/** In the header, which every provider must support unless it says otherwise. */
const authenticateWith =
  (secret: string): client.ClientAuth =>
  (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const isPosted = !methods.includes('client_secret_basic') && methods.includes('client_secret_post')
    return (isPosted ? client.ClientSecretPost(secret) : client.ClientSecretBasic(secret))(server, ...rest)
  }

interface Key {
  kid?: string
  kty?: string
  alg?: string
  use?: string
}

async function describe(configuration: client.Configuration, fetch: ReturnType<typeof makeCheckedFetch>) {
  const { issuer, authorization_endpoint, token_endpoint, jwks_uri, end_session_endpoint } =
    configuration.serverMetadata()
  if (!authorization_endpoint || !token_endpoint || !jwks_uri) throw new Error('an endpoint is missing')
  const response = await fetch(jwks_uri, { method: 'GET', headers: { accept: 'application/json' } })
  const { keys } = (await response.json()) as { keys: Key[] }
  const signing = keys.filter(({ use = 'sig' }) => use === 'sig')
  return {
    issuer,
    authorization_endpoint,
    token_endpoint,
    jwks_uri,
    end_session_endpoint: end_session_endpoint ?? null,
    signing_keys: signing.map(({ kid, kty, alg }) => ({ kid: kid ?? null, kty: String(kty), alg: alg ?? null })),
  } satisfies OidcDiscovery
}

/** With the cause, which says what was wrong with a token. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
}
