import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Listening } from './listen.ts'
import { fakeControl, serveControl } from '../testing.ts'
import { readStatic } from './static.ts'

let server: Listening
beforeAll(async () => void (server = await serveControl(fakeControl(() => new Response('api')))))
afterAll(() => server.close())

const loggedIn = { cookie: 'session=x' }
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(server.url + path, { redirect: 'manual', method, headers })

test('assets are cached for a year and compressed', async () => {
  for (const encoding of ['br', 'gzip']) {
    const response = await get('/assets/main-4f3a.js', { 'accept-encoding': encoding })
    expect(response.headers.get('content-encoding')).toBe(encoding)
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(response.headers.get('content-type')).toContain('text/javascript')
    expect(await response.text()).toContain('rack rack')
  }
  const plain = await get('/assets/main-4f3a.js', { 'accept-encoding': 'identity' })
  expect(plain.headers.has('content-encoding')).toBe(false)
})

test('files outlive their folder, which an upgrade replaces', () => {
  const dir = mkdtempSync(join(tmpdir(), 'rackwright-static-'))
  writeFileSync(join(dir, 'late.js'), 'plain')
  writeFileSync(join(dir, 'late.js.br'), 'small')
  const file = readStatic(dir).get('/late.js')!
  rmSync(dir, { recursive: true })
  expect(file.has('gzip')).toBe(false)
  expect([String(file.bytes()), String(file.bytes('br'))]).toEqual(['plain', 'small'])
})

test('a missing asset or image is 404, not a page', async () => {
  expect((await get('/assets/old-1234.js', loggedIn)).status).toBe(404)
  expect((await get('/favicon.ico', { accept: 'image/avif,*/*;q=0.8' })).status).toBe(404)
})

test('files outside the folder cannot be read', async () => {
  const response = await get('/%2e%2e/%2e%2e/etc/passwd', loggedIn)
  expect(await response.text()).not.toContain('root:')
})

test('every page of the console is the index, revalidated each time', async () => {
  const response = await get('/projects/p/instances', loggedIn)
  expect(response.headers.get('cache-control')).toBe('no-cache')
  expect(await response.text()).toContain('<title>Rackwright')
  const again = await get('/system', { ...loggedIn, 'if-none-match': response.headers.get('etag') ?? '' })
  expect(again.status).toBe(304)
})

test('a visitor without a session is redirected to the login and back', async () => {
  const response = await get('/projects/p?tab=disks&x=%20y')
  expect(response.status).toBe(302)
  expect(response.headers.get('location')).toBe('/login?redirect_uri=%2Fprojects%2Fp%3Ftab%3Ddisks%26x%3D%2520y')
  for (const open of [
    '/login',
    '/login/eng/local',
    '/login/eng/saml/corp',
    '/device/verify',
    '/confirm-address',
    '/invitation',
    '/docs/api',
    '/docs/guides',
    '/docs/guides/projects',
    '/favicon.svg',
  ]) {
    expect((await get(open)).status, open).toBe(200)
  }
})

test('pages accept only GET and HEAD', async () => {
  expect((await get('/projects', loggedIn, 'POST')).status).toBe(405)
  const head = await get('/projects', loggedIn, 'HEAD')
  expect(head.status).toBe(200)
  expect(await head.text()).toBe('')
})
