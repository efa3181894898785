// What the bytes of disks say about their architecture, whatever they are.
import { assert, asyncProperty, constantFrom, integer, tuple, uint8Array } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { guestBootSector } from '#drivers/libvirt/testing/guest.ts'
import { uefiDisk } from '#drivers/libvirt/testing/uefi-guest.ts'
import { architectureOn } from './boot-files.ts'

const SECTORS = 2048
const [PARTITION, CD_SECTOR] = [64 * 512, 2048]
/** The entry of the boot file in the folder of the test disk. */
const BOOT_FILE = PARTITION + 4 * 512

interface Limits {
  block_size?: number
  isLate?: () => boolean
  count?: { bytes: number; reads: number }
}

function architectureIn(disk: Uint8Array, { block_size = 512, isLate = () => false, count }: Limits = {}) {
  const read = async (offset: number, length: number) => {
    if (count) count.bytes += length
    if (count) count.reads += 1
    return disk.slice(offset, offset + length)
  }
  return architectureOn({ size: disk.length, block_size, read, isLate })
}

/** The disk of the test guest, changed. */
function changed(change: (disk: Buffer) => unknown = () => 0): Buffer {
  const disk = Buffer.concat([uefiDisk(SECTORS), Buffer.alloc(SECTORS * 512)]).subarray(0, SECTORS * 512)
  change(disk)
  return disk
}

const named = (name: string) => changed((disk) => disk.write(name, BOOT_FILE))
const withMbr = (disk: Buffer) => {
  disk.fill(0, 446, 2048)
  disk[450] = 0xef
  disk.writeUInt32LE(64, 454)
  disk.set([0x55, 0xaa], 510)
  return disk
}

/** A CD whose catalog has these entries. */
function cd(...entries: { platform: number; sector: number }[]): Buffer {
  const disk = Buffer.alloc(64 * CD_SECTOR)
  disk.write('\0CD001\x01EL TORITO SPECIFICATION', 17 * CD_SECTOR, 'latin1')
  disk.writeUInt32LE(20, 17 * CD_SECTOR + 71)
  const catalog = disk.subarray(20 * CD_SECTOR)
  catalog.set([1, entries[0]?.platform ?? 0])
  entries.forEach(({ platform, sector }, n) => {
    const at = n === 0 ? 32 : n * 64 + 32
    if (n > 0) catalog.set([0x91, platform, 1, 0], at - 32)
    catalog[at] = 0x88
    catalog.writeUInt32LE(sector, at + 8)
  })
  return disk
}

function cdWith(file: string, platform = 0xef): Buffer {
  const disk = cd({ platform, sector: 30 })
  disk.set(named(file).subarray(PARTITION, PARTITION + 64 * 512), 30 * CD_SECTOR)
  return disk
}

const fatAlone = (file: string) => named(file).subarray(PARTITION)

describe('a disk is made for', () => {
  const disks: [string, Uint8Array, string | null][] = [
    ['x86-64, with BOOTX64.EFI', named('BOOTX64 EFI'), 'x86_64'],
    ['aarch64, with BOOTAA64.EFI', named('BOOTAA64EFI'), 'aarch64'],
    ['aarch64, in a partition of an MBR', withMbr(named('BOOTAA64EFI')), 'aarch64'],
    ['aarch64, on a CD', cdWith('BOOTAA64EFI'), 'aarch64'],
    ['aarch64, in a file system without partitions', fatAlone('BOOTAA64EFI'), 'aarch64'],
    ['aarch64, with code for a BIOS too', named('BOOTAA64EFI').fill(0x90, 0, 440), 'aarch64'],
    ['x86-64, with a boot sector', guestBootSector(), 'x86_64'],
    ['x86-64, on a CD for a BIOS', cd({ platform: 0, sector: 30 }), 'x86_64'],
    ['nothing that is known, with other files only', named('BOOTIA32EFI'), null],
    ['nothing that is known, in a deleted file', changed((disk) => (disk[BOOT_FILE] = 0xe5)), null],
    ['nothing that is known, in a folder of that name', changed((disk) => (disk[BOOT_FILE + 11] = 0x10)), null],
    ['nothing that is known, in a file system of data', fatAlone('DATA    BIN'), null],
    ['nothing that is known, without a signature', guestBootSector().fill(0, 510), null],
    ['nothing that is known, empty', new Uint8Array(65_536), null],
    ['nothing that is known, without a block', new Uint8Array(100), null],
    [
      'nothing that is known, with files for both',
      changed((disk) => disk.write('BOOTAA64EFI\x20', BOOT_FILE + 32, 'latin1')),
      null,
    ],
  ]
  test.each(disks)('%s', async (_name, disk, expected) => {
    expect(await architectureIn(disk)).toBe(expected)
  })

  test('what its partition table for larger blocks says', async () => {
    const disk = Buffer.alloc(1024 * 1024)
    const small = named('BOOTAA64EFI')
    disk.set(small.subarray(512, 604), 4096)
    disk.set(small.subarray(1024, 1024 + 128), 8192)
    disk.set(small.subarray(PARTITION, PARTITION + 64 * 512), 64 * 4096)
    expect(await architectureIn(disk, { block_size: 4096 })).toBe('aarch64')
    expect(await architectureIn(disk)).toBeNull()
  })
})

describe('hostile bytes', () => {
  const limits = { bytes: 4 * 2 ** 20, reads: 400 }

  test('are read without an error and within limits, wherever they are changed', async () => {
    const place = integer({ min: 0, max: PARTITION + 64 * 512 - 1 })
    const base = constantFrom(named('BOOTAA64EFI'), withMbr(named('BOOTX64 EFI')), cdWith('BOOTAA64EFI'))
    await assert(
      asyncProperty(base, tuple(place, uint8Array({ maxLength: 512 })), async (from, [at, bytes]) => {
        const disk = Buffer.from(from)
        disk.set(bytes.subarray(0, disk.length - at), at)
        const count = { bytes: 0, reads: 0 }
        await architectureIn(disk, { count })
        expect(count.bytes).toBeLessThanOrEqual(limits.bytes)
        expect(count.reads).toBeLessThanOrEqual(limits.reads)
      }),
    )
  })

  test('a folder that continues with itself ends', async () => {
    // FAT12: cluster 3, the folder, is followed by cluster 3; and it is full
    const disk = changed((bytes) => {
      bytes[PARTITION + 512 + 4] = 0x30
      bytes[PARTITION + 512 + 5] = 0x00
      for (let at = BOOT_FILE - 512; at < BOOT_FILE; at += 32) bytes.write('OTHER   TXT\x20', at, 'latin1')
    })
    const count = { bytes: 0, reads: 0 }
    expect(await architectureIn(disk, { count })).toBeNull()
    expect(count.reads).toBeLessThan(limits.reads)
  })

  test('what takes too long is given up', async () => {
    let reads = 0
    expect(await architectureIn(named('BOOTAA64EFI'), { isLate: () => reads++ > 3 })).toBeNull()
    expect(reads).toBeLessThan(8)
  })
})
