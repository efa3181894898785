// Debian packages of either architecture, downloaded and unpacked without being installed: this machine keeps what it has.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './run.mjs'

const DEBIAN_NAMES = { x86_64: 'amd64', aarch64: 'arm64' }
/** The cloud kernel, where it can draw on the screen of a machine. On aarch64 it has no graphics at all. */
const KERNELS = { x86_64: 'linux-image-cloud-amd64', aarch64: 'linux-image-arm64' }
const ONLY_DEPENDS = ['recommends', 'suggests', 'conflicts', 'breaks', 'replaces', 'enhances'].map(
  (each) => `--no-${each}`,
)

/** As libvirt names architectures. */
export const ownArchitecture = () => (process.arch === 'arm64' ? 'aarch64' : 'x86_64')

export function openPackages(architecture, work) {
  const name = DEBIAN_NAMES[architecture]
  const options = architecture === ownArchitecture() ? [] : foreignOptions(name, join(work, 'apt'))
  const apt = (program, ...args) => run(program, [...options, '-o', 'APT::Sandbox::User=root', ...args], { cwd: work })
  // the lists of this machine are those of its own architecture
  if (options.length > 0) apt('apt-get', '-qq', 'update')

  function dependsOn(...args) {
    const lines = apt('apt-cache', 'depends', ...ONLY_DEPENDS, ...args).split('\n')
    return {
      own: lines.filter((line) => /^\w/.test(line)),
      direct: lines.flatMap((line) => /Depends: (\S+)/.exec(line)?.[1] ?? []),
    }
  }

  return {
    /** The version of the kernel that a package stands for. */
    kernel() {
      const [image] = dependsOn(KERNELS[architecture]).direct
      if (!image) throw new Error(`apt-get knows no package ${KERNELS[architecture]}; run apt-get update`)
      return image
    },
    /** A package and all that it depends on. */
    closure: (wanted) => dependsOn('--recurse', wanted).own,
    /** Unpacks the packages into a folder. */
    unpack(wanted, folder) {
      const fetched = join(work, `packages-${wanted[0]}`)
      mkdirSync(fetched)
      run('apt-get', [...options, '-o', 'APT::Sandbox::User=root', '-qq', 'download', ...wanted], { cwd: fetched })
      for (const file of readdirSync(fetched)) run('dpkg-deb', ['-x', join(fetched, file), folder])
      return folder
    },
  }
}

/** Package lists of another architecture, kept apart from those of this machine. */
function foreignOptions(name, folder) {
  mkdirSync(join(folder, 'lists/partial'), { recursive: true })
  mkdirSync(join(folder, 'cache/archives/partial'), { recursive: true })
  writeFileSync(join(folder, 'status'), '')
  const settings = {
    'Dir::State::lists': join(folder, 'lists'),
    'Dir::State::status': join(folder, 'status'),
    'Dir::Cache': join(folder, 'cache'),
    'APT::Architecture': name,
    'APT::Architectures': name,
  }
  return Object.entries(settings).flatMap(([key, value]) => ['-o', `${key}=${value}`])
}
