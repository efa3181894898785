// Whether all bytes are zero. Disks are mostly zeros, and every byte of them is looked at: in words, and eight words per comparison, which
// takes a third of the time of comparing each. A callback for each byte takes many times as long.

const WORDS = 8

export function isZero(bytes: Uint8Array): boolean {
  const { buffer, byteOffset, length } = bytes
  if (byteOffset % 4 !== 0) return areZero(bytes)
  const words = new Uint32Array(buffer, byteOffset, Math.floor(length / 4))
  return areZero(words) && areZero(bytes.subarray(words.byteLength))
}

function areZero(all: Uint8Array | Uint32Array): boolean {
  const end = all.length - (all.length % WORDS)
  for (let n = 0; n < end; n += WORDS) {
    const low = all[n]! | all[n + 1]! | all[n + 2]! | all[n + 3]!
    const high = all[n + 4]! | all[n + 5]! | all[n + 6]! | all[n + 7]!
    if ((low | high) !== 0) return false
  }
  return all.subarray(end).every((value) => value === 0)
}
