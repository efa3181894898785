// Parses an SSH public key as in a .pub file: one line with type, base64 and comment. Returns a readable reason for invalid keys,
// for the form and the API. No zod: the console imports this.
import { isBase64 } from './checks.ts'
import { MAX_SSH_KEY_LENGTH } from './limits.ts'

export interface SshPublicKey {
  type: string
  bits: number
  comment: string
}

export type ParsedSshPublicKey = SshPublicKey | { error: string }

/** The sizes that sshd accepts. */
const MIN_RSA_BITS = 1024
const MAX_RSA_BITS = 16384

const CURVES: Record<string, number> = { nistp256: 256, nistp384: 384, nistp521: 521 }
const ed25519: Reader = (parts) => {
  const key = parts.bytes()
  if (key.length !== 32) throw new Problem(`an Ed25519 key has 32 bytes, this one has ${key.length}`)
  return 256
}
const withApplication =
  (reader: Reader): Reader =>
  (parts) => {
    const bits = reader(parts)
    parts.bytes()
    return bits
  }

type Reader = (parts: Parts) => number

const READERS: Record<string, Reader> = {
  'ssh-ed25519': ed25519,
  'ssh-rsa': rsa,
  'ecdsa-sha2-nistp256': ecdsa('nistp256'),
  'ecdsa-sha2-nistp384': ecdsa('nistp384'),
  'ecdsa-sha2-nistp521': ecdsa('nistp521'),
  'sk-ssh-ed25519@openssh.com': withApplication(ed25519),
  'sk-ecdsa-sha2-nistp256@openssh.com': withApplication(ecdsa('nistp256')),
}
export const sshKeyTypes: readonly string[] = Object.keys(READERS)

class Problem extends Error {}

export function parseSshPublicKey(text: string): ParsedSshPublicKey {
  try {
    if (text.length > MAX_SSH_KEY_LENGTH)
      throw new Problem(`a key has at most ${MAX_SSH_KEY_LENGTH} characters, this one has ${text.length}`)
    return parse(text.trim())
  } catch (error) {
    if (error instanceof Problem) return { error: error.message }
    throw error
  }
}

function parse(line: string): SshPublicKey {
  if (line === '') throw new Problem('the key is empty')
  if (/PRIVATE KEY-----/.test(line))
    throw new Problem('this is a private key, which should never be shared: use the .pub file')
  if (/^-----? ?BEGIN/.test(line))
    throw new Problem('this is not the one-line form: convert it with ssh-keygen -i, or use the .pub file')
  if (/[\r\n]/.test(line)) throw new Problem('a key is a single line, and this has several')
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u0008\u000b-\u001f\u007f]/.test(line)) throw new Problem('it contains control characters')

  const [, type = '', base64 = '', comment = ''] = /^([^ \t]+)(?:[ \t]+([^ \t]+))?(?:[ \t]+(.*))?$/.exec(line) ?? []
  if (type === 'ssh-dss') throw new Problem('SSH servers no longer accept DSA keys: create an Ed25519 key')
  const reader = Object.hasOwn(READERS, type) ? READERS[type] : undefined
  if (!reader) throw new Problem(`it begins with "${shorten(type)}", which is not one of ${sshKeyTypes.join(', ')}`)
  if (base64 === '') throw new Problem(`after "${type}" the key itself is missing`)
  if (!isBase64(base64)) throw new Problem('the part after the type is not base64: was it copied in full?')

  const parts = new Parts(decode(base64))
  const inside = parts.text()
  if (inside !== type) throw new Problem(`it begins with "${type}" but holds a key of type "${shorten(inside)}"`)
  const bits = reader(parts)
  parts.end()
  return { type, bits, comment }
}

function rsa(parts: Parts): number {
  const exponent = parts.number()
  const modulus = parts.number()
  const bits = bitLength(modulus)
  if (bits < MIN_RSA_BITS) throw new Problem(`an RSA key needs at least ${MIN_RSA_BITS} bits, this one has ${bits}`)
  if (bits > MAX_RSA_BITS) throw new Problem(`an RSA key can have at most ${MAX_RSA_BITS} bits, this one has ${bits}`)
  if (!isOdd(modulus) || !isOdd(exponent) || bitLength(exponent) < 2)
    throw new Problem('its numbers are not valid for an RSA key')
  return bits
}

function ecdsa(curve: string): Reader {
  return (parts) => {
    const given = parts.text()
    if (given !== curve) throw new Problem(`it should be on the curve ${curve} but says "${shorten(given)}"`)
    const bits = CURVES[curve]!
    const point = parts.bytes()
    const length = 1 + 2 * Math.ceil(bits / 8)
    if (point.length !== length || point[0] !== 4) throw new Problem(`its point is not on the curve ${curve}`)
    return bits
  }
}

/** The fields of a key, each with a four-byte length prefix. */
class Parts {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  bytes(): Uint8Array {
    const start = this.#at + 4
    const length = this.#bytes.subarray(this.#at, start).reduce((sum, byte) => sum * 256 + byte, 0)
    if (start > this.#bytes.length || start + length > this.#bytes.length)
      throw new Problem('the key ends too early: was it copied in full?')
    this.#at = start + length
    return this.#bytes.subarray(start, this.#at)
  }

  text(): string {
    return String.fromCharCode(...this.bytes().subarray(0, 100))
  }

  /** Positive, big-endian, without unnecessary leading zeros. */
  number(): Uint8Array {
    const bytes = this.bytes()
    const [first = 0, second = 0] = bytes
    if (first >= 128 || (first === 0 && second < 128)) throw new Problem('its numbers are not valid for an RSA key')
    return first === 0 ? bytes.subarray(1) : bytes
  }

  end(): void {
    const more = this.#bytes.length - this.#at
    if (more > 0) throw new Problem(`the key has ${more} extra bytes at its end`)
  }
}

const decode = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
const bitLength = (bytes: Uint8Array) => (bytes.length === 0 ? 0 : bytes.length * 8 - Math.clz32(bytes[0]!) + 24)
const isOdd = (bytes: Uint8Array) => (bytes.at(-1) ?? 0) % 2 === 1
const shorten = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text)
