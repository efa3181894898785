// Installs npm packages when those on disk do not match package-lock.json. npm writes its own record last, so an interrupted
// installation is detected too.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

export function installPackages() {
  if (upToDate()) return
  process.stdout.write('Installing packages…\n')
  const npm = process.env.npm_execpath
  const [command, args] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []]
  // the build and the tests need the development packages even with NODE_ENV=production
  const result = spawnSync(command, [...args, 'ci', '--include=dev', '--no-audit', '--no-fund'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32' && command === 'npm',
  })
  if (result.status !== 0) throw new Error('npm ci failed: see above')
}

function upToDate() {
  const wanted = read('package-lock.json')
  const installed = read('node_modules/.package-lock.json')
  if (!wanted || !installed) return false
  return Object.entries(wanted.packages).every(([path, { version, integrity, optional }]) => {
    if (path === '') return true
    const there = installed.packages[path]
    // optional packages for other platforms are not installed
    if (!there) return optional === true
    return there.version === version && there.integrity === integrity
  })
}

function read(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8'))
  } catch {
    return undefined
  }
}
