// Which of the Vitest projects a spec belongs to, by what it imports, directly or through other files. The first that applies:
//
// - `engine`: starts libvirt, OVN, Ceph, restic or a PostgreSQL of its own
// - `search`: kills control planes at every step, abuses the server, or takes long for other reasons, as the name of its file says
// - `random`: compares thousands of random inputs, so that the others stay a matter of seconds; its file is named so
// - `api`: opens the test databases
// - `process`: starts a process (such as a server), uses a socket, or opens a database by itself
// - `pure`: none of these
//
// `npm test` runs `pure`, `api` and `process`; with `--ci` it runs them all.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

/** Packages that open a database. The `pure` and `random` projects cannot load them (vitest.config.ts). */
export const DRIVERS = ['pg', 'libsql', '@sqlite.org/sqlite-wasm']
const PROCESSES = [...DRIVERS, 'node:child_process', 'node:net', 'node:tls', 'node:http', 'node:https', 'ws']
/** What starts each engine. */
const ENGINES = [
  'drivers/libvirt/testing/daemon.ts',
  'drivers/ovn/testing/namespace.ts',
  'drivers/ceph/testing/cluster.ts',
  'drivers/restic/testing/radosgw.ts',
  'drivers/backup-engine.cases.ts',
  'scripts/postgres.mjs',
]
const SEARCHES = ['control/testing/crashing-control-plane.ts', 'server/abuse/testing/wire.ts']
const DATABASES = ['control/testing/databases.ts']
const NO_SPECS = new Set(['node_modules', 'dist', 'e2e'])
/**
 * Imports, except those of types, with the names if there are only names. It also finds what only looks like an import; that can move
 * a spec from `pure` to another project, but never back.
 */
const IMPORT =
  /\b(?:import|export)\s+type\s[\w\s{},*$]+\sfrom\s+'[^']+'|(?:\bimport\s*\{([^}]*)\}\s*)?\b(?:from|import)\s*\(?\s*'([^'\n]+)'/g
/** What `node:net` has for checking addresses, which opens no socket. */
const ADDRESS_CHECKS = new Set(['isIP', 'isIPv4', 'isIPv6', 'BlockList', 'SocketAddress'])

const root = import.meta.dirname

export const PROJECTS = ['pure', 'random', 'api', 'process', 'search', 'engine'] as const
export type Project = (typeof PROJECTS)[number]

const isRandom = (spec: string) => /\brandom\.spec\.ts$/.test(spec)
const isLong = (spec: string) => /\blong\.spec\.ts$/.test(spec)

export function specs(): Record<Project, string[]> {
  const all = specFiles()
  const reaching = filesReaching(all)
  const [engine, search, api, process] = [ENGINES, SEARCHES, DATABASES, PROCESSES].map(reaching)
  const projectOf = (spec: string): Project => {
    if (engine!.has(spec)) return 'engine'
    if (search!.has(spec) || isLong(spec) || (isRandom(spec) && process!.has(spec))) return 'search'
    if (isRandom(spec)) return 'random'
    return api!.has(spec) ? 'api' : process!.has(spec) ? 'process' : 'pure'
  }
  const of = (project: Project) => all.filter((spec) => projectOf(spec) === project)
  return Object.fromEntries(PROJECTS.map((project) => [project, of(project)])) as Record<Project, string[]>
}

function specFiles(): string[] {
  return readdirSync(root, { withFileTypes: true })
    .filter(({ name }) => !NO_SPECS.has(name) && !name.startsWith('.'))
    .flatMap((entry) => (entry.isDirectory() ? filesIn(entry.name) : [entry.name]))
    .filter((file) => /\.spec\.tsx?$/.test(file))
}

const filesIn = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
    posix.join(folder, name.replaceAll('\\', '/')),
  )

/** Finds the files, among these and all that they import, from which an import leads to one of the targets. */
function filesReaching(files: readonly string[]): (targets: readonly string[]) => Set<string> {
  const importers = new Map<string, string[]>()
  // sets grow while they are read
  const known = new Set(files)
  for (const file of known) {
    for (const imported of importsOf(file)) {
      known.add(imported)
      importers.set(imported, [...(importers.get(imported) ?? []), file])
    }
  }
  return (targets) => {
    const reaching = new Set(targets)
    for (const file of reaching) for (const importer of importers.get(file) ?? []) reaching.add(importer)
    return reaching
  }
}

/** Files by their path in the repository, packages by their name. */
function importsOf(file: string): string[] {
  if (!/\.(tsx?|mjs)$/.test(file) || !existsSync(join(root, file))) return []
  const found = readFileSync(join(root, file), 'utf8').matchAll(IMPORT)
  return [...found]
    .flatMap(([, names, from]) => (from === undefined || onlyChecksAddresses(from, names) ? [] : from))
    .map((from) => resolve(file, from))
}

function onlyChecksAddresses(from: string, names: string | undefined): boolean {
  if (from !== 'node:net' || names === undefined) return false
  const imported = names.split(',').map((name) => name.trim().split(/\s+as\s+/)[0] ?? '')
  return imported.every((name) => name === '' || name.startsWith('type ') || ADDRESS_CHECKS.has(name))
}

function resolve(file: string, from: string): string {
  const path = from.replace(/\?.*$/, '')
  if (path.startsWith('#')) return path.slice(1)
  return path.startsWith('.') ? posix.join(posix.dirname(file), path) : path
}
