// The start of a disk that only UEFI can boot: a GUID partition table, an EFI system partition, and the application of uefi-guest.s in it.
import { crc32 } from 'node:zlib'

const SECTOR = 512
const FIRST_SECTOR = 64
const SECTORS = 64
const ENTRIES = { first: 2, count: 128, size: 128 }
const EFI_SYSTEM = '28732ac11ff8d211ba4b00a0c93ec93b'

/** The application begins with a header of one sector. */
const HEADER = `
  4d5a00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000
  400000005045000064860100000000000000000000000000a0002e020b02000000020000000000000000000000020000000200000000400000000000
  0002000000020000000000000000000000000000000000000004000000020000000000000a0000000000000000000000000000000000000000000000
  000000000000000000000000000000000600000000000000000000000000000000000000000000000000000000000000000000000000000000000000
  00000000000000002e746578740000000002000000020000000200000002000000000000000000000000000020000060
`
const CODE = `
  488d351c000000ac84c0741488c466bafd03eca82074f788e066baf803eeebe7f4ebfd0d0a54686520746573742067756573742068617320626f6f74
  65642e0d0a6c6f67696e3a20
`

export function uefiDisk(sectors: number): Buffer {
  const disk = Buffer.alloc((FIRST_SECTOR + SECTORS) * SECTOR)
  // the MBR says that the whole disk is in use
  disk.set([0, 0, 2, 0, 0xee, 0xff, 0xff, 0xff, 1, 0, 0, 0, 0xff, 0xff, 0xff, 0xff], 446)
  disk.set([0x55, 0xaa], 510)
  writePartitionTable(disk, BigInt(sectors))
  writeFileSystem(disk.subarray(FIRST_SECTOR * SECTOR))
  return disk
}

function writePartitionTable(disk: Buffer, sectors: bigint): void {
  const entries = disk.subarray(ENTRIES.first * SECTOR).subarray(0, ENTRIES.count * ENTRIES.size)
  entries.write(EFI_SYSTEM, 'hex')
  entries.fill(1, 16, 32)
  entries.writeBigUInt64LE(BigInt(FIRST_SECTOR), 32)
  entries.writeBigUInt64LE(BigInt(FIRST_SECTOR + SECTORS - 1), 40)
  const header = disk.subarray(SECTOR).subarray(0, 92)
  header.write('EFI PART')
  header.writeUInt32LE(0x1_00_00, 8)
  header.writeUInt32LE(header.length, 12)
  header.writeBigUInt64LE(1n, 24)
  header.writeBigUInt64LE(sectors - 1n, 32)
  header.writeBigUInt64LE(34n, 40)
  header.writeBigUInt64LE(sectors - 34n, 48)
  header.fill(2, 56, 72)
  header.writeBigUInt64LE(BigInt(ENTRIES.first), 72)
  header.writeUInt32LE(ENTRIES.count, 80)
  header.writeUInt32LE(ENTRIES.size, 84)
  header.writeUInt32LE(crc32(entries), 88)
  header.writeUInt32LE(crc32(header), 16)
}

/** FAT12 with clusters of one sector: the boot sector, one table, the root, and from the fourth sector on clusters 2 to 5. */
function writeFileSystem(partition: Buffer): void {
  partition.set([0xeb, 0x3c, 0x90])
  partition.write('MSDOS5.0', 3)
  partition.writeUInt16LE(SECTOR, 11)
  partition.set([1, 1, 0, 1, 16, 0, SECTORS, 0, 0xf8, 1, 0], 13)
  partition.set([0x55, 0xaa], 510)
  // the application has two clusters, everything else has one
  const table = [0xff8, 0xfff, 0xfff, 0xfff, 5, 0xfff]
  for (let n = 0; n < table.length; n += 2)
    partition.writeUIntLE(table[n]! + (table[n + 1]! << 12), SECTOR + (n / 2) * 3, 3)
  const entries = [
    { name: 'EFI        ', kind: 0x10, size: 0 },
    { name: 'BOOT       ', kind: 0x10, size: 0 },
    { name: 'BOOTX64 EFI', kind: 0x20, size: 2 * SECTOR },
  ]
  entries.forEach(({ name, kind, size }, n) => {
    const entry = partition.subarray((2 + n) * SECTOR)
    entry.write(name)
    entry[11] = kind
    entry.writeUInt16LE(2 + n, 26)
    entry.writeUInt32LE(size, 28)
  })
  partition.write(HEADER.replaceAll(/\s/g, ''), 5 * SECTOR, 'hex')
  partition.write(CODE.replaceAll(/\s/g, ''), 6 * SECTOR, 'hex')
}
