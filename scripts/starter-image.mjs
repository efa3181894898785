// Builds the starter image for real machines: Debian's kernel, busybox and an SSH server, on a disk that boots.
// `npm run starter-image` puts it into the data directory, for machines of this computer's architecture or of `--architecture`.
// Everything comes from Debian packages, so it needs Debian or Ubuntu.
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { BOOT_DISKS } from './starter-image/boot-disk.mjs'
import { makeInitrd } from './starter-image/initrd.mjs'
import { openPackages, ownArchitecture } from './starter-image/packages.mjs'

/** Returns the path of the image. */
export function buildStarterImage(file, architecture = ownArchitecture()) {
  const work = mkdtempSync(join(tmpdir(), 'rackwright-starter-'))
  try {
    const packages = openPackages(architecture, work)
    const kernel = packages.unpack([packages.kernel()], join(work, 'kernel'))
    const system = packages.unpack(['busybox-static', ...packages.closure('dropbear-bin')], join(work, 'system'))
    const { parts: wanted, make } = BOOT_DISKS[architecture]
    const parts = packages.unpack(wanted, join(work, 'parts'))
    const content = join(work, 'content')
    mkdirSync(content)
    copyFileSync(fileIn(join(kernel, 'boot'), /^vmlinuz-/), join(content, 'linux'))
    writeFileSync(join(content, 'initrd'), makeInitrd({ architecture, kernel, system }))
    const image = join(work, 'starter.raw')
    make({ parts, content, image })
    mkdirSync(dirname(file), { recursive: true })
    copyFileSync(image, `${file}.partial`)
    renameSync(`${file}.partial`, file)
    return file
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

function fileIn(folder, pattern) {
  const name = readdirSync(folder).find((each) => pattern.test(each))
  if (!name) throw new Error(`${folder} has no file like ${pattern}`)
  return join(folder, name)
}

if (import.meta.filename === process.argv[1]) {
  try {
    const options = { data: { type: 'string', default: './data' }, architecture: { type: 'string' } }
    const { data, architecture = ownArchitecture() } = parseArgs({ options }).values
    if (!Object.hasOwn(BOOT_DISKS, architecture))
      throw new Error(`--architecture must be ${Object.keys(BOOT_DISKS).join(' or ')}`)
    console.log(`wrote ${buildStarterImage(resolve(data, 'starter.raw'), architecture)}`)
  } catch (error) {
    console.error(error.message)
    process.exitCode = 1
  }
}
