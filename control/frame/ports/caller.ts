// What the host adds to a request, and the headers by which a response asks it for cookies.

/** What the host adds to a request. The session is separate because browsers hide cookies from workers. */
export interface Caller {
  address: string
  secure: boolean
  session?: string | undefined
  /** What recognizes the browser that began a login at an identity provider. */
  browser?: string | undefined
  /** A login that waits for its second factor. */
  pendingLogin?: string | undefined
  /**
   * The body of the request, where the host has read it or is reading it: a Request would copy it. A part that is read while it arrives
   * stays valid until the next but one is asked for.
   */
  body?: Uint8Array | AsyncIterable<Uint8Array> | undefined
}

/** Set on the response of a login. The host turns it into its cookie and strips it. Empty deletes the session cookie. */
export const SESSION_HEADER = 'rackwright-session'
/** Set on the redirect to an identity provider, likewise. It comes back as `Caller.browser`. */
export const BROWSER_HEADER = 'rackwright-browser'
/** Set on a login that needs a second factor, likewise. It comes back as `Caller.pendingLogin`. Empty deletes the cookie. */
export const PENDING_LOGIN_HEADER = 'rackwright-pending-login'
