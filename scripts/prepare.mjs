// Runs before every npm command: provides missing packages, builds and programs. Uses only Node, because a fresh clone has nothing
// else.
import { build } from './build.mjs'
import { installPackages } from './install.mjs'
import { installPrograms, tryToInstall } from './programs.mjs'

const STARTER_IMAGE = ['isolinux', 'ldlinux', 'isohybrid', 'genisoimage', 'busybox', 'dropbear', 'xz']
/** For the tests of real machines, which are skipped where these cannot be installed. */
const MACHINES = ['qemu', 'qemu-img', 'libvirt', 'virsh', 'ovmf', 'ssh', ...STARTER_IMAGE]
/** The same for the tests of real networks. */
const NETWORKS = ['openvswitch', 'ovn-central', 'ovn-host', 'iproute2', 'ethtool', 'busybox']
const ENGINES = [...new Set([...MACHINES, ...NETWORKS])]
const NEEDS = {
  start: { builds: ['server', 'console', 'cli'] },
  cli: { builds: ['cli'] },
  dev: { builds: ['demo'] },
  test: { builds: [], programs: ['chromium', 'postgresql', 'unzip', 'xz', 'zstd'], wanted: ENGINES },
  preview: { builds: ['preview'] },
  'starter-image': { builds: [], programs: STARTER_IMAGE },
  release: { builds: ['server', 'console', 'cli', 'demo'] },
  bench: { builds: ['server', 'console', 'cli', 'preview'], programs: ['chromium', 'postgresql'], wanted: ENGINES },
}

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) fail(`Rackwright needs Node 20.19 or newer; this is ${process.version}`)

const needs = NEEDS[process.argv[2] ?? '']
if (!needs) fail(`usage: node scripts/prepare.mjs ${Object.keys(NEEDS).join('|')}`)

try {
  installPackages()
  if (needs.programs) installPrograms(needs.programs)
  if (needs.wanted) tryToInstall(needs.wanted)
  await build(needs.builds)
} catch (error) {
  fail(error.message)
}

function fail(message) {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
