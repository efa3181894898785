// The page a visitor requested before being asked to sign in.
import { paths } from './paths.ts'

/** Only paths on this site, to prevent open redirects after login. */
export function returnTo(search: URLSearchParams): string {
  const wanted = search.get('redirect_uri') ?? ''
  return /^\/(?![/\\])/.test(wanted) ? wanted : paths.projects()
}

/** Passed on from one login page to the next. */
export function withReturn(path: string, search: URLSearchParams): string {
  const wanted = search.get('redirect_uri')
  return wanted ? `${path}${path.includes('?') ? '&' : '?'}redirect_uri=${encodeURIComponent(wanted)}` : path
}
