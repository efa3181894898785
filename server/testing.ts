// Test helpers: a minimal control plane, a log that records its lines, and a listening server. Not for production.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Caller } from '#control/frame/ports/caller.ts'
import type { Backend } from './http/backend.ts'
import { makeHost } from './http/http.ts'
import { bind, type Listening } from './http/listen.ts'
import { type Control, makeLocal } from './http/local.ts'
import { type FindLogin, makeFindLogin } from './http/login-redirect.ts'
import { makeLog } from './log.ts'
import type { Options } from './options.ts'
import { makePages } from './http/pages.ts'
import { random } from './random.ts'

export const words: string[] = []
export const log = makeLog({ write: (text) => words.push(text) })

type Answer = (request: Request, caller: Caller) => Response | Promise<Response>

export function fakeControl(answer: Answer, upgrade?: Control['upgrade']): Control {
  return {
    admits: () => true,
    isReady: async () => true,
    fetch: async (request, caller) => answer(request, caller),
    bodyAt: () => ({ limit: 1_048_576, isStreamed: false }),
    recognizes: async (_request, { session }) => session === 'valid',
    upgrade: upgrade ?? (async () => Response.json({ message: 'Not Found' }, { status: 404 })),
  }
}

export function builtConsole(): string {
  const dir = mkdtempSync(join(tmpdir(), 'rackwright-console-'))
  const script = `console.log(${JSON.stringify('rack '.repeat(400))})`
  const files: Record<string, string | Buffer> = {
    'index.html': '<!doctype html><title>Rackwright</title>',
    'favicon.svg': '<svg/>',
    'api-docs/index.html': '<!doctype html><title>API</title>',
    'assets/main-4f3a.js': script,
    'assets/main-4f3a.js.br': brotliCompressSync(script),
    'assets/main-4f3a.js.gz': gzipSync(script),
  }
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, name)), { recursive: true })
    writeFileSync(join(dir, name), text)
  }
  return dir
}

export async function serveBackend(
  backend: Backend,
  options: Partial<Options> = {},
  dir = builtConsole(),
  findLogin?: FindLogin,
  timeouts?: Parameters<typeof bind>[1],
): Promise<Listening> {
  const { behindProxy } = options
  const host = makeHost({ backend, pages: makePages(dir), log, random, behindProxy, findLogin })
  const bound = await bind({ port: 0, host: '127.0.0.1', tls: undefined, ...options }, timeouts)
  bound.serve(host)
  return bound
}

export const serveControl = (control: Control, options: Partial<Options> = {}, timeouts?: Parameters<typeof bind>[1]) =>
  serveBackend(makeLocal(control, log), options, undefined, makeFindLogin(control), timeouts)
