// A password that nobody can guess and everybody can read out: four groups of five letters and digits, 100 bits.
const GROUPS = 4
const LENGTH = 5
/** 32 of them, so that a byte chooses evenly. Without those that look alike. */
const CHARACTERS = 'abcdefghijkmnpqrstuvwxyz23456789'

export function randomPassword(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(GROUPS * LENGTH))
  const text = Array.from(bytes, (byte) => CHARACTERS[byte % CHARACTERS.length]).join('')
  return text.match(/.{5}/g)!.join('-')
}
