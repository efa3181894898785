// Assembles dist/rackwright-VERSION-PLATFORM.tar.gz, which needs only Node: the bundles and the native modules. The unpacked
// tarball is started once, so that a missing file is detected here.
import { execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
/** Modules excluded from the server's bundle (`external` in vite.config.ts); their dependencies are added. */
const NATIVE = ['libsql', '@node-rs/argon2']
const READY_TIMEOUT_MS = 30_000

const { name, version, license, imports: _, ...rest } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const stem = `${name}-${version}-${process.platform}-${process.arch}`
const staging = mkdtempSync(join(tmpdir(), 'rackwright-release-'))

try {
  const folder = join(staging, stem)
  assemble(folder)
  const tarball = join(root, 'dist', `${stem}.tar.gz`)
  execFileSync('tar', ['-czf', tarball, '--owner=0', '--group=0', '-C', staging, stem])
  await tryIt(tarball)
  process.stdout.write(`dist/${stem}.tar.gz\n`)
} finally {
  rmSync(staging, { recursive: true, force: true })
}

function assemble(folder) {
  mkdirSync(folder, { recursive: true })
  for (const path of [
    'dist/server',
    'dist/console',
    'dist/cli',
    'dist/demo/world.bin',
    'bin',
    'packaging',
    'docs',
    'README.md',
    'LICENSE',
    'CHANGELOG.md',
  ])
    if (existsSync(join(root, path))) cpSync(join(root, path), join(folder, path), { recursive: true })
  for (const dependency of withDependencies(NATIVE))
    cpSync(join(root, 'node_modules', dependency), join(folder, 'node_modules', dependency), { recursive: true })
  const manifest = { name, version, license, type: 'module', engines: rest.engines, bin: rest.bin }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}

/** Optional dependencies are platform-specific; only those for this platform are installed. */
function withDependencies(names, found = new Set()) {
  for (const each of names) {
    const folder = join(root, 'node_modules', each)
    if (found.has(each) || !existsSync(folder)) continue
    found.add(each)
    const { dependencies = {}, optionalDependencies = {} } = JSON.parse(
      readFileSync(join(folder, 'package.json'), 'utf8'),
    )
    withDependencies([...Object.keys(dependencies), ...Object.keys(optionalDependencies)], found)
  }
  return found
}

async function tryIt(tarball) {
  const place = join(staging, 'trial')
  mkdirSync(place)
  execFileSync('tar', ['-xzf', tarball, '-C', place])
  const program = join(place, readdirSync(place)[0], 'dist/server/main.js')
  const child = spawn(process.execPath, [program, '--port', '0', '--data', join(place, 'data')], { cwd: place })
  try {
    const url = await addressOf(child)
    for (const path of ['/readyz', '/v1/ping', '/']) {
      const { status } = await fetch(url + path)
      if (status !== 200) throw new Error(`the release answered ${status} to GET ${path}`)
    }
  } finally {
    child.kill()
    await new Promise((resolve) => (child.exitCode === null ? child.once('exit', resolve) : resolve()))
  }
}

function addressOf(child) {
  return new Promise((resolve, reject) => {
    let output = ''
    const timeout = setTimeout(() => reject(new Error(`the release did not start:\n${output}`)), READY_TIMEOUT_MS)
    const read = (text) => {
      output += text
      const url = /https?:\/\/\S+/.exec(output)?.[0]
      if (!url) return
      clearTimeout(timeout)
      resolve(url)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('exit', () => reject(new Error(`the release did not start:\n${output}`)))
  })
}
