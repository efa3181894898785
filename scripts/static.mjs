// A static file server for the preview: files under a base path, and 404.html for everything else.
import { createReadStream, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
}

const isFile = (file) => statSync(file, { throwIfNoEntry: false })?.isFile() ?? false

/** `base` begins and ends with a slash. */
export function serveStatic(folder, { base = '/', port = 0, host = '127.0.0.1' } = {}) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const inside = pathname.startsWith(base)
      ? normalize(decodeURIComponent(pathname.slice(base.length - 1)))
      : undefined
    const file = inside && join(folder, inside.endsWith('/') ? `${inside}index.html` : inside)
    const isFound = file !== undefined && isFile(file)
    const shown = isFound ? file : join(folder, '404.html')
    const type = TYPES[extname(shown)] ?? 'application/octet-stream'
    response.writeHead(isFound ? 200 : 404, { 'content-type': type, 'cache-control': 'no-cache' })
    if (request.method === 'HEAD') return response.end()
    createReadStream(shown).pipe(response)
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve({ server, url: `http://${host}:${server.address().port}${base}` }))
  })
}
