// What the kernel starts with, as an archive: busybox, an SSH server with its libraries, and the modules that the machine needs.
import { readdirSync, readFileSync, realpathSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { run } from './run.mjs'

/** What the image needs. Those that these depend on differ between kernels, and are found in the modules themselves. */
const MODULES = ['virtio_pci', 'virtio_blk', 'virtio_net', 'isofs', 'virtio_input', 'evdev', 'button']
/** The kernel of x86-64 draws on VGA by itself. */
const SCREEN_MODULES = { x86_64: [], aarch64: ['virtio_gpu'] }
const MAX_MODULE_BYTES = 64 * 2 ** 20
const FILES = {
  'etc/passwd': 'root::0:0:root:/root:/bin/sh\n',
  'etc/group': 'root:x:0:\n',
  'etc/shells': '/bin/sh\n',
}
const POWER_BUTTON = 'etc/acpi/PWRF/00000080'
/** Where programs expect the loader of their libraries. */
const LOADERS = { x86_64: 'lib64/ld-linux-x86-64.so.2', aarch64: 'lib/ld-linux-aarch64.so.1' }
const FOLDERS = [
  'bin',
  'sbin',
  'etc',
  'etc/acpi',
  'etc/acpi/PWRF',
  'etc/dropbear',
  'lib',
  'lib/modules',
  'lib64',
  'proc',
  'sys',
  'dev',
]
const [FOLDER, PROGRAM, FILE, LINK] = [0o040755, 0o100755, 0o100644, 0o120777]
const here = import.meta.dirname

/** `kernel` and `system` are folders with unpacked packages. */
export function makeInitrd({ architecture, kernel, system }) {
  const files = listFiles(system)
  const entries = [
    ...FOLDERS.map((name) => ({ name, mode: FOLDER, data: '' })),
    { name: 'bin/busybox', mode: PROGRAM, data: readFileSync(join(system, findFile(files, 'busybox'))) },
    // busybox adds its other names when it boots
    { name: 'bin/sh', mode: LINK, data: 'busybox' },
    ...programWithLibraries(system, files, 'dropbear', LOADERS[architecture]),
    ...Object.entries(FILES).map(([name, data]) => ({ name, mode: FILE, data })),
    { name: POWER_BUTTON, mode: PROGRAM, data: '#!/bin/sh\nexec poweroff -f\n' },
    { name: 'init', mode: PROGRAM, data: readFileSync(join(here, 'init.sh')) },
    { name: 'etc/udhcpc.sh', mode: PROGRAM, data: readFileSync(join(here, 'udhcpc.sh')) },
  ]
  const modules = readModules(kernel, [...MODULES, ...SCREEN_MODULES[architecture]])
  for (const [name, data] of modules) entries.push({ name: `lib/modules/${name}.ko`, mode: FILE, data })
  const order = [...modules.keys()].map((name) => `${name}.ko\n`).join('')
  entries.push({ name: 'lib/modules/order', mode: FILE, data: order })
  return gzipSync(archive(entries), { level: 1 })
}

const listFiles = (folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' })

function findFile(files, name) {
  const found = files.find((file) => basename(file) === name && /(^|\/)s?bin\//.test(file))
  if (!found) throw new Error(`no package has the program ${name}`)
  return found
}

/** A program names the libraries that it needs, and those name others. */
function programWithLibraries(system, files, name, loader) {
  const libraries = new Map(files.filter((file) => /\.so[.\d]*$/.test(file)).map((file) => [basename(file), file]))
  const entries = new Map()
  const read = (file) => readFileSync(realpathSync(join(system, file)))
  function addLibraries(bytes) {
    const text = bytes.toString('latin1')
    for (const [each, file] of libraries) {
      if (entries.has(each) || !text.includes(`\0${each}\0`)) continue
      const data = read(file)
      entries.set(each, { name: each === basename(loader) ? loader : `lib/${each}`, mode: PROGRAM, data })
      addLibraries(data)
    }
  }
  const data = read(findFile(files, name))
  addLibraries(data)
  return [{ name: `sbin/${name}`, mode: PROGRAM, data }, ...entries.values()]
}

/** The modules by name, each after those that it depends on. */
function readModules(kernel, wanted) {
  const files = listFiles(kernel)
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
  for (const name of wanted) add(name)
  return modules
}

function readModule(file) {
  if (!file.endsWith('.xz')) return readFileSync(file)
  return run('xz', ['-dc', file], { encoding: 'buffer', maxBuffer: MAX_MODULE_BYTES })
}

/** In the format that the kernel unpacks: cpio, "newc". */
function archive(entries) {
  const pieces = [...entries, { name: 'TRAILER!!!', mode: 0, data: '' }].flatMap(({ name, mode, data }, n) => {
    const bytes = Buffer.from(data)
    const numbers = [n + 1, mode, 0, 0, 1, 0, bytes.length, 0, 0, 0, 0, name.length + 1, 0]
    const header = `070701${numbers.map((each) => each.toString(16).padStart(8, '0')).join('')}${name}\0`
    return [padded(Buffer.from(header)), padded(bytes)]
  })
  return Buffer.concat(pieces)
}

const padded = (bytes) => Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)])
