// The starter image. That it boots was checked with QEMU (docs/decisions/0014-first-steps.md); the digest here says which bytes were.
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { GREETING, starterImage, starterImageBytes } from './starter-image.ts'

const VERIFIED_SHA256 = '6efc32bbfec7e3a6f14b6fab1f142b13715323c355dbb1bb4fd7e92c92ce8300'

test('is the disk that was verified: after a change, boot it again and record its digest', () => {
  const bytes = starterImageBytes()
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(VERIFIED_SHA256)
})

test('is a whole number of blocks, with a boot signature, a partition table and its greeting', () => {
  const bytes = starterImageBytes()
  expect(bytes.length % starterImage.blockSize).toBe(0)
  expect(bytes.slice(510, 512)).toEqual(Uint8Array.of(0x55, 0xaa))
  expect(bytes[446]).toBe(0x80)
  expect(new TextDecoder().decode(bytes.slice(0, 446))).toContain(GREETING)
})
