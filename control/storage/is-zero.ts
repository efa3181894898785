// Whether all bytes are zero, compared eight at a time.

export function isZero(bytes: Uint8Array): boolean {
  const { buffer, byteOffset, length } = bytes
  if (byteOffset % 8 !== 0) return bytes.every((byte) => byte === 0)
  const words = Math.floor(length / 8)
  return (
    new BigUint64Array(buffer, byteOffset, words).every((word) => word === 0n) &&
    bytes.subarray(words * 8).every((byte) => byte === 0)
  )
}
