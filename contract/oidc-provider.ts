// OpenID Connect identity providers of a silo, and signing in with one. An addition of ours: the published API knows SAML only.
import { z } from 'zod'
import { byNameOrId, list, type Operations } from './define.ts'
import { Name, NameOrId, identity, maybe, naming } from './values.ts'

const MAX_TEXT = 2048
const text = z.string().trim().min(1).max(MAX_TEXT)

const settings = {
  issuer: text,
  client_id: text,
  /** Where the provider sends browsers back to: `<address of the console>/login/<silo>/oidc/<provider>`. */
  redirect_uri: text,
  /** Separated by spaces. */
  scopes: z
    .string()
    .max(MAX_TEXT)
    .refine((scopes) => scopes.split(' ').includes('openid'), 'scopes must include openid')
    .default('openid'),
  /** The claim that names the user. It must be unique, and never be given to somebody else. */
  name_claim: text.default('sub'),
  /** The claim that lists the groups of the user. Without it, groups stay as they are. */
  groups_claim: maybe(text),
  /** Nobody can sign in with a provider that is turned off. */
  is_enabled: z.boolean().default(true),
}

export const OidcProvider = z.object({
  ...identity,
  ...settings,
  has_client_secret: z.boolean(),
  /** Providers from before version 0.3 that name users by `email` may leave out `email_verified`, until they are saved. */
  accepts_missing_email_verified: z.boolean(),
})
export const OidcProviderCreate = z.object({ ...naming, ...settings, client_secret: maybe(text) })
export const OidcProviderUpdate = z.object({
  ...settings,
  description: naming.description,
  /** Left out, the secret stays as it is, unless the issuer changes: it is never sent to another one than it was given for. */
  client_secret: text.nullable().optional(),
})

/** What is trusted when a provider of this issuer is created. */
export const OidcDiscovery = z.object({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  jwks_uri: z.string(),
  end_session_endpoint: maybe(z.string()),
  /** The keys that sign today. The provider can change them. */
  signing_keys: z.array(z.object({ kid: maybe(z.string()), kty: z.string(), alg: maybe(z.string()) })),
})

const ofSilo = { silo: NameOrId }
const at = { path: { ...ofSilo, provider: NameOrId } }
const login = { path: { silo_name: Name, provider_name: Name } }

export const oidcProvider = {
  oidc_provider_list: list(OidcProvider, byNameOrId, { path: ofSilo }),
  oidc_provider_create: { path: ofSilo, body: OidcProviderCreate, status: 201, answer: OidcProvider },
  oidc_provider_view: { ...at, status: 200, answer: OidcProvider },
  oidc_provider_update: { ...at, body: OidcProviderUpdate, status: 200, answer: OidcProvider },
  oidc_provider_delete: { ...at, status: 204 },
  oidc_discovery_fetch: { path: ofSilo, body: z.object({ issuer: text }), status: 200, answer: OidcDiscovery },
  /** The answer also sets the cookie that binds the login to the browser. */
  login_oidc_begin: { ...login, status: 200, answer: z.object({ location: z.string() }) },
  /** `response` is the query with which the provider has sent the browser back. */
  login_oidc: { ...login, body: z.object({ response: z.string().max(8192) }), status: 204 },
  /** Where to sign out at the provider that opened this session. Null if there is no such place. */
  oidc_logout_view: { status: 200, answer: z.object({ location: maybe(z.string()) }) },
} satisfies Operations<'oidc_provider'>
