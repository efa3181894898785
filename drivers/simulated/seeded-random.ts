// Deterministic random numbers: the same seed and label always give the same value, so nothing random has to be stored.

/** 0 <= roll < 1 */
export function roll(seed: number, label: string): number {
  let hash = (seed ^ 0x9e3779b9) >>> 0
  for (let n = 0; n < label.length; n++) hash = mix(hash ^ label.charCodeAt(n))
  return mix(hash) / 0x1_0000_0000
}

export function between(seed: number, label: string, low: number, high: number): number {
  return low + roll(seed, label) * (high - low)
}

function mix(value: number): number {
  let hash = value
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
