// The login methods available to a visitor. An addition of ours, for the console's login page.
import { z } from 'zod'
import type { Operations } from './define.ts'
import { SiloIdentityMode } from './silo.ts'
import { Name, maybe } from './values.ts'

export const LoginSilo = z.object({
  name: Name,
  /** With `local_only` at /login/{silo}/local; otherwise with one of the providers, at /login/{silo}/saml/{provider}. */
  identity_mode: SiloIdentityMode,
  /** Providers that are turned on. */
  saml_providers: z.array(Name),
  /** Likewise, at /login/{silo}/oidc/{provider}. */
  oidc_providers: z.array(Name),
})

export const LoginOptions = z.object({
  /** The silo to log in to, if unambiguous: named by the host, requested, or the only one. */
  silo: maybe(LoginSilo),
  /** Discoverable silos to choose from. Empty if the host name decides. */
  silos: z.array(LoginSilo),
  /** Silos have the addresses `<silo>.sys.<suffix>`. Null if they have none of their own. */
  dns_suffix: maybe(z.string()),
  installation_name: maybe(z.string()),
})

export const loginOptions = {
  /** `silo` is the last used silo, if the browser remembers it. */
  login_options: { query: { silo: z.string().max(63).optional() }, status: 200, answer: LoginOptions },
} satisfies Operations<'login_options'>
