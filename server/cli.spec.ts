// The command itself, built and run as an operator runs it: first start, restart, kill -9, bad options.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { build } from '../scripts/build.mjs'

const dist = join(import.meta.dirname, '../dist')
const data = mkdtempSync(join(tmpdir(), 'rackwright-cli-'))
let child: ChildProcess | undefined

beforeAll(() => build(['server', 'demo']), 300_000)
afterEach(() => child && end(child, 'SIGKILL'))
afterAll(() => rmSync(data, { recursive: true, force: true }))

function run(...args: string[]) {
  const started = spawn(process.execPath, [join(dist, 'server/main.js'), ...args], {
    env: { PATH: process.env.PATH },
  })
  child = started
  let said = ''
  let logged = ''
  started.stdout.on('data', (text: Buffer) => (logged += text.toString()))
  for (const stream of [started.stdout, started.stderr]) stream.on('data', (text: Buffer) => (said += text.toString()))
  /** `logged` is standard output only. */
  return { started, said: () => said, logged: () => logged }
}

async function start(...more: string[]) {
  const { started, said, logged } = run('--port', '0', '--data', data, ...more)
  await expect.poll(said, { interval: 10 }).toMatch(/is at http\S+\n/)
  return { started, said, logged, url: /is at (http\S+)/.exec(said())?.[1] ?? '' }
}

async function passwordIn(said: () => string) {
  await expect.poll(said, { interval: 10 }).toMatch(/password {2}\S+\n/)
  return /password {2}(\S+)/.exec(said())?.[1] ?? ''
}

async function end(started: ChildProcess, signal: 'SIGTERM' | 'SIGKILL') {
  if (started.exitCode !== null || started.signalCode !== null) return started.exitCode
  const over = once(started, 'exit')
  started.kill(signal)
  return (await over)[0] as number | null
}

/** Not 'exit', which can come before the last output. */
const exitCodeOf = async (started: ChildProcess) => (await once(started, 'close'))[0] as number | null

const tryPassword = (url: string, password: string) =>
  fetch(`${url}/v1/login/recovery/local`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password }),
  })

async function logIn(url: string, password: string) {
  const response = await tryPassword(url, password)
  expect(response.status).toBe(204)
  return response.headers.get('set-cookie')?.split(';')[0] ?? ''
}

let password = ''

test('a start on a taken port creates nothing', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const { started, said } = run('--port', String(port), '--data', data)
  expect(await exitCodeOf(started)).toBe(2)
  expect(said()).toContain('is taken')
  expect(readdirSync(data)).toEqual([])
  taken.close()
})

test('every start prints a new login until somebody has signed in, and never into the log', async () => {
  const first = await start()
  const missed = await passwordIn(first.said)
  expect(first.said()).toMatch(/silo +recovery\n +user +admin/)
  expect(await (await fetch(`${first.url}/v1/ping`)).json()).toEqual({ status: 'ok' })
  const modes = readdirSync(data, { withFileTypes: true, recursive: true })
    .map((entry) => ({ entry, mode: statSync(join(entry.parentPath, entry.name)).mode & 0o777 }))
    .filter(({ entry, mode }) => mode !== (entry.isDirectory() ? 0o700 : 0o600))
  expect(modes.map(({ entry, mode }) => `${entry.name} ${mode.toString(8)}`)).toEqual([])
  // nobody can have read it; after kill -9 its lease is still there
  await end(first.started, 'SIGKILL')

  const second = await start()
  password = await passwordIn(second.said)
  expect(password).not.toBe(missed)
  expect((await tryPassword(second.url, missed)).status).toBe(401)
  await logIn(second.url, password)
  expect(await end(second.started, 'SIGTERM')).toBe(0)
  const lines = second.logged().trim().split('\n')
  const messages = lines.map((line) => (JSON.parse(line) as { message?: string }).message).filter(Boolean)
  expect(messages).toEqual(['started', 'stopping', 'stopped'])
  expect(second.logged()).not.toContain(password)

  const third = await start()
  await logIn(third.url, password)
  expect(third.said()).not.toContain('password')
  expect(await end(third.started, 'SIGTERM')).toBe(0)
})

