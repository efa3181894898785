// Files are recognized by content, and a header that leads to other files is refused whatever else it says.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contentProblem, formatOf, headerProblem, HEADER_BYTES, virtualSizeOf } from './image-format.ts'

const latin = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

function qcow2({ version = 3, backing = 0n, size = 2n ** 30n, crypt = 0, features = 0n } = {}): Uint8Array {
  const bytes = new Uint8Array(512)
  const view = new DataView(bytes.buffer)
  bytes.set(latin('QFI\xfb'))
  view.setUint32(4, version)
  view.setBigUint64(8, backing)
  view.setBigUint64(24, size)
  view.setUint32(32, crypt)
  view.setBigUint64(72, features)
  return bytes
}

const SPARSE = 'RW 2048 SPARSE "disk.vmdk"\n'

function vmdk({ capacity = 2048n, at = 1n, text = SPARSE } = {}): Uint8Array {
  const bytes = new Uint8Array(HEADER_BYTES)
  const view = new DataView(bytes.buffer)
  bytes.set(latin('KDMV'))
  view.setBigUint64(12, capacity, true)
  view.setBigUint64(28, at, true)
  if (at > 0n && at < 100n)
    bytes.set(latin(`# Disk DescriptorFile\ncreateType="monolithicSparse"\n${text}`), Number(at) * 512)
  return bytes
}

describe('recognition', () => {
  test.each([
    ['qcow2', 'QFI\xfb'],
    ['vmdk', 'KDMV'],
    ['gzip', '\x1f\x8b\x08'],
    ['xz', '\xfd7zXZ\0'],
    ['zstd', '\x28\xb5\x2f\xfd'],
  ])('%s, whatever follows its signature', (format, signature) => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 600 }), (rest) => {
        expect(formatOf(Uint8Array.of(...latin(signature), ...rest))).toBe(format)
      }),
    )
  })

  test('any bytes get an answer, and those of a boot sector are raw', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 4096 }), (bytes) => {
        expect(['string', 'undefined']).toContain(typeof headerProblem(bytes))
        expect(formatOf(Uint8Array.of(0xeb, 0x63, 0x90, ...bytes))).toBe('raw')
      }),
    )
  })

  test('other formats are named instead of taken for raw disks', () => {
    expect(headerProblem(latin('vhdxfile....'))).toBe('This is a VHDX. Convert it to raw, qcow2 or a single-file VMDK.')
    expect(headerProblem(latin('# Disk DescriptorFile\nversion=1'))).toContain('a description of other VMDK files')
    expect(headerProblem(Uint8Array.of(...new Uint8Array(257), ...latin('ustar')))).toContain('a tar archive')
  })

  test('a compressed file may only contain a raw disk', () => {
    expect(contentProblem(new Uint8Array(512))).toBeUndefined()
    expect(contentProblem(qcow2())).toContain('There is a qcow2 file inside')
    expect(contentProblem(latin('\x1f\x8b\x08'))).toContain('There is a gzip file inside')
  })
})

describe('qcow2', () => {
  test('a plain one passes, with its size', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 1023n * 2n ** 30n }), fc.constantFrom(2, 3), (size, version) => {
        const header = qcow2({ size, version })
        expect(headerProblem(header)).toBeUndefined()
        expect(virtualSizeOf(header)).toBe(Number(size))
      }),
    )
  })

  test('a backing file is refused wherever its name is', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 2n ** 64n - 1n }), (backing) => {
        expect(headerProblem(qcow2({ backing }))).toContain('backing file')
      }),
    )
  })

  test('an external data file is refused with any other features', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), (features) => {
        expect(headerProblem(qcow2({ features: features | 4n }))).toContain('another file')
      }),
    )
  })

  test.each([
    [{ version: 1 }, 'Version 1 of qcow'],
    [{ crypt: 2 }, 'encrypted'],
    [{ features: 2n }, 'marked as damaged'],
    [{ size: 0n }, 'empty'],
    [{ size: 2n ** 62n }, 'larger than 1023 GiB'],
  ])('%o is refused', (given, reason) => {
    expect(headerProblem(qcow2(given))).toContain(reason)
  })

  test('a header that ends early is refused', () => {
    fc.assert(
      fc.property(fc.integer({ min: 4, max: 103 }), (length) => {
        expect(headerProblem(qcow2().subarray(0, length))).toContain('incomplete')
      }),
    )
  })
})

describe('VMDK', () => {
  test('one sparse extent passes, with its size', () => {
    expect(headerProblem(vmdk())).toBeUndefined()
    expect(virtualSizeOf(vmdk())).toBe(2 ** 20)
  })

  test.each([
    [{ capacity: 0n }, 'several files'],
    [{ at: 0n }, 'several files'],
    [{ at: 2n ** 40n }, 'unusual place'],
    [{ text: 'RW 2048 FLAT "/etc/shadow" 0\n' }, 'several files'],
    [{ text: `${SPARSE}RW 2048 FLAT "/etc/shadow" 0\n` }, 'several files'],
    [{ text: `${SPARSE} rdonly 1 vmfs "other"\n` }, 'several files'],
    [{ text: `${SPARSE}parentFileNameHint="/etc/shadow"\n` }, 'parent image'],
    [{ capacity: 2n ** 50n }, 'larger than'],
  ])('%o is refused', (given, reason) => {
    expect(headerProblem(vmdk(given))).toContain(reason)
  })
})
