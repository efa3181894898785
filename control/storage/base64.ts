// Strict base64: padded, standard alphabet, no white space. Hosts decode leniently, so the text is checked first.
import type { DecodeBase64 } from '../frame/ports/host.ts'

/** The bytes, or a description of what is wrong with the text. */
export function decodeStrictly(text: string, decode: DecodeBase64): Uint8Array | string {
  if (text.length % 4 !== 0) return `${text.length} characters are not a multiple of 4`
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  const invalid = text.search(/[^A-Za-z0-9+/]/)
  if (invalid !== -1 && invalid < text.length - padding) return `character ${invalid} is not in the base64 alphabet`
  const end = text.slice(-4)
  if (padding > 0 && btoa(atob(end)) !== end) return 'the last character has bits that are not used'
  return decode(text)
}
