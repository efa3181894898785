// A support bundle of a running server: opens with unzip, contains no secrets, and an interrupted download can be resumed.
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anyPair } from '#control/testing/certificates.ts'
import { bind, type Bound } from './http/listen.ts'
import { makePages } from './http/pages.ts'
import { makeLog } from './log.ts'
import { construct, type Running } from './main.ts'
import { readOptions, type Options } from './options.ts'
import { builtConsole } from './testing.ts'
import { needing } from '../scripts/needs.mjs'

const BUNDLES = '/experimental/v1/system/support-bundles'
const PASSWORD = 'planted-password-1'
const OTHER_PASSWORD = 'planted-password-2'
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString()

const data = mkdtempSync(join(tmpdir(), 'rackwright-bundle-'))
const log = makeLog({ write: () => undefined })
let running: Running
let server: Bound
let cookie = ''
const secrets: string[] = [PASSWORD, OTHER_PASSWORD]

beforeAll(async () => {
  const options = readOptions(['--data', data, '--port', '0'], { RACKWRIGHT_ADMIN_PASSWORD: PASSWORD }) as Options
  running = await construct(options, makePages(builtConsole()), log)
  server = await bind(options)
  server.serve(running.host)
  await plantSecrets()
}, 60_000)

afterAll(async () => {
  await server.close()
  await running.stop()
  rmSync(data, { recursive: true, force: true })
})

