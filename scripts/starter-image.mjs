// Builds the starter image for real machines: Debian's cloud kernel, busybox and an SSH server, on a disk that boots with a BIOS.
// `npm run starter-image` puts it into the data directory. Everything comes from Debian packages, so it needs Debian or Ubuntu.
import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync } from 'node:fs'
import { rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { findProgram, KERNEL } from './programs.mjs'

/** What the image needs. Those that these depend on differ between kernels, and are found in the modules themselves. */
const MODULES = ['virtio_pci', 'virtio_blk', 'virtio_net', 'isofs', 'virtio_input', 'evdev', 'button']
const MAX_MODULE_BYTES = 64 * 2 ** 20
const ISOLINUX = '/usr/lib/ISOLINUX/isolinux.bin'
const LDLINUX = '/usr/lib/syslinux/modules/bios/ldlinux.c32'
const BOOT = `SERIAL 0 115200
DEFAULT linux
LABEL linux
  KERNEL /linux
  APPEND initrd=/initrd console=ttyS0 quiet panic=5
`
const FILES = {
  'etc/passwd': 'root::0:0:root:/root:/bin/sh\n',
  'etc/group': 'root:x:0:\n',
  'etc/shells': '/bin/sh\n',
  'etc/acpi/PWRF/00000080': '#!/bin/sh\nexec poweroff -f\n',
}
const here = import.meta.dirname

/** Returns the path of the image. */
export function buildStarterImage(file) {
  const work = mkdtempSync(join(tmpdir(), 'rackwright-starter-'))
  try {
    const kernel = unpackKernel(work)
    const disk = join(work, 'disk')
    mkdirSync(join(disk, 'isolinux'), { recursive: true })
    copyFileSync(ISOLINUX, join(disk, 'isolinux/isolinux.bin'))
    copyFileSync(LDLINUX, join(disk, 'isolinux/ldlinux.c32'))
    writeFileSync(join(disk, 'isolinux/isolinux.cfg'), BOOT)
    copyFileSync(fileIn(join(kernel, 'boot'), /^vmlinuz-/), join(disk, 'linux'))
    makeInitrd(join(work, 'root'), kernel, join(disk, 'initrd'))
    const image = join(work, 'starter.raw')
    const boot = ['-b', 'isolinux/isolinux.bin', '-c', 'isolinux/boot.cat', '-no-emul-boot', '-boot-load-size', '4']
    run('genisoimage', ['-quiet', '-R', '-V', 'starter', ...boot, '-boot-info-table', '-o', image, disk])
    run('isohybrid', [image])
    mkdirSync(dirname(file), { recursive: true })
    copyFileSync(image, `${file}.partial`)
    renameSync(`${file}.partial`, file)
    return file
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** Only downloaded: this machine keeps its own kernel. */
function unpackKernel(work) {
  const depends = run('apt-cache', ['depends', KERNEL]).match(/Depends: (linux-image-\S+)/)
  if (!depends) throw new Error(`${KERNEL} is not among the packages of this system; run apt-get update`)
  run('apt-get', ['download', depends[1]], { cwd: work })
  run('dpkg-deb', ['-x', fileIn(work, /\.deb$/), join(work, 'kernel')])
  return join(work, 'kernel')
}

function makeInitrd(root, kernel, file) {
  for (const folder of ['bin', 'sbin', 'etc/acpi/PWRF', 'etc/dropbear', 'lib/modules', 'lib64', 'proc', 'sys', 'dev'])
    mkdirSync(join(root, folder), { recursive: true })
  const busybox = join(root, 'bin/busybox')
  copyFileSync(findProgram('busybox'), busybox)
  for (const name of run(busybox, ['--list']).trim().split('\n'))
    if (name !== 'busybox') symlinkSync('busybox', join(root, 'bin', name))
  copyProgram(findProgram('dropbear'), root)
  const modules = readModules(kernel)
  for (const [name, module] of modules) writeFileSync(join(root, 'lib/modules', `${name}.ko`), module)
  writeFileSync(join(root, 'lib/modules/order'), [...modules.keys()].map((name) => `${name}.ko\n`).join(''))
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(root, name), text)
  chmodSync(join(root, 'etc/acpi/PWRF/00000080'), 0o755)
  copyFileSync(join(here, 'starter-image/init.sh'), join(root, 'init'))
  copyFileSync(join(here, 'starter-image/udhcpc.sh'), join(root, 'etc/udhcpc.sh'))
  chmodSync(join(root, 'init'), 0o755)
  chmodSync(join(root, 'etc/udhcpc.sh'), 0o755)
  run('sh', ['-c', 'find . | "$0" cpio -o -H newc | gzip -1 > "$1"', busybox, file], { cwd: root })
}

/** The modules by name, each after those that it depends on. */
function readModules(kernel) {
  const files = readdirSync(kernel, { recursive: true, encoding: 'utf8' })
  const find = (name) =>
    files.find((file) => [`${name}.ko`, `${name}.ko.xz`].includes(basename(file).replaceAll('-', '_')))
  const listed = files.find((file) => basename(file) === 'modules.builtin')
  const builtIn = listed ? readFileSync(join(kernel, listed), 'utf8').replaceAll('-', '_') : ''
  const modules = new Map()
  function add(name) {
    if (modules.has(name) || builtIn.includes(`/${name}.ko\n`)) return
    const file = find(name)
    if (!file) throw new Error(`the kernel has no module ${name}`)
    const module = readModule(join(kernel, file))
    const [, depends = ''] = module.toString('latin1').match(/\0depends=([^\0]*)\0/) ?? []
    for (const needed of depends.split(',').filter(Boolean)) add(needed)
    modules.set(name, module)
  }
  for (const name of MODULES) add(name)
  return modules
}

function readModule(file) {
  if (!file.endsWith('.xz')) return readFileSync(file)
  return run('xz', ['-dc', file], { encoding: 'buffer', maxBuffer: MAX_MODULE_BYTES })
}

/** With the libraries that it needs. */
function copyProgram(program, root) {
  copyFileSync(program, join(root, 'sbin', basename(program)))
  for (const [, library] of run('ldd', [program]).matchAll(/(\/\S+) \(0x/g)) {
    mkdirSync(join(root, dirname(library)), { recursive: true })
    copyFileSync(library, join(root, library))
  }
}

function fileIn(folder, pattern) {
  const name = readdirSync(folder).find((each) => pattern.test(each))
  if (!name) throw new Error(`${folder} has no file like ${pattern}`)
  return join(folder, name)
}

function run(command, args, options = {}) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8', ...options })
  if (status !== 0) throw new Error(`${command} failed: ${error?.message ?? String(stderr).trim()}`)
  return stdout
}

if (import.meta.filename === process.argv[1]) {
  const { data } = parseArgs({ options: { data: { type: 'string', default: './data' } } }).values
  try {
    console.log(`wrote ${buildStarterImage(resolve(data, 'starter.raw'))}`)
  } catch (error) {
    console.error(error.message)
    process.exitCode = 1
  }
}
