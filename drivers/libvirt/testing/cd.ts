// CDs for tests. Not for production code.
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Architecture } from '../../architecture.ts'
import type { BlockStore } from '../../blocks.ts'
import { guestBootSector } from './guest.ts'

const GREETING = 'The test guest has booted.'
/** As long as the other one. */
export const CD_GREETING = 'The CD of a test is booted'
const CHUNK_BYTES = 2 ** 20

/** The test guest on a CD, with a greeting of its own. */
export function guestCd(): Uint8Array {
  const sector = Buffer.from(guestBootSector())
  sector.write(CD_GREETING, sector.indexOf(GREETING))
  const fill = (folder: string) => writeFileSync(join(folder, 'boot.bin'), sector)
  return makeCd(fill, '-eltorito-boot boot.bin -no-emul-boot -boot-load-size 4')
}

const installerFolder = (debian: 'amd64' | 'arm64') =>
  `/usr/lib/debian-installer/images/12/${debian}/text/debian-installer/${debian}`

/** Debian's installer, which talks over the serial console. */
export const installerCd = (architecture: Architecture) =>
  architecture === 'aarch64' ? makeCd(fillUefiInstaller, '-efi-boot efi.img -no-emul-boot') : biosInstallerCd()

/** `change` may add to its small system. */
export function biosInstallerCd(change: (initrd: string) => void = () => undefined): Uint8Array {
  const fill = (folder: string) => {
    mkdirSync(join(folder, 'isolinux'))
    copyInstaller('amd64', folder)
    change(join(folder, 'initrd.gz'))
    copyFileSync('/usr/lib/ISOLINUX/isolinux.bin', join(folder, 'isolinux/isolinux.bin'))
    copyFileSync('/usr/lib/syslinux/modules/bios/ldlinux.c32', join(folder, 'isolinux/ldlinux.c32'))
    const lines = [
      'default install',
      'label install',
      'kernel /linux',
      'append initrd=/initrd.gz console=ttyS0 quiet DEBIAN_FRONTEND=text',
    ]
    writeFileSync(join(folder, 'isolinux/isolinux.cfg'), `${lines.join('\n')}\n`)
  }
  const boot = '-eltorito-boot isolinux/isolinux.bin -eltorito-catalog isolinux/boot.cat -no-emul-boot'
  return makeCd(fill, `${boot} -boot-load-size 4 -boot-info-table`)
}

const BOOT_IMAGE_SECTORS = 16_384

/** UEFI starts GRUB from a small FAT image. Debian's GRUB looks for the CD with the file `.disk/info`, and reads the rest from there. */
function fillUefiInstaller(folder: string): void {
  copyInstaller('arm64', folder)
  mkdirSync(join(folder, '.disk'))
  writeFileSync(join(folder, '.disk/info'), 'Installer of a test\n')
  mkdirSync(join(folder, 'boot/grub'), { recursive: true })
  const lines = ['linux /linux console=ttyAMA0 quiet DEBIAN_FRONTEND=text', 'initrd /initrd.gz', 'boot']
  writeFileSync(join(folder, 'boot/grub/grub.cfg'), `${lines.join('\n')}\n`)
  const image = join(folder, 'efi.img')
  execFileSync('mformat', ['-i', image, '-C', '-T', String(BOOT_IMAGE_SECTORS), '-h', '16', '-s', '32', '::'])
  execFileSync('mmd', ['-i', image, '::/EFI', '::/EFI/BOOT'])
  execFileSync('mcopy', ['-i', image, GRUB, '::/EFI/BOOT/BOOTAA64.EFI'])
}

const GRUB = '/usr/lib/grub/arm64-efi/monolithic/grubaa64.efi'

function copyInstaller(debian: 'amd64' | 'arm64', folder: string): void {
  for (const name of ['linux', 'initrd.gz']) copyFileSync(join(installerFolder(debian), name), join(folder, name))
}

function makeCd(fill: (folder: string) => void, options: string): Uint8Array {
  const folder = mkdtempSync(join(tmpdir(), 'rw-cd-'))
  try {
    const files = join(folder, 'files')
    mkdirSync(files)
    fill(files)
    const image = join(folder, 'cd.iso')
    execFileSync('genisoimage', ['-quiet', '-rock', ...options.split(' '), '-output', image, files])
    return readFileSync(image)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** As an image of the block store. */
export async function writeCd(blocks: BlockStore, id: string, bytes: Uint8Array): Promise<void> {
  await blocks.create(id, bytes.length)
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES)
    await blocks.write(id, at, bytes.subarray(at, at + CHUNK_BYTES))
}
