// For tests with several servers: builds the server once, starts it as a process, and calls it over HTTP. Not for production.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { expect } from 'vitest'
import { WebSocket } from 'ws'

const root = join(import.meta.dirname, '..')
const PASSWORD = 'replicas'

/** Inside the repository, so that the bundle finds the native packages. */
export async function buildServer() {
  const out = join(root, 'dist', `replicas-spec-${process.pid}`)
  const config = { configFile: join(root, 'vite.config.ts'), mode: 'server', logLevel: 'error' as const }
  await build({ ...config, build: { outDir: join(out, 'server') } })
  return { file: join(out, 'server/main.js'), remove: () => rmSync(out, { recursive: true, force: true }) }
}

export type Replica = Awaited<ReturnType<typeof startReplica>>

/** Rejects with its output if it exits before it is up. */
export async function startReplica(file: string, options: string[], environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, [file, '--port', '0', ...options], {
    env: { PATH: process.env.PATH, RACKWRIGHT_ADMIN_PASSWORD: PASSWORD, ...environment },
  })
  const url = await new Promise<string>((resolve, reject) => {
    let said = ''
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
      return { until: heard.until, closed, type: (text: string) => socket.send(Buffer.from(text)) }
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
    until: (wanted: string) => expect.poll(() => text, { timeout: 60_000, interval: 20 }).toContain(wanted),
  }
}
