// Common web attacks against the whole stack: path traversal, header injection, open redirects, cross-site
// writes and stored scripts. CSV formulas: console/util/csv.spec.ts; redirects inside the console: features/login/return-to.spec.ts.
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cases } from '#control/testing/authz-cases.ts'
import { prepare, type Call, type Prepared } from '#control/testing/authz-world.ts'
import { eachDatabase } from '#control/testing/databases.ts'
import type { Listening } from '../http/listen.ts'
import { serveControl } from '../testing.ts'
import { makeAgent, send, type Outcome } from './testing/wire.ts'
import { signInPorts } from '../sign-in/testing.ts'

type Response = Exclude<Outcome, string>

eachDatabase(
  (_name, open) => {
    let w: Prepared
    let server: Listening
    let port: number
    const agent = makeAgent()

    beforeAll(async () => {
      w = await prepare(await open(), signInPorts)
      server = await serveControl(w.world.plane)
      port = Number(new URL(server.url).port)
    }, 60_000)
    afterAll(async () => {
      agent.destroy()
      await server.close()
      await w.world.stop()
      expect(w.world.errors).toEqual([])
    })

    const cookie = () => ({ cookie: `session=${w.operator.session}` })
    const ask = async (method: string, path: string, headers: Record<string, string> = {}, body?: string) =>
      (await send(
        port,
        { method, path, headers, body: body === undefined ? undefined : Buffer.from(body) },
        agent,
      )) as Response

    describe('path traversal', () => {
      const OUTSIDE = [
        '/../../../../etc/passwd',
        '/assets/../../../../etc/passwd',
        '/assets/%2e%2e/%2e%2e/%2e%2e/etc/passwd',
        '/assets/..%2f..%2f..%2fetc%2fpasswd',
        '/assets/..%5c..%5cetc%5cpasswd',
        '/assets/....//....//etc/passwd',
        '/assets/main-4f3a.js/../../../../../etc/passwd',
        '/assets/main-4f3a.js%00.html',
        '//etc/passwd',
        '/file:///etc/passwd',
      ]
      test.each(OUTSIDE)('static files: %s', async (path) => {
        const { status, text } = await ask('GET', path, cookie())
        expect(text).not.toContain('root:')
        // the console's index, which then shows the not-found page
        if (status < 400) expect(text).toBe('<!doctype html><title>Rackwright</title>')
      })

      test('files of a support bundle', async () => {
        const each = cases.support_bundle_download_file!
        const call: Call = await each.call(w, await each.make!(w))
        const at = `/experimental/v1/system/support-bundles/${call.path!.support_bundle}/download/`
        expect((await ask('GET', `${at}versions.json`, cookie())).status).toBe(200)
        for (const file of [
          '..%2f..%2fetc%2fpasswd',
          '%2fetc%2fpasswd',
          '..%5cversions.json',
          '.%2fversions.json',
          '%00',
        ]) {
          const { status, text } = await ask('GET', at + file, cookie())
          expect([400, 404], file).toContain(status)
          expect(text).not.toContain('root:')
        }
      })
    })

    const LINE_ENDS = [
      '%0d%0ax-injected:%201',
      '%0ax-injected:%201',
      '%0dx-injected:%201',
      '%E5%98%8A%E5%98%8Dx-injected:%201',
    ]

    describe('header injection', () => {
      test.each([
        '/login?redirect_uri=/',
        '/projects/',
        '/device/verify?code=',
        '/login/acme/local?redirect_uri=/',
        '/login/acme/saml/okta/redirect?redirect_uri=/',
        '/v1/projects?page_token=',
        '/v1/projects/',
      ])('%s followed by line ends', async (path) => {
        for (const end of LINE_ENDS) {
          for (const headers of [{}, cookie()]) {
            const response = await ask('GET', path + end, headers)
            expect(response.headers).not.toHaveProperty('x-injected')
            expect(response.headers.location ?? '').not.toMatch(/[\r\n]/)
            expect(response.status).toBeLessThan(500)
          }
        }
      })

      test('a bare line feed in a header ends the connection', async () => {
        const socket = connect(port, '127.0.0.1')
        const said = new Promise<string>((resolve) => {
          let text = ''
          socket.on('data', (bytes: Buffer) => (text += bytes.toString())).once('close', () => resolve(text))
        })
        socket.write(
          'GET /v1/ping HTTP/1.1\r\nHost: rack\nx-injected: 1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
        )
        expect(await said).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
      })
    })

    describe('open redirects', () => {
      test.each([
        'https://evil.example/',
        '//evil.example',
        '///evil.example',
        '/\\evil.example',
        '\\\\evil.example',
        '/\t/evil.example',
        '/\n/evil.example',
        '/.//evil.example',
        '/..//evil.example',
        'javascript:alert(1)',
        'evil.example',
        '',
      ])('%j', async (target) => {
        const uri = encodeURIComponent(target)
        // the Host of a silo makes the server redirect
        for (const host of ['acme.sys.rack.test', `127.0.0.1:${port}`]) {
          const { headers } = await ask('GET', `/login?redirect_uri=${uri}`, { host })
          expect(headers.location ?? '/login/', host).toMatch(/^\/login\/[^?]*$/)
        }
        const saml = await ask('GET', `/login/acme/saml/okta/redirect?redirect_uri=${uri}`)
        expect([400, 404]).toContain(saml.status)
      })
    })

    describe('cross-site writes with a cookie', () => {
      const BODY = JSON.stringify({ name: 'forged', description: '' })
      const FOREIGN: readonly Record<string, string>[] = [
        { origin: 'https://evil.example' },
        { origin: 'null' },
        { origin: 'http://127.0.0.1.evil.example' },
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
        { 'sec-fetch-site': 'nonsense' },
      ]
      // the content types that a form on another site can send without a preflight
      test.each([
        'application/json',
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        '',
      ])('as %j', async (type) => {
        const content: Record<string, string> = type ? { 'content-type': type } : {}
        for (const site of FOREIGN) {
          const headers = { ...cookie(), ...content, ...site }
          expect((await ask('POST', '/v1/projects', headers, BODY)).status, JSON.stringify(site)).toBe(403)
        }
        expect((await ask('GET', '/v1/projects/forged', cookie())).status).toBe(404)
      })

      test('a header that does not decide who calls excuses nothing', async () => {
        for (const authorization of ['Bearer x', 'Basic eDp5', 'x']) {
          const headers = { ...cookie(), 'content-type': 'application/json', authorization }
          expect((await ask('POST', '/v1/projects', { ...headers, ...FOREIGN[0] }, BODY)).status).toBe(403)
        }
      })

      test('a form without an origin, as old browsers send it, is not JSON', async () => {
        for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])
          expect((await ask('POST', '/v1/projects', { ...cookie(), 'content-type': type }, BODY)).status).toBe(400)
      })

      test('no response allows another origin to read it', async () => {
        for (const method of ['GET', 'OPTIONS']) {
          const { headers } = await ask(method, '/v1/projects', { ...cookie(), origin: 'https://evil.example' })
          expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
        }
      })
    })

    describe('stored scripts', () => {
      const SCRIPT = '<script>alert(1)</script>'

      test('no name can contain one', async () => {
        const body = JSON.stringify({ name: SCRIPT, description: '' })
        expect(
          (await ask('POST', '/v1/projects', { ...cookie(), 'content-type': 'application/json' }, body)).status,
        ).toBe(400)
      })

      test('a description is never executed, wherever it is opened', async () => {
        const body = JSON.stringify({ name: 'scripted', description: SCRIPT })
        const made = await ask('POST', '/v1/projects', { ...cookie(), 'content-type': 'application/json' }, body)
        expect(made.status).toBe(201)
        for (const path of ['/v1/projects/scripted', '/v1/projects', `/v1/projects/${encodeURIComponent(SCRIPT)}`]) {
          const { headers } = await ask('GET', path, { ...cookie(), accept: 'text/html' })
          expect(headers['content-type']).toBe('application/json')
          expect(headers['x-content-type-options']).toBe('nosniff')
          expect(headers['content-security-policy']).toContain("default-src 'none'")
        }
      })

      test('no page echoes its URL', async () => {
        const path = `/projects/${encodeURIComponent(SCRIPT)}?x=${SCRIPT}`
        const { text, headers } = await ask('GET', path, { ...cookie(), accept: 'text/html' })
        expect(text).not.toContain('alert')
        expect(headers['content-security-policy']).toContain("script-src 'self'")
      })
    })
  },
  ['libsql'],
)
