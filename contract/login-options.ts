// How to log in from here, for somebody who is not logged in yet. An addition of ours, for the console's login page.
import { z } from 'zod'
import type { Operations } from './define.ts'
import { SiloIdentityMode } from './silo.ts'
import { Name, maybe } from './values.ts'

export const LoginSilo = z.object({
  name: Name,
  /** With `local_only` at /login/{silo}/local; otherwise with one of the providers, at /login/{silo}/saml/{provider}. */
  identity_mode: SiloIdentityMode,
  saml_providers: z.array(Name),
})

export const LoginOptions = z.object({
  /** The silo to log in to, when it is clear which: the host name's, the one asked for, or the only one. */
  silo: maybe(LoginSilo),
  /** Those to choose among; silos that do not want to be found are not listed. None where the host name decides. */
  silos: z.array(LoginSilo),
})

export const loginOptions = {
  /** `silo` is the one last used, if the browser remembers one. */
  login_options: { query: { silo: z.string().max(63).optional() }, status: 200, answer: LoginOptions },
} satisfies Operations<'login_options'>
