// For tests with several servers: starts the built server as a process, and calls it over HTTP. Not for production.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect } from 'vitest'
import { WebSocket } from 'ws'
import { build } from '../scripts/build.mjs'

const root = join(import.meta.dirname, '..')
const PASSWORD = 'replicas'

/** The main file of the server, which is built only if that is not done. */
export async function builtServer(): Promise<string> {
  await build(['server'])
  return join(root, 'dist/server/main.js')
}

export type Replica = Awaited<ReturnType<typeof startReplica>>

/** Rejects with its output if it exits before it is up. `within` begins its command line, and becomes the server. */
export async function startReplica(
  file: string,
  options: string[],
  environment: Record<string, string> = {},
  within: readonly string[] = [],
) {
  const [program = '', ...args] = [...within, process.execPath, file, '--port', '0', ...options]
  const child = spawn(program, args, {
    env: { PATH: process.env.PATH, RACKWRIGHT_ADMIN_PASSWORD: PASSWORD, ...environment },
  })
  let said = ''
  const url = await new Promise<string>((resolve, reject) => {
    const listen = (text: Buffer) => {
      said += text.toString()
      const found = /is at (http\S+)\n/.exec(said)?.[1]
      if (found) resolve(found)
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    // not 'exit', which can come before the last output
    child.once('close', (code) => reject(new Error(`the server ended with ${code}: ${said}`)))
  })

  const replica = {
    cookie: '',

    /** Everything that it has printed: its log, and what it says to people. */
    said: () => said,

    send(method: string, path: string, body?: unknown, cookie?: string): Promise<Response> {
      const isBytes = body instanceof Uint8Array
      const type = isBytes ? 'application/octet-stream' : 'application/json'
      return fetch(`${url}${path}`, {
        method,
        headers: { cookie: cookie ?? replica.cookie, ...(body !== undefined && { 'content-type': type }) },
        body: body === undefined ? null : isBytes ? (body as Uint8Array<ArrayBuffer>) : JSON.stringify(body),
      })
    },

    /** A request that must succeed. */
    async ok(method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
      const response = await replica.send(method, path, body)
      const text = await response.text()
      expect(response.status, `${method} ${path}: ${text}`).toBeLessThan(300)
      return text ? (JSON.parse(text) as Record<string, unknown>) : {}
    },

    async logIn() {
      const credentials = { username: 'admin', password: PASSWORD }
      const response = await replica.send('POST', '/v1/login/recovery/local', credentials)
      expect(response.status).toBe(204)
      replica.cookie = cookieOf(response)
    },

    /** Live updates; resolves once the stream is open. */
    async events() {
      const ended = new AbortController()
      const headers = { cookie: replica.cookie }
      const response = await fetch(`${url}/rackwright/events`, { headers, signal: ended.signal })
      const heard = gather()
      const read = async () => {
        for await (const bytes of response.body!) heard.add(Buffer.from(bytes).toString())
      }
      read().catch(() => undefined)
      await heard.until('event: hello')
      return { until: heard.until, close: () => ended.abort() }
    },

    /** The serial console of an instance, from the start of its output. */
    async console(instance: string, project: string) {
      const path = `/v1/instances/${instance}/serial-console/stream?project=${project}`
      const socket = new WebSocket(`${url.replace('http', 'ws')}${path}`, { headers: { cookie: replica.cookie } })
      const heard = gather()
      socket.on('message', (bytes: Buffer) => heard.add(bytes.toString()))
      const closed = once(socket, 'close')
      await once(socket, 'open')
      const type = (text: string) => socket.send(Buffer.from(text))
      return { until: heard.until, said: heard.said, closed, type }
    },

    /** Kills without warning, like the out-of-memory killer. */
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
  }
  return replica
}

export const cookieOf = ({ headers }: Response) => headers.get('set-cookie')!.split(';')[0]!

/** Collects text that arrives in chunks. */
function gather() {
  let text = ''
  return {
    add: (piece: string) => void (text += piece),
    said: () => text,
    until: (wanted: string, timeout = 60_000) => expect.poll(() => text, { timeout, interval: 20 }).toContain(wanted),
  }
}