test('reset-password works beside a running server and ends the sessions of the user', async () => {
  const { started, url } = await start()
  const cookie = await logIn(url, password)
  const me = async () => (await fetch(`${url}/v1/me`, { headers: { cookie } })).status
  expect(await me()).toBe(200)
  const reset = run('reset-password', '--user', 'admin', '--data', data)
  expect(await exitCodeOf(reset.started)).toBe(0)
  // the server notices within a second or so
  await expect.poll(me).toBe(401)
  expect((await tryPassword(url, password)).status).toBe(401)
  password = /\n {2}(\S+)\n/.exec(reset.said())?.[1] ?? ''
  await logIn(url, password)

  const unknown = run('reset-password', '--user', 'nobody', '--data', data)
  expect(await exitCodeOf(unknown.started)).toBe(2)
  expect(unknown.said()).toContain('there is no local user "nobody" in the silo "recovery"')
  await end(started, 'SIGTERM')
})

test('two servers cannot share a directory', async () => {
  const first = await start()
  const { started, said } = run('--port', '0', '--data', data)
  expect(await exitCodeOf(started)).toBe(2)
  expect(said()).toContain('in use by another server')
  await end(first.started, 'SIGTERM')
})

test('a bad option stops it before it starts', async () => {
  const { started, said } = run('--prot', '80')
  expect(await exitCodeOf(started)).toBe(2)
  expect(said()).toMatch(/^rackwright: .*--prot/)
  const help = run('--help')
  expect(await exitCodeOf(help.started)).toBe(0)
  expect(help.said()).toContain('--database-url')
})

test('--demo fills a new directory and leaves an existing one alone', async () => {
  const fresh = join(data, 'demo')
  const first = await start('--demo', '--data', fresh)
  const cookie = await logIn(first.url, await passwordIn(first.said))
  const made = await names(first.url, cookie)
  expect(made.size).toBeGreaterThan(0)
  await end(first.started, 'SIGTERM')
  const second = await start('--demo', '--data', fresh)
  expect(await names(second.url, cookie)).toEqual(made)
  await end(second.started, 'SIGTERM')
})

test('acknowledged writes survive ten kill -9', { timeout: 600_000 }, async () => {
  const acknowledged = new Set<string>()
  for (let round = 0; round <= 10; round++) {
    const { started, url } = await start()
    const cookie = await logIn(url, password)
    const seen = await names(url, cookie)
    expect([...acknowledged].filter((name) => !seen.has(name))).toEqual([])
    if (round === 10) break

    const writers = Array.from({ length: 4 }, (_, n) => write(url, cookie, `r${round}-w${n}`, acknowledged))
    const before = acknowledged.size
    await expect.poll(() => acknowledged.size, { interval: 1 }).toBeGreaterThan(before + 5 + round * 3)
    await end(started, 'SIGKILL')
    await Promise.all(writers)
  }
  expect(acknowledged.size).toBeGreaterThan(100)
})

/** Writes until the server is gone. */
async function write(url: string, cookie: string, prefix: string, acknowledged: Set<string>) {
  for (let n = 0; ; n++) {
    const body = JSON.stringify({ name: `${prefix}-${n}`, description: '' })
    const headers = { cookie, 'content-type': 'application/json' }
    const response = await fetch(`${url}/v1/projects`, { method: 'POST', headers, body }).catch(() => undefined)
    if (!response) return
    if (response.status === 201) acknowledged.add(`${prefix}-${n}`)
    else throw new Error(`${response.status} ${await response.text()}`)
    await response.body?.cancel().catch(() => undefined)
  }
}

async function names(url: string, cookie: string): Promise<Set<string>> {
  const response = await fetch(`${url}/v1/projects?limit=10000`, { headers: { cookie } })
  const { items } = (await response.json()) as { items: { name: string }[] }
  return new Set(items.map(({ name }) => name))
}
