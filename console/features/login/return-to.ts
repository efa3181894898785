// Where a person wanted to go before they were asked to sign in.
import { paths } from '../../paths.ts'

/** Only places of this site: a link that signs people in and hands them to another site is a trap. */
export function returnTo(search: URLSearchParams): string {
  const wanted = search.get('redirect_uri') ?? ''
  return /^\/(?![/\\])/.test(wanted) ? wanted : paths.projects()
}

/** Passed on from one login page to the next. */
export function withReturn(path: string, search: URLSearchParams): string {
  const wanted = search.get('redirect_uri')
  return wanted ? `${path}${path.includes('?') ? '&' : '?'}redirect_uri=${encodeURIComponent(wanted)}` : path
}
