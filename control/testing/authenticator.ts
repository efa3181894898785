// A passkey in software, for tests without a browser: an ES256 key that signs what navigator.credentials would.
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()

const head = (major: number, length: number) =>
  length < 24
    ? Buffer.from([(major << 5) | length])
    : length < 256
      ? Buffer.from([(major << 5) | 24, length])
      : Buffer.from([(major << 5) | 25, length >> 8, length & 255])

/** CBOR, as far as attestation objects and keys need it. */
function cbor(value: number | string | Uint8Array | Map<number | string, unknown>): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
  const entries = [...value].flatMap(([key, each]) => [cbor(key), cbor(each as never)])
  return Buffer.concat([head(5, value.size), ...entries])
}

const USER_PRESENT = 1
const USER_VERIFIED = 4
const HAS_KEY = 64

export interface Signed {
  origin?: string
  rpId?: string
  /** Whether the holder was recognized, by a fingerprint or PIN. */
  isVerified?: boolean
  /** How often it has signed. Zero: it does not count. */
  count?: number
  key?: KeyObject
  /** Whose passkey it says it is; null if it says nothing. */
  userHandle?: string | null
}

export function makeAuthenticator(home = 'rack.test') {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const coordinates: [number, unknown][] = [
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ]
  const cose = cbor(new Map<number, unknown>([[1, 2], [3, -7], [-1, 1], ...coordinates]))

  const clientData = (type: string, options: string, { origin = `https://${home}` }: Signed) =>
    JSON.stringify({ type, challenge: (JSON.parse(options) as { challenge: string }).challenge, origin })
  function authData(flags: number, { rpId = home, isVerified = true, count = 0 }: Signed) {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(count)
    return Buffer.concat([
      sha256(rpId),
      Buffer.from([flags | USER_PRESENT | (isVerified ? USER_VERIFIED : 0)]),
      counter,
    ])
  }
  let owner: string | undefined
  const credential = (response: object) =>
    JSON.stringify({
      id: base64url(id),
      rawId: base64url(id),
      type: 'public-key',
      clientExtensionResults: {},
      response,
    })

  return {
    create(options: string, signed: Signed = {}): string {
      owner = (JSON.parse(options) as { user: { id: string } }).user.id
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cose])
      const data = Buffer.concat([authData(HAS_KEY, signed), attested])
      const object = cbor(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', data],
        ]),
      )
      const client = clientData('webauthn.create', options, signed)
      return credential({
        clientDataJSON: base64url(Buffer.from(client)),
        attestationObject: base64url(object),
        transports: ['internal'],
      })
    },

    get(options: string, signed: Signed = {}): string {
      const client = clientData('webauthn.get', options, signed)
      const data = authData(0, signed)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), signed.key ?? privateKey)
      return credential({
        clientDataJSON: base64url(Buffer.from(client)),
        authenticatorData: base64url(data),
        signature: base64url(signature),
        userHandle: signed.userHandle === undefined ? owner : signed.userHandle,
      })
    },
  }
}
