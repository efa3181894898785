// Private keys as openssl and others write them, brought to the one form that the platform reads (PKCS #8).

/** RSA and EC keys also come bare; what is missing around them, the kind of key, stands in the certificate's public key. */
export function toPkcs8(pem: string, publicKey: ArrayBuffer): Uint8Array<ArrayBuffer> {
  const blocks = [...pem.matchAll(/-----BEGIN ([A-Z ]+)-----([^-]*)-----END \1-----/g)]
  // openssl puts the curve's parameters in a block of their own before the key
  const [, type, body] = blocks.find(([, type]) => type !== 'EC PARAMETERS') ?? []
  if (type === undefined || body === undefined) throw new Error('no PEM block')
  const der = Uint8Array.from(atob(body.replaceAll(/\s/g, '')), (c) => c.charCodeAt(0))
  switch (type) {
    case 'PRIVATE KEY':
      return der
    case 'RSA PRIVATE KEY':
    case 'EC PRIVATE KEY':
      return element(0x30, [Uint8Array.of(2, 1, 0), kindOf(new Uint8Array(publicKey)), element(0x04, [der])])
    default:
      throw new Error(`a block of type ${type} is not a private key`)
  }
}

/** A public key is a sequence of its kind and its bits. */
function kindOf(publicKey: Uint8Array): Uint8Array {
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
