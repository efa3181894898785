// The address of a silo: <silo>.sys.<suffix>. The server says whether there is a suffix. Other hosts do not; with them, the console may
// itself be at such an address.
import type { Data, Model, Result } from '#contract/client.ts'
import { paths } from '../../paths.ts'
import { base } from '../../util/base.ts'
import { useData } from '../../use-api.ts'
import { loginOptions } from '../login/login-queries.ts'

/** Undefined when silos have no address of their own. */
export function useSiloHost(silo: string): string | undefined {
  return siloHost(useData(loginOptions()), silo)
}

/** Where its users sign in. Those of an identity provider choose their silo there. */
export function useSignInUrl({ name, identityMode }: Model<'Silo'>): string {
  const host = useSiloHost(name)
  if (host) return `https://${host}/`
  return absolute(identityMode === 'local_only' ? paths.loginLocal({ silo: name }) : paths.login())
}

/** The link of an invitation. Passkeys work under the address for which they are made, so it is that of the silo. */
export function useInvitationUrl(silo: string): (token: string) => string {
  const host = useSiloHost(silo)
  return (token) => `${host ? `https://${host}${paths.invitation()}` : absolute(paths.invitation())}#${token}`
}

const absolute = (path: string) => location.origin + base.slice(0, -1) + path

/** The URL that identity providers send users back to. */
export function useLoginUrl(silo: string): (protocol: 'saml' | 'oidc', provider: string) => string {
  const host = useSiloHost(silo)
  return (protocol, provider) => `${host ? `https://${host}` : location.origin}/login/${silo}/${protocol}/${provider}`
}

export function useAcsUrl(silo: string): (provider: string) => string {
  const loginUrl = useLoginUrl(silo)
  return (provider) => loginUrl('saml', provider)
}

export function siloHost(
  answer: Result<Pick<Data<'login_options'>, 'dnsSuffix'>>,
  silo: string,
  hostname = location.hostname,
): string | undefined {
  const suffix = answer.type === 'success' ? answer.data.dnsSuffix : /^[^.]+\.sys\.(.+)$/.exec(hostname)?.[1]
  return suffix ? `${silo || '<silo>'}.sys.${suffix}` : undefined
}
