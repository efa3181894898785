// Which disks need UEFI, as their first blocks tell.
import { assert, property, uint8Array } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { needsUefi } from './firmware.ts'
import { guestBootSector } from './testing/guest.ts'
import { uefiDisk } from './testing/uefi-guest.ts'

const ENTRY = 1024
const BIOS_BOOT = Buffer.from('Hah!IdontNeedEFI')

/** The disk of the test guest, changed. */
function changed(change: (disk: Buffer) => unknown): Buffer {
  const disk = uefiDisk(20_480)
  change(disk)
  return disk
}
const withCode = (change: (disk: Buffer) => unknown) =>
  changed((disk) => {
    disk.set(guestBootSector().subarray(0, 440))
    change(disk)
  })

describe('a disk needs UEFI', () => {
  const disks: [string, Uint8Array, boolean][] = [
    ['with an EFI system partition and no boot code', changed(() => 0), true],
    ['with boot code that has nothing to go on with, as Windows writes it', withCode(() => 0), true],
    ['with a BIOS boot partition', withCode((disk) => disk.set(BIOS_BOOT, ENTRY + 128)), false],
    [
      'with a BIOS boot partition that has lost its boot code',
      changed((disk) => disk.set(BIOS_BOOT, ENTRY + 128)),
      true,
    ],
    ['with a partition marked for a BIOS', withCode((disk) => (disk[ENTRY + 128 + 48] = 4)), false],
    ['with an active partition in the MBR, as hybrid images have', withCode((disk) => (disk[446] = 0x80)), false],
    ['with other partitions only', changed((disk) => disk.fill(3, ENTRY, ENTRY + 16)), false],
    ['with an EFI system partition in an MBR', changed((disk) => disk.fill(0, 512).fill(0xef, 450, 451)), true],
    ['with boot code before such an MBR', withCode((disk) => disk.fill(0, 512).fill(0xef, 450, 451)), false],
    ['with a boot sector alone', guestBootSector(), false],
    ['without anything', new Uint8Array(65_536), false],
    ['shorter than a block', new Uint8Array(100), false],
  ]
  test.each(disks)('%s', (_name, disk, expected) => {
    expect(needsUefi(disk, 512)).toBe(expected)
  })

  test('with blocks of 4096 bytes', () => {
    const disk = Buffer.alloc(65_536)
    const small = uefiDisk(20_480)
    disk.set(small.subarray(512, 604), 4096)
    disk.set(small.subarray(ENTRY, ENTRY + 128), 8192)
    expect(needsUefi(disk, 4096)).toBe(true)
    expect(needsUefi(disk, 512)).toBe(false)
  })
})

test('any partition table is read without an error', () => {
  assert(
    property(uint8Array({ minLength: 92, maxLength: 92 }), uint8Array({ maxLength: 1024 }), (header, entries) => {
      const disk = Buffer.concat([Buffer.alloc(512), Buffer.from(header), entries])
      disk.write('EFI PART', 512)
      needsUefi(disk, 512)
    }),
  )
})
