// An OpenID Connect provider for tests, which can be told to lie. It checks PKCE and the client like a real one.
import { createHash, createSign, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export const CLIENT = { client_id: 'rackwright', client_secret: 'between us' }

const base64url = (value: object | string | Buffer) =>
  Buffer.from(typeof value === 'string' || Buffer.isBuffer(value) ? value : JSON.stringify(value)).toString('base64url')

export interface Key {
  kid: string
  publicKey: KeyObject
  privateKey: KeyObject
}

export function makeKey(kid: string): Key {
  return { kid, ...generateKeyPairSync('rsa', { modulusLength: 2048 }) }
}

export interface Lies {
  claims?: Record<string, unknown>
  header?: Record<string, unknown>
  /** Signs instead of the provider's key; null leaves the signature empty. */
  key?: Key | null
}

/** Tokens that nobody may be signed in with. */
export const LIES: readonly [string, Lies][] = [
  ['another issuer', { claims: { iss: 'https://evil.test' } }],
  ['another audience', { claims: { aud: 'somebody-else' } }],
  ['another nonce', { claims: { nonce: 'guessed' } }],
  ['no nonce', { claims: { nonce: undefined } }],
  ['a signature by another key of the same name', { key: makeKey('first') }],
  ['no signature', { key: null }],
  ['the algorithm none', { header: { alg: 'none' }, key: null }],
  ['the public key as a shared secret', { header: { alg: 'HS256' } }],
  ['another authorized party', { claims: { azp: 'somebody-else' } }],
  ['another authorized party among several audiences', { claims: { aud: ['rackwright', 'x'], azp: 'x' } }],
  ['an authorized party that is no text', { claims: { azp: null } }],
  ['a token of the future', { claims: { iat: 4_000_000_000 } }],
  ['an expired token', { claims: { exp: 1_700_000_000 } }],
]

export type Issuer = Awaited<ReturnType<typeof startIssuer>>

export async function startIssuer() {
  const codes = new Map<string, { challenge: string; token: () => string }>()
  let key = makeKey('first')
  let nextLies: Lies = {}
  const requests: string[] = []

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', issuer)
    requests.push(pathname)
    const reply = (status: number, value: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    if (pathname === '/.well-known/openid-configuration') return reply(200, configuration())
    if (pathname === '/jwks') return reply(200, { keys: [jwkOf(key)] })
    if (pathname === '/authorize') {
      const { href, searchParams } = new URL(request.url ?? '/', issuer)
      const back = `${searchParams.get('redirect_uri')}?${authorize(href, nextLies)}`
      return response.writeHead(303, { location: back }).end()
    }
    if (pathname === '/token') return void token(request).then((body) => reply(body ? 200 : 400, body ?? refused))
    return reply(404, {})
  }).unref()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const refused = { error: 'invalid_grant' }
  const configuration = () => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    end_session_endpoint: `${issuer}/logout`,
    id_token_signing_alg_values_supported: ['RS256'],
  })

  async function token(request: IncomingMessage) {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const form = new URLSearchParams(Buffer.concat(chunks).toString())
    const code = form.get('code') ?? ''
    const known = codes.get(code)
    codes.delete(code)
    const expected = `Basic ${Buffer.from(`${CLIENT.client_id}:${encodeURIComponent(CLIENT.client_secret).replaceAll('%20', '+')}`).toString('base64')}`
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (!known || challenge !== known.challenge || request.headers.authorization !== expected) return undefined
    return { access_token: 'unused', token_type: 'bearer', id_token: known.token() }
  }

  function sign({ claims = {}, header = {}, key: signer = key }: Lies, nonce: string | null): string {
    const now = Math.floor(Date.now() / 1000)
    const standard = { iss: issuer, aud: CLIENT.client_id, sub: 'ada', nonce, iat: now, exp: now + 300 }
    const parts = `${base64url({ alg: 'RS256', kid: (signer ?? key).kid, ...header })}.${base64url({ ...standard, ...claims })}`
    const signature = signer ? createSign('sha256').update(parts).sign(signer.privateKey) : Buffer.alloc(0)
    return `${parts}.${base64url(signature)}`
  }

  /** The user signs in: what the browser brings back. */
  function authorize(location: string, lies: Lies = {}): string {
    const { searchParams } = new URL(location)
    const code = randomBytes(8).toString('hex')
    const token = () => sign(lies, searchParams.get('nonce'))
    codes.set(code, { challenge: searchParams.get('code_challenge') ?? '', token })
    return new URLSearchParams({ code, state: searchParams.get('state') ?? '' }).toString()
  }

  return {
    issuer,
    requests,
    authorize,
    /** To browsers that sign in from now on. */
    lie(lies: Lies) {
      nextLies = lies
    },
    rotate(next = makeKey('second')) {
      key = next
    },
    stop: () => new Promise((done) => server.close(done)),
  }
}

const jwkOf = ({ kid, publicKey }: Key) => ({ ...publicKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' })
