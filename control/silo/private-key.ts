// Converts private keys from the formats openssl writes to PKCS #8, which Web Crypto needs.
import { readPem } from '#contract/pem.ts'

/** RSA and EC keys may lack their algorithm; it is taken from the certificate's public key. */
export function toPkcs8(pem: string, publicKey: ArrayBuffer): Uint8Array<ArrayBuffer> {
  // openssl writes the curve's parameters in a block before the key
  const block = readPem(pem).find(({ label }) => label !== 'EC PARAMETERS')
  if (!block) throw new Error('no PEM block')
  const { label, der } = block
  switch (label) {
    case 'PRIVATE KEY':
      return der
    case 'RSA PRIVATE KEY':
    case 'EC PRIVATE KEY':
      return element(0x30, [Uint8Array.of(2, 1, 0), algorithmOf(new Uint8Array(publicKey)), element(0x04, [der])])
    default:
      throw new Error(`a block of type ${label} is not a private key`)
  }
}

/** A public key is a sequence of algorithm and bits. */
function algorithmOf(publicKey: Uint8Array): Uint8Array {
  const outer = contents(publicKey, 0)
  return publicKey.subarray(outer.from, contents(publicKey, outer.from).to)
}

function contents(der: Uint8Array, at: number): { from: number; to: number } {
  const first = der[at + 1]!
  if (first < 0x80) return { from: at + 2, to: at + 2 + first }
  const size = first & 0x7f
  const length = der.subarray(at + 2, at + 2 + size).reduce((sum, byte) => sum * 256 + byte, 0)
  return { from: at + 2 + size, to: at + 2 + size + length }
}

function element(tag: number, parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Uint8Array.from([tag, ...size, ...parts.flatMap((part) => [...part])])
}
