// For tests: runs the program in this process with its own streams, against minimal hosts.
import { mkdtempSync } from 'node:fs'
import { createServer as createHttp, type RequestListener } from 'node:http'
import { createServer as createHttps } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable, Writable } from 'node:stream'
import { onTestFinished } from 'vitest'
import type { Io } from './io.ts'
import { run } from './run.ts'

export interface Outcome {
  code: number
  out: string
  err: string
}

export type Surroundings = Partial<Omit<Io, 'stdin'>> & { stdin?: string | Uint8Array }

function sink() {
  const parts: Buffer[] = []
  const stream = new Writable({
    write(part: Buffer, _encoding, done) {
      parts.push(Buffer.from(part))
      done()
    },
  })
  return { stream, text: () => Buffer.concat(parts).toString() }
}

/** A directory for configuration and state. It is in the run's own folder (control/testing/setup.ts), which is removed at the end. */
export const scratch = () => mkdtempSync(join(tmpdir(), 'rackwright-cli-'))

export const homeEnv = (folder: string) => ({ XDG_CONFIG_HOME: folder, XDG_STATE_HOME: folder })

export async function rackwright(args: readonly string[], given: Surroundings = {}): Promise<Outcome> {
  const out = sink()
  const err = sink()
  const { stdin, ...rest } = given
  const code = await run(
    args,
    {
      env: homeEnv(scratch()),
      stdin: stdin === undefined ? new PassThrough().end() : Readable.from([Buffer.from(stdin)]),
      stdout: out.stream,
      stderr: err.stream,
      signal: new AbortController().signal,
      sleep: async () => undefined,
      openBrowser: () => undefined,
      ...rest,
    },
    '1.2.3',
  )
  return { code, out: out.text(), err: err.text() }
}

/** A host that lives as long as the test; returns its URL. */
export async function serve(listener: RequestListener, tls?: { cert: string; key: string }): Promise<string> {
  const server = tls ? createHttps(tls, listener) : createHttp(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  return tls ? `https://localhost:${port}` : `http://127.0.0.1:${port}`
}

/** Answers every request with this and records the requests. */
export async function answering(status: number, body: unknown) {
  const asked: { url: string | undefined; authorization: string | undefined }[] = []
  const url = await serve((request, response) => {
    asked.push({ url: request.url, authorization: request.headers.authorization })
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  return { url, asked, env: { ...homeEnv(scratch()), RACKWRIGHT_URL: url } }
}
