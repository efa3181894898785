// Which requests belong to the API; every other path is a page of the console.

const PREFIX = /^\/(v1|experimental|rackwright)\//
const OTHER = /^\/(device\/(auth|confirm|token)|openapi\.json|metrics)$/
const SAML_REDIRECT = /^\/login\/[^/]+\/saml\/[^/]+\/redirect$/
/** A GET here is the console's login page. Identity providers POST to it. */
const SAML_LOGIN = /^\/login\/[^/]+\/saml\/[^/]+$/

export function isApiRequest(method: string, pathname: string): boolean {
  if (isSamlLogin(pathname)) return method !== 'GET' && method !== 'HEAD'
  return PREFIX.test(pathname) || OTHER.test(pathname) || isSamlRedirect(pathname)
}

/** Leads to an identity provider. */
export const isSamlRedirect = (pathname: string) => SAML_REDIRECT.test(pathname)

/** Identity providers send browsers here from their own site. */
export const isSamlLogin = (pathname: string) => SAML_LOGIN.test(pathname)
