// Serves the console's built files from memory. Assets have a hash in their name and are cached for a year. Everything else is
// revalidated each time, or a browser would keep an old console after an upgrade.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join, relative, sep } from 'node:path'
import { accepts, type Encoding } from './compress.ts'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
}

const SUFFIX = { br: '.br', gzip: '.gz' } as const

export interface StaticFile {
  readonly type: string
  readonly immutable: boolean
  readonly tag: string
  bytes(encoding?: Encoding): Buffer
  has(encoding: Encoding): boolean
}

/** Keyed by URL path: '/assets/main-4f3a.js'. */
export function readStatic(dir: string): ReadonlyMap<string, StaticFile> {
  const files = new Map<string, StaticFile>()
  if (!existsSync(dir)) return files
  const all = readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => '/' + relative(dir, join(entry.parentPath, entry.name)).split(sep).join('/'))
  const names = new Set(all)
  for (const name of all) {
    if (!/\.(br|gz)$/.test(name)) files.set(name, makeFile(dir, name, names))
  }
  return files
}

function makeFile(dir: string, name: string, names: ReadonlySet<string>): StaticFile {
  // all at once: an upgrade may replace the folder while this server still runs
  const read = (suffix: string) => readFileSync(join(dir, name + suffix))
  const plain = read('')
  const variants = new Map(
    (['br', 'gzip'] as const)
      .filter((encoding) => names.has(name + SUFFIX[encoding]))
      .map((encoding) => [encoding, read(SUFFIX[encoding])]),
  )
  let tag: string | undefined
  return {
    type: TYPES[extname(name)] ?? 'application/octet-stream',
    immutable: name.startsWith('/assets/'),
    get tag() {
      return (tag ??= `"${createHash('sha256').update(plain).digest('base64url').slice(0, 20)}"`)
    },
    has: (encoding) => variants.has(encoding),
    bytes: (encoding) => (encoding && variants.get(encoding)) ?? plain,
  }
}

export function sendFile(incoming: IncomingMessage, outgoing: ServerResponse, file: StaticFile, status = 200): void {
  outgoing.setHeader('cache-control', file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
  outgoing.setHeader('vary', 'accept-encoding')
  if (!file.immutable) {
    outgoing.setHeader('etag', file.tag)
    if (incoming.headers['if-none-match'] === file.tag) {
      outgoing.writeHead(304).end()
      return
    }
  }
  const wanted = incoming.headers['accept-encoding']
  const encoding = (['br', 'gzip'] as const).find((one) => file.has(one) && accepts(wanted, one))
  if (encoding) outgoing.setHeader('content-encoding', encoding)
  const bytes = file.bytes(encoding)
  outgoing.writeHead(status, { 'content-type': file.type, 'content-length': bytes.length })
  outgoing.end(bytes)
}
