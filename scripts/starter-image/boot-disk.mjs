// The disk that a machine of an architecture boots from: a BIOS starts ISOLINUX on x86-64, UEFI starts GRUB on aarch64.
import {
  closeSync,
  copyFileSync,
  mkdirSync,
  openSync,
  readdirSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { run } from './run.mjs'

/** `parts` are the packages that the boot loader comes from, `content` has the kernel and what it starts with. */
export const BOOT_DISKS = {
  x86_64: { parts: ['isolinux', 'syslinux-common'], make: biosDisk },
  aarch64: { parts: ['grub-efi-arm64-bin'], make: uefiDisk },
}

const KERNEL_OPTIONS = { x86_64: 'console=ttyS0 quiet panic=5', aarch64: 'console=ttyAMA0 quiet panic=5' }

function biosDisk({ parts, content, image }) {
  const folder = join(content, 'isolinux')
  mkdirSync(folder)
  copyFileSync(join(parts, 'usr/lib/ISOLINUX/isolinux.bin'), join(folder, 'isolinux.bin'))
  copyFileSync(join(parts, 'usr/lib/syslinux/modules/bios/ldlinux.c32'), join(folder, 'ldlinux.c32'))
  const lines = ['SERIAL 0 115200', 'DEFAULT linux', 'LABEL linux', '  KERNEL /linux']
  lines.push(`  APPEND initrd=/initrd ${KERNEL_OPTIONS.x86_64}`)
  writeFileSync(join(folder, 'isolinux.cfg'), `${lines.join('\n')}\n`)
  const boot = ['-b', 'isolinux/isolinux.bin', '-c', 'isolinux/boot.cat', '-no-emul-boot', '-boot-load-size', '4']
  const hybrid = ['-isohybrid-mbr', join(parts, 'usr/lib/ISOLINUX/isohdpfx.bin')]
  run('xorriso', [
    '-as',
    'mkisofs',
    '-quiet',
    '-R',
    '-V',
    'starter',
    ...boot,
    '-boot-info-table',
    ...hybrid,
    '-o',
    image,
    content,
  ])
}

const MEBIBYTE = 2 ** 20
const SECTOR = 512
/** Where the partition begins. */
const START = MEBIBYTE
/** For the tables of the file system. */
const SPARE = 4 * MEBIBYTE

/** One EFI system partition with everything in it. */
function uefiDisk({ parts, content, image }) {
  const folder = join(content, 'EFI')
  mkdirSync(join(folder, 'BOOT'), { recursive: true })
  const loader = join(parts, 'usr/lib/grub/arm64-efi/monolithic/grubaa64.efi')
  copyFileSync(loader, join(folder, 'BOOT/BOOTAA64.EFI'))
  const entry = `set timeout=0\nlinux /linux ${KERNEL_OPTIONS.aarch64}\ninitrd /initrd\nboot\n`
  // Debian's loader looks in the first, Ubuntu's in the second
  for (const name of ['debian', 'ubuntu']) {
    mkdirSync(join(folder, name))
    writeFileSync(join(folder, name, 'grub.cfg'), entry)
  }
  const bytes = readdirSync(content, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .reduce((sum, each) => sum + statSync(join(each.parentPath ?? each.path, each.name)).size, 0)
  const size = Math.ceil((bytes + SPARE) / MEBIBYTE) * MEBIBYTE
  writeFileSync(image, '')
  truncateSync(image, START + size)
  writePartitionTable(image, size)
  const place = `${image}@@${START}`
  run('mformat', ['-i', place, '-F', '-T', String(size / SECTOR), '-h', '255', '-s', '63', '-v', 'STARTER', '::'])
  run('mcopy', ['-i', place, '-s', ...readdirSync(content).map((name) => join(content, name)), '::'])
}

/** An MBR with one partition, of the type that UEFI looks for. */
function writePartitionTable(image, size) {
  const sector = Buffer.alloc(SECTOR)
  sector.set([0, 0xfe, 0xff, 0xff, 0xef, 0xfe, 0xff, 0xff], 446)
  sector.writeUInt32LE(START / SECTOR, 454)
  sector.writeUInt32LE(size / SECTOR, 458)
  sector.set([0x55, 0xaa], 510)
  const file = openSync(image, 'r+')
  writeSync(file, sector, 0, SECTOR, 0)
  closeSync(file)
}
