// The built server on an empty data directory, in a separate process, as people run it.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const main = join(import.meta.dirname, '../dist/server/main.js')
const PASSWORD = 'bench'
/** Collects garbage at a signal, because Node does not do so when idle: what is left is what the server holds. */
const COLLECTS = ['--expose-gc', '--import', 'data:text/javascript,process.on("SIGUSR2", () => globalThis.gc())']

export interface Answer {
  status: number
  text: string
  body: Record<string, unknown>
}

export interface Server {
  url: string
  data: string
  /** Milliseconds from the start of the process until it answered a ping. */
  startedMs: number
  pid: number | undefined
  /** The session of `send`, for other clients. */
  cookie(): string
  send(method: string, path: string, body?: unknown): Promise<Answer>
  collectGarbage(): void
  /** Resident memory, now and at its peak, in MiB. NaN if the system does not report it. */
  memory(): { now: number; most: number }
  /** Warnings and errors in its log. */
  complaints: string[]
  /** Files that hold the bytes of disks. */
  volumes(): number
  stop(options?: { keepsData?: boolean }): Promise<void>
}

interface BenchOptions {
  data?: string
  /** More options of the server. */
  options?: readonly string[]
}

export async function startBench({
  data = mkdtempSync(join(tmpdir(), 'rackwright-bench-')),
  options = [],
}: BenchOptions = {}): Promise<Server> {
  const started = performance.now()
  const child = spawn(process.execPath, [...COLLECTS, main, '--port', '0', '--data', data, ...options], {
    env: { ...process.env, RACKWRIGHT_ADMIN_PASSWORD: PASSWORD },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const complaints: string[] = []
  const url = await new Promise<string>((resolve, reject) => {
    let rest = ''
    child.stdout.on('data', (part: Buffer) => {
      const lines = (rest + part.toString()).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        const address = /http:\/\/[\w.[\]:]+\d/.exec(line)
        if (address) resolve(address[0])
        if (/"level":"(warn|error)"/.test(line)) complaints.push(line)
      }
    })
    child.once('exit', (code) => reject(new Error(`the server ended with ${code} before it was up`)))
  })

  let cookie = ''
  async function send(method: string, path: string, body?: unknown): Promise<Answer> {
    const headers = { 'content-type': 'application/json', cookie }
    const init = { method, headers, body: body === undefined ? null : JSON.stringify(body) }
    const response = await fetch(new URL(path, url), init)
    cookie ||= response.headers.get('set-cookie')?.split(';')[0] ?? ''
    const text = await response.text()
    return { status: response.status, text, body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>) }
  }
  await send('GET', '/v1/ping')
  const startedMs = performance.now() - started
  await send('POST', '/v1/login/recovery/local', { username: 'admin', password: PASSWORD })

  const own = (file: string) => `/proc/${child.pid}/${file}`
  return {
    url,
    data,
    startedMs,
    pid: child.pid,
    cookie: () => cookie,
    send,
    complaints,
    memory() {
      const text = existsSync(own('status')) ? readFileSync(own('status'), 'utf8') : ''
      const figure = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(text)?.[1] ?? Number.NaN) / 1024
      return { now: figure('VmRSS'), most: figure('VmHWM') }
    },
    collectGarbage: () => void child.kill('SIGUSR2'),
    volumes: () => readdirSync(join(data, 'disks')).length,
    async stop({ keepsData = false } = {}) {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await gone
      if (!keepsData) rmSync(data, { recursive: true, force: true })
    },
  }
}
