// A password that nobody can guess and everybody can read out: groups of five letters and digits, at least four of them, with 100 bits.
const GROUPS = 4
const LENGTH = 5
/** 32 of them, so that a byte chooses evenly. Without those that look alike. */
const CHARACTERS = 'abcdefghijkmnpqrstuvwxyz23456789'

export function randomPassword(minimum = 0): string {
  // with the dashes between them
  const groups = Math.max(GROUPS, Math.ceil((minimum + 1) / (LENGTH + 1)))
  const bytes = crypto.getRandomValues(new Uint8Array(groups * LENGTH))
  const text = Array.from(bytes, (byte) => CHARACTERS[byte % CHARACTERS.length]).join('')
  return text.match(/.{5}/g)!.join('-')
}