const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  fetch(`${server.url}${path}`, {
    method,
    headers: { cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
  })
const json = async (response: Promise<Response>) => (await response).json() as Promise<Record<string, string>>

async function plantSecrets() {
  const login = await send('POST', '/v1/login/recovery/local', { username: 'admin', password: PASSWORD })
  cookie = login.headers.get('set-cookie')!.split(';')[0]!
  secrets.push(cookie.split('=')[1]!)
  const user = { external_id: 'someone', password: { mode: 'password', value: OTHER_PASSWORD } }
  expect((await send('POST', '/v1/system/identity-providers/local/users?silo=recovery', user)).status).toBe(201)

  const { cert, key } = await anyPair()
  const certificate = { name: 'tls', description: '', service: 'external_api', cert, key }
  expect((await send('POST', '/v1/certificates', certificate)).status).toBe(201)
  secrets.push(...key.split('\n').filter((line) => line.length > 20 && !line.startsWith('-')))

  const client_id = '00000000-0000-4000-8000-000000000001'
  const asked = await json(send('POST', '/device/auth', form({ client_id }), FORM))
  await send('POST', '/device/confirm', { user_code: asked.user_code })
  const grant_type = 'urn:ietf:params:oauth:grant-type:device_code'
  const fields = { grant_type, device_code: asked.device_code!, client_id }
  const token = (await json(send('POST', '/device/token', form(fields), FORM))).access_token!
  expect(token).toMatch(/^rw-token-/)
  secrets.push(token.slice('rw-token-'.length), asked.device_code!)
  expect((await send('GET', '/v1/me', undefined, { authorization: `Bearer ${token}`, cookie: '' })).status).toBe(200)
  // what a careless library might log
  log.warn('upstream refused', { error: `Authorization: Bearer ${token}`, body: { password: PASSWORD } })
  log.error('bad key', { error: new Error(key) })
}

/** Each appears in paths and events. */
const NAMES = ['planted-project', 'planted-vpc', 'someone', 'planted-stranger']

async function plantNames(): Promise<string> {
  const { id } = await json(send('POST', '/v1/projects', { name: NAMES[0], description: '' }))
  await send('POST', `/v1/vpcs?project=${NAMES[0]}`, { name: NAMES[1], description: '', dns_name: 'v' })
  for (const path of [`/v1/projects/${NAMES[0]}`, `/v1/vpcs/${NAMES[1]}`, `/projects/${NAMES[0]}/vpcs/${NAMES[1]}`])
    await send('GET', path)
  await send('PUT', `/v1/projects/${NAMES[0]}`, { description: 'changed' })
  await send('POST', '/v1/login/recovery/local', { username: NAMES[3], password: 'x' })
  return id!
}

async function makeBundle(): Promise<string> {
  const { id } = await json(send('POST', BUNDLES))
  await expect.poll(async () => (await json(send('GET', `${BUNDLES}/${id}`))).state).toBe('active')
  return id!
}

/** Reads this many bytes and disconnects. */
async function interrupted(path: string, bytes: number): Promise<{ part: Buffer; etag: string }> {
  const request = get(`${server.url}${path}`, { headers: { cookie } })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  let part = Buffer.alloc(0)
  for await (const piece of response) {
    part = Buffer.concat([part, piece as Buffer])
    if (part.length >= bytes) break
  }
  request.destroy()
  return { part: part.subarray(0, bytes), etag: response.headers.etag! }
}

test(
  'opens with unzip, contains no secrets, resumes, and leaves no file when deleted',
  { ...needing('unzip'), timeout: 60_000 },
  async () => {
    const project = await plantNames()
    const id = await makeBundle()
    const path = `${BUNDLES}/${id}/download`

    const head = await send('HEAD', path)
    expect(head.status).toBe(200)
    const size = Number(head.headers.get('content-length'))
    expect(size).toBeGreaterThan(1000)
    expect(head.headers.get('accept-ranges')).toBe('bytes')

    const { part, etag } = await interrupted(path, 700)
    const rest = await send('GET', path, undefined, { range: `bytes=${part.length}-`, 'if-range': etag })
    expect(rest.status).toBe(206)
    expect(rest.headers.get('content-range')).toBe(`bytes 700-${size - 1}/${size}`)
    const resumed = Buffer.concat([part, Buffer.from(await rest.arrayBuffer())])
    expect(resumed.equals(Buffer.from(await (await send('GET', path)).arrayBuffer()))).toBe(true)

    const file = join(data, 'downloaded.zip')
    writeFileSync(file, resumed)
    expect(execFileSync('unzip', ['-t', file], { encoding: 'utf8' })).toContain('No errors detected')
    const index = (await (await send('GET', `${BUNDLES}/${id}/index`)).text()).split('\n')
    expect(execFileSync('unzip', ['-Z1', file], { encoding: 'utf8' }).trim().split('\n')).toEqual(index)
    const content = execFileSync('unzip', ['-p', file], { encoding: 'utf8', maxBuffer: 2 ** 28 })
    expect(content).toContain('upstream refused')
    expect(content).toContain('certificate_create')
    expect(content).toContain('"simulatedSleds": 4')
    expect(secrets.length).toBeGreaterThan(6)
    for (const secret of secrets) expect(content.includes(secret), `the bundle holds ${secret}`).toBe(false)

    for (const name of NAMES) expect(content.includes(name), `the bundle holds ${name}`).toBe(false)
    expect(content).toContain(`"path":"/v1/projects/${project}"`)
    expect(content).toContain('"path":"/projects/(name)/vpcs/(name)"')

    const one = await send('GET', `${path}/${encodeURIComponent('logs/server.log')}`)
    expect(await one.text()).toContain('upstream refused')

    expect(readdirSync(join(data, 'bundles'))).toEqual([`${id}.zip`])
    expect((await send('DELETE', `${BUNDLES}/${id}`)).status).toBe(204)
    await expect.poll(() => readdirSync(join(data, 'bundles'))).toEqual([])
    expect((await send('GET', path)).status).toBe(404)
  },
)

test('configuration names the database without its credentials', async () => {
  const { diagnosticsOf } = await import('./diagnostics.ts')
  const options = readOptions(['--database-url', 'postgres://rack:hunter2@db.example:5432/rack?password=hunter3'], {
    RACKWRIGHT_ADMIN_PASSWORD: 'hunter4',
  }) as Options
  const { configuration } = diagnosticsOf(options, log)
  expect(configuration.database).toBe('postgres://db.example:5432/rack')
  expect(JSON.stringify(configuration)).not.toContain('hunter')
})
