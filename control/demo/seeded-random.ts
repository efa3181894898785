// Chance with a seed: ids differ from each other and are the same in every run.
import type { Random } from '../frame/ports/host.ts'

export function seededRandom(seed = 1): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return (t ^ (t >>> 14)) >>> 0
  }
  const bytes = (count: number) => Uint8Array.from({ length: count }, () => next() & 255)
  return {
    bytes,
    uuid() {
      const hex = Array.from(bytes(16), (byte) => byte.toString(16).padStart(2, '0')).join('')
      const variant = ((parseInt(hex[16]!, 16) & 3) | 8).toString(16)
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`
    },
  }
}
