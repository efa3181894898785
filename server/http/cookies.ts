// The session cookie: scripts cannot read it, and other sites cannot send it with a write. And the cookies of logins under way: one binds
// a login at an identity provider to the browser that began it, the other waits for a second factor.
const SESSION = 'session'
const SESSION_SECONDS = 86_400
/** As long as a login may take. */
const BROWSER_SECONDS = 8 * 3600
/** With this prefix, browsers accept the cookie over TLS only, and not from a subdomain. */
const browserName = (secure: boolean) => (secure ? '__Host-login' : 'login')

const PENDING_LOGIN = 'pending-login'
/** As long as a login waits for its second factor. */
const PENDING_LOGIN_SECONDS = 300

export const pendingLoginOf = (cookies: string | undefined) => valueOf(cookies, PENDING_LOGIN)
export const sessionOf = (cookies: string | undefined) => valueOf(cookies, SESSION)
export const browserOf = (cookies: string | undefined, secure: boolean) => valueOf(cookies, browserName(secure))

function valueOf(cookies: string | undefined, name: string): string | undefined {
  if (cookies === undefined) return undefined
  for (const pair of cookies.split(';')) {
    const at = pair.indexOf('=')
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim() || undefined
  }
  return undefined
}

/** An empty token deletes the cookie. */
export function sessionCookie(token: string, secure: boolean): string {
  const age = token === '' ? 0 : SESSION_SECONDS
  return `${SESSION}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${age}${secure ? '; Secure' : ''}`
}

/** An empty token deletes the cookie. */
export function pendingLoginCookie(token: string, secure: boolean): string {
  const age = token === '' ? 0 : PENDING_LOGIN_SECONDS
  return `${PENDING_LOGIN}=${token}; Path=/rackwright/login/; HttpOnly; SameSite=Strict; Max-Age=${age}${secure ? '; Secure' : ''}`
}

/** Identity providers post from their own site, which only SameSite=None permits, and that only over TLS. See control/people/provider/saml.ts. */
export const browserCookie = (token: string, secure: boolean) =>
  `${browserName(secure)}=${token}; Path=/; HttpOnly; Max-Age=${BROWSER_SECONDS}; ${secure ? 'SameSite=None; Secure' : 'SameSite=Lax'}`
