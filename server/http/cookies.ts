// The session cookie. Scripts cannot read it, and other sites cannot send it with a write.
const NAME = 'session'
const MAX_AGE = 86400

export function sessionOf(cookies: string | undefined): string | undefined {
  if (cookies === undefined) return undefined
  for (const pair of cookies.split(';')) {
    const at = pair.indexOf('=')
    if (at > 0 && pair.slice(0, at).trim() === NAME) return pair.slice(at + 1).trim() || undefined
  }
  return undefined
}

/** An empty token deletes the cookie. */
export function sessionCookie(token: string, secure: boolean): string {
  const age = token === '' ? 0 : MAX_AGE
  return `${NAME}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${age}${secure ? '; Secure' : ''}`
}
