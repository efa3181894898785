// Runs before every npm command: provides missing packages, builds and programs. Uses only Node, because a fresh clone has nothing
// else.
import { build } from './build.mjs'
import { installPackages } from './install.mjs'
import { programsOf } from './needs.mjs'
import { installPrograms, tryToInstall } from './programs.mjs'

/** For what is skipped where it cannot be installed. */
const ENGINES = programsOf('machines', 'uefi', 'aarch64', 'starter-image', 'networks', 'hosts', 'ceph')
const NEEDS = {
  start: { builds: ['server', 'console', 'cli'] },
  cli: { builds: ['cli'] },
  dev: { builds: ['demo'] },
  // scripts/test.mjs knows which programs its options need
  test: { builds: [] },
  'test:postgres': { builds: ['server', 'console'], programs: ['postgresql'] },
  'test:machines': { builds: ['server', 'console'], wanted: ENGINES },
  preview: { builds: ['preview'] },
  'starter-image': { builds: [], programs: programsOf('starter-image') },
  release: { builds: ['server', 'console', 'cli', 'demo'] },
  bench: { builds: ['server', 'console', 'demo'], programs: ['chromium', 'postgresql'], wanted: ENGINES },
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
