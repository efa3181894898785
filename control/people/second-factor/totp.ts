// One-time codes of authenticator apps: TOTP (RFC 6238) with the settings that every app supports: SHA-1, 30 seconds, six digits.

const STEP_MS = 30_000
const DIGITS = 6
/** Clocks differ, and typing takes time. */
const TOLERATED_STEPS = 1
export const SECRET_BYTES = 20
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 4648 without padding. */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE32[parseInt(five.padEnd(5, '0'), 2)]).join('')
}

export function fromBase32(text: string): Uint8Array<ArrayBuffer> {
  const bits = [...text].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => parseInt(byte, 2))
}

async function codeOf(secret: string, step: number): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-1' }
  const key = await crypto.subtle.importKey('raw', fromBase32(secret), algorithm, false, ['sign'])
  const counter = new DataView(new ArrayBuffer(8))
  counter.setBigUint64(0, BigInt(step))
  const hash = new DataView(await crypto.subtle.sign('HMAC', key, counter))
  const offset = hash.getUint8(hash.byteLength - 1) & 0xf
  const number = hash.getUint32(offset) & 0x7fff_ffff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}

const stepOf = (now: Date) => Math.floor(now.getTime() / STEP_MS)

export const totpCode = (secret: string, now: Date): Promise<string> => codeOf(secret, stepOf(now))

/** The time step that the code belongs to; undefined if it is wrong. */
export async function totpStep(secret: string, code: string, now: Date): Promise<number | undefined> {
  const current = stepOf(now)
  for (let step = current - TOLERATED_STEPS; step <= current + TOLERATED_STEPS; step++)
    if ((await codeOf(secret, step)) === code) return step
  return undefined
}

/** What a QR code shows to an authenticator app. */
export function totpUri(secret: string, { issuer, account }: Record<'issuer' | 'account', string>): string {
  const label = [issuer, account].map(encodeURIComponent).join(':')
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`
}
