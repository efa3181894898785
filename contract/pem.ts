// Splits PEM into its blocks with one linear scan. X.509 libraries find blocks with a regular expression that takes quadratic
// time on "-----BEGIN " repeated: 44 KB blocked the server for seconds. They get one validated block at a time instead.

export interface PemBlock {
  label: string
  der: Uint8Array<ArrayBuffer>
}

/** A chain of ten certificates with 4096-bit keys takes about 25 KB. */
export const MAX_PEM_LENGTH = 65_536
export const MAX_PEM_BLOCKS = 16

export class BadPem extends Error {}

const BEGIN = '-----BEGIN '
const DASHES = '-----'
const MAX_LABEL_LENGTH = 64

/** Text between blocks is ignored, as openssl writes some. */
export function readPem(text: string): PemBlock[] {
  if (text.length > MAX_PEM_LENGTH) throw new BadPem(`it is longer than ${MAX_PEM_LENGTH} characters`)
  const blocks: PemBlock[] = []
  for (let at = text.indexOf(BEGIN); at !== -1; at = text.indexOf(BEGIN, at)) {
    if (blocks.length === MAX_PEM_BLOCKS) throw new BadPem(`it has more than ${MAX_PEM_BLOCKS} PEM blocks`)
    const labelAt = at + BEGIN.length
    const labelEnd = text.indexOf(DASHES, labelAt)
    const label = text.slice(labelAt, labelEnd)
    if (labelEnd === -1 || label.length > MAX_LABEL_LENGTH || !/^[A-Z0-9 ]+$/.test(label))
      throw new BadPem('it is not PEM')
    const bodyAt = labelEnd + DASHES.length
    const bodyEnd = text.indexOf(DASHES, bodyAt)
    const ending = `${DASHES}END ${label}${DASHES}`
    if (bodyEnd === -1 || !text.startsWith(ending, bodyEnd)) throw new BadPem('it is not PEM')
    blocks.push({ label, der: decode(text.slice(bodyAt, bodyEnd)) })
    at = bodyEnd + ending.length
  }
  return blocks
}

function decode(body: string): Uint8Array<ArrayBuffer> {
  const base64 = body.replaceAll(/\s/g, '')
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    throw new BadPem('it is not PEM')
  }
}
