// Secrets at rest: AES-256-GCM with the installation's secret key, which is not in the database. Web Crypto, so that the same code
// runs in Node and in the browser.
import type { DecodeBase64, Random } from './ports/host.ts'
import type { Sealer } from './ports/secrets.ts'

export const SECRET_KEY_BYTES = 32
const NONCE_BYTES = 12
export const SEALED = 'sealed:'
/** The number is the version of the format. */
const PREFIX = `${SEALED}1:`

/** The purpose of a value in one row, so that it cannot be moved to another row. */
export const purposeOf = (column: string, id: string) => `${column} of ${id}`

/** A value that was sealed with another key, or was changed. */
export class CannotOpen extends Error {}

interface Parts {
  key: Uint8Array
  random: Random
  decodeBase64: DecodeBase64
}

export function makeSealer({ key, random, decodeBase64 }: Parts): Sealer {
  if (key.length !== SECRET_KEY_BYTES) throw new Error(`the secret key must have ${SECRET_KEY_BYTES} bytes`)
  const { subtle } = crypto
  const raw = Uint8Array.from(key)
  const importing = subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt'])

  return {
    async seal(text, purpose) {
      const nonce = Uint8Array.from(random.bytes(NONCE_BYTES))
      const plain = new TextEncoder().encode(text)
      const secret = new Uint8Array(await subtle.encrypt(algorithm(nonce, purpose), await importing, plain))
      return PREFIX + encodeBase64([...nonce, ...secret])
    },
    async open(sealed, purpose) {
      if (!sealed.startsWith(PREFIX)) throw new CannotOpen(`the value for ${purpose} is not sealed`)
      const bytes = Uint8Array.from(decodeBase64(sealed.slice(PREFIX.length)))
      const nonce = bytes.subarray(0, NONCE_BYTES)
      const plain = await subtle
        .decrypt(algorithm(nonce, purpose), await importing, bytes.subarray(NONCE_BYTES))
        .catch(() => {
          throw new CannotOpen(`the value for ${purpose} was sealed with another key, or changed`)
        })
      return new TextDecoder().decode(plain)
    },
    async derive(purpose) {
      const base = await subtle.importKey('raw', raw, 'HKDF', false, ['deriveBits'])
      const info = new TextEncoder().encode(`rackwright 1 ${purpose}`)
      const algorithm = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info }
      return new Uint8Array(await subtle.deriveBits(algorithm, base, 256))
    },
  }
}

const algorithm = (iv: Uint8Array<ArrayBuffer>, purpose: string) => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(PREFIX + purpose),
})

const encodeBase64 = (bytes: readonly number[]) => btoa(bytes.map((byte) => String.fromCharCode(byte)).join(''))

/** Undefined after the loss of the secret key. Every reader of a sealed value must know what to do without it. */
export const tryOpen = (sealer: Sealer, sealed: string, purpose: string): Promise<string | undefined> =>
  sealer.open(sealed, purpose).catch((error: unknown) => {
    if (!(error instanceof CannotOpen)) throw error
    return undefined
  })

/** For columns that hold plain text in rows from before there was a secret key. */
export const openEither = async (sealer: Sealer, text: string, purpose: string): Promise<string | undefined> =>
  text.startsWith(SEALED) ? tryOpen(sealer, text, purpose) : text
