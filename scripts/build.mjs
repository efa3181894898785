// Builds what changed since the last build. The stamp is a digest of the source files' contents: changed modification times alone
// build nothing, and a failed build leaves no stamp.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const root = join(import.meta.dirname, '..')
const ALWAYS = ['vite.config.ts', 'build', 'package.json', 'package-lock.json', 'tsconfig.json']
const SOURCES = {
  demo: [
    'contract',
    'control',
    'drivers',
    'preview/demo-world.ts',
    'preview/passwords.ts',
    'preview/world-file.ts',
    'scripts/demo.mjs',
  ],
  server: ['contract', 'control', 'drivers', 'server'],
  cli: ['contract', 'cli'],
  console: ['contract', 'console', 'docs/guides', 'server/api-docs'],
  preview: ['contract', 'control', 'drivers', 'preview', 'console', 'docs/guides'],
}
const NOT_SOURCE = /\.(spec|cases)\.tsx?$|\/testing\//

/** Several processes can ask for the same build, such as two workers of the tests: one builds, and the others wait for it. */
export async function build(names) {
  if (dueOf(names).length === 0) return
  const release = await lock()
  try {
    await buildDue(names)
  } finally {
    release()
  }
}

function dueOf(names) {
  const files = new Map()
  return names
    .map((name) => ({ name, digest: digestOf([...ALWAYS, ...SOURCES[name]], files) }))
    .filter(({ name, digest }) => !existsSync(join(root, 'dist', name)) || read(stampOf(name)) !== digest)
}

async function buildDue(names) {
  const due = dueOf(names)
  // the preview includes the demo world; nothing else has to wait for it
  const previews = due.filter(({ name }) => name === 'preview')
  const others = due.filter(({ name }) => name !== 'preview' && !(name === 'demo' && previews.length > 0))
  await Promise.all([buildAll(others), previews.length > 0 && buildDue(['demo']).then(() => buildAll(previews))])
}

/** Returns what releases it. A process that was killed while it built holds it no longer. */
async function lock() {
  const file = join(root, 'dist/build.lock')
  mkdirSync(join(root, 'dist'), { recursive: true })
  for (;;) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' })
      return () => rmSync(file, { force: true })
    } catch {
      if (!isRunning(Number(read(file)))) rmSync(file, { force: true })
      else await sleep(200)
    }
  }
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

async function buildAll(due) {
  if (due.length === 0) return
  process.stdout.write(`Building ${due.map(({ name }) => name).join(' and ')}…\n`)
  const results = await Promise.allSettled(due.map(({ name, digest }) => buildOne(name, digest)))
  const failed = results.find(({ status }) => status === 'rejected')
  if (failed) throw failed.reason
}

async function buildOne(name, digest) {
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const args =
    name === 'demo'
      ? [join(root, 'scripts/demo.mjs')]
      : [vite, 'build', '--config', 'vite.config.ts', '--mode', name, '--logLevel', 'warn']
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' })
  const code = await new Promise((resolve) => child.once('exit', resolve))
  if (code !== 0) throw new Error(`the build of the ${name} failed: see above`)
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(stampOf(name), digest)
}

const stampOf = (name) => join(root, 'dist', `${name}.stamp`)

function digestOf(paths, files) {
  const sum = createHash('sha256').update(process.version)
  for (const path of paths) for (const file of walk(path)) sum.update(file).update(digestOfFile(file, files))
  return sum.digest('hex')
}

function digestOfFile(file, files) {
  if (!files.has(file))
    files.set(
      file,
      createHash('sha256')
        .update(readFileSync(join(root, file)))
        .digest(),
    )
  return files.get(file)
}

function walk(path) {
  const full = join(root, path)
  if (!existsSync(full)) return []
  if (statSync(full).isFile()) return [path]
  return readdirSync(full, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .filter((file) => !NOT_SOURCE.test(file))
    .sort()
}

function read(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}
