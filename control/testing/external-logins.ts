// Signs in with the identity providers of tests, through the API.
import { BROWSER_HEADER, SESSION_HEADER } from '../frame/ports/caller.ts'
import type { Idp, Lies as SamlLies } from './identity-provider.ts'
import { must } from './authz-world.ts'
import { CLIENT, type Issuer, type Lies as OidcLies } from './oidc-issuer.ts'
import type { World } from './world.ts'

interface Place {
  silo: string
  provider: string
}

export interface Entered {
  status: number
  session: string | null
  body: Record<string, unknown> | undefined
}

export const oidcBody = ({ issuer }: Issuer, { silo, provider }: Place) => ({
  name: provider,
  description: '',
  issuer,
  ...CLIENT,
  redirect_uri: `http://rack.test/login/${silo}/oidc/${provider}`,
})

export const addOidcProvider = (world: World, issuer: Issuer, silo: string, provider = 'corp') =>
  must(world.admin, 'POST', `/rackwright/silos/${silo}/identity-providers`, oidcBody(issuer, { silo, provider }))

export async function signInWithOidc(
  world: World,
  issuer: Issuer,
  { silo, provider }: Place,
  lies?: OidcLies,
): Promise<Entered> {
  const path = `/rackwright/login/${silo}/oidc/${provider}`
  const begun = await world.anonymous.raw('POST', `${path}/begin`)
  const browser = world.withBrowser(begun.headers.get(BROWSER_HEADER) ?? '')
  const response = issuer.authorize(begun.body.location as string, lies)
  const { status, headers, body } = await browser.raw('POST', path, { response })
  return { status, session: headers.get(SESSION_HEADER), body }
}

/** Without a request before: the world must allow that. */
export async function signInWithSaml(
  world: World,
  idp: Idp,
  { silo, provider }: Place,
  lies?: SamlLies,
): Promise<Entered> {
  const body = new URLSearchParams({ SAMLResponse: await idp.respond(world.clock.now(), lies) })
  const request = new Request(`http://rack.test/login/${silo}/saml/${provider}`, { method: 'POST', body })
  const response = await world.plane.fetch(request, { address: '127.0.0.1', secure: false })
  const text = await response.text()
  return {
    status: response.status,
    session: response.headers.get(SESSION_HEADER),
    body: text ? (JSON.parse(text) as Record<string, unknown>) : undefined,
  }
}
