// Takes names out of the paths in a log: operators may read a support bundle, but not the names of projects, instances or users.
import { operations } from '#contract/operations.ts'

const isParameter = (segment: string) => segment.startsWith('{')

/** The fixed parts of every path of the API; the console's pages use the same words. */
const WORDS: ReadonlySet<string> = new Set([
  ...Object.values(operations)
    .flatMap((operation) => operation.split('/').slice(1))
    .filter((segment) => !isParameter(segment)),
  'redirect',
  'healthz',
  'readyz',
  'openapi.json',
  'docs',
  'api',
  'new',
  'edit',
  'settings',
  'profile',
  'favicon.svg',
])
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** In a line of JSON, and in one for a terminal. */
const PATHS = [/("path":")(\/[^"]*)(?=")/, /^(\d\d:\d\d:\d\d {2}\d{3} {2}\w+ +)(\/\S*)/]
const REQUEST_ID = /"request_id":"([^"]+)"/

/** `idOf` finds the ID of what a request was about; it takes the place of the last name. */
export function withoutNames(line: string, idOf: (requestId: string) => string | undefined): string {
  const id = idOf(REQUEST_ID.exec(line)?.[1] ?? '')
  return PATHS.reduce(
    (text, pattern) => text.replace(pattern, (_, before: string, path: string) => before + clean(path, id)),
    line,
  )
}

function clean(path: string, id: string | undefined): string {
  if (path.startsWith('/assets/')) return path
  const segments = path
    .split('/')
    .map((segment) => (segment === '' || WORDS.has(segment) || ID.test(segment) ? segment : '(name)'))
  const last = segments.lastIndexOf('(name)')
  if (id !== undefined && last >= 0) segments[last] = id
  return segments.join('/')
}
