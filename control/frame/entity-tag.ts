// Entity tags: a caller that sends If-Match writes only if the version it read is still current.
import { preconditionFailed } from './errors.ts'

export const entityTag = (version: string) => `"${version}"`

/** Throws 412 if the request has an If-Match that does not name the current tag. Weak tags never match. */
export function requireMatch(request: Pick<Request, 'headers'>, current: string, message: string): void {
  const wanted = request.headers.get('if-match')
  if (wanted === null || wanted.trim() === '*') return
  const tags = wanted.split(',').map((tag) => tag.trim())
  if (!tags.includes(current)) throw preconditionFailed(message)
}
