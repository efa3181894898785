// The console's own URLs: static files, pages (one index.html with client-side routing) and the API's documentation.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { sessionOf } from './cookies.ts'
import type { Pages } from './http.ts'
import { notFound, refuse } from './refusal.ts'
import { readStatic, sendFile } from './static.ts'

/** Pages that need no login. */
const PUBLIC = /^\/(login(\/|$)|device\/|confirm-address$|invitation$|docs\/guides(\/|$))/

export function makePages(dir: string): Pages {
  const files = readStatic(dir)

  return (incoming, outgoing, pathname) => {
    if (incoming.method !== 'GET' && incoming.method !== 'HEAD') {
      outgoing.setHeader('allow', 'GET, HEAD')
      return refuse(outgoing, { status: 405, message: 'Method Not Allowed' })
    }
    const file = files.get(pathname === '/docs/api' ? '/api-docs/index.html' : pathname)
    if (file) return sendFile(incoming, outgoing, file)
    if (pathname.startsWith('/assets/') || !wantsPage(incoming)) return refuse(outgoing, notFound)

    if (!PUBLIC.test(pathname) && !sessionOf(incoming.headers.cookie)) return toLogin(incoming, outgoing)
    const index = files.get('/index.html')
    if (!index) return refuse(outgoing, { status: 503, message: 'The console is not built: run npm start' })
    sendFile(incoming, outgoing, index)
  }
}

/** Image and script requests send other Accept headers; a missing one gets 404, not a page. */
function wantsPage({ headers }: IncomingMessage): boolean {
  const { accept } = headers
  return accept === undefined || accept === '*/*' || accept.includes('text/html')
}

function toLogin(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const location = `/login?redirect_uri=${encodeURIComponent(incoming.url ?? '/')}`
  outgoing.writeHead(302, { location, 'cache-control': 'no-store' }).end()
}
