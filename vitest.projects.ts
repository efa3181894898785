// Which of the Vitest projects a spec belongs to, by what it imports, directly or through other files: `database` if it can open a
// database, start a process (such as a server) or use a socket, `pure` otherwise. Specs that compare thousands of random networks are
// `random`, so that `pure` stays a matter of seconds.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

/** Packages that open a database. The `pure` project cannot load them (vitest.config.ts). */
export const DRIVERS = ['pg', 'libsql', '@sqlite.org/sqlite-wasm']
const NOT_PURE = [...DRIVERS, 'node:child_process', 'node:net', 'node:tls', 'node:http', 'node:https', 'ws']
const NO_SPECS = new Set(['node_modules', 'dist', 'e2e'])
/**
 * Imports, except those of types. It also finds what only looks like an import; that can move a spec from `pure` to `database`, but
 * never back.
 */
const IMPORT = /\b(?:import|export)\s+type\s[\w\s{},*$]+\sfrom\s+'[^']+'|\b(?:from|import)\s*\(?\s*'([^'\n]+)'/g

const root = import.meta.dirname

export type Project = 'pure' | 'random' | 'database'

export function specs(): Record<Project, string[]> {
  const all = specFiles()
  const needing = filesReaching(NOT_PURE, all)
  const projectOf = (spec: string): Project =>
    needing.has(spec) ? 'database' : /\brandom\.spec\.ts$/.test(spec) ? 'random' : 'pure'
  const of = (project: Project) => all.filter((spec) => projectOf(spec) === project)
  return { pure: of('pure'), random: of('random'), database: of('database') }
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

/** Of these files and all that they import, those from which an import leads to one of the targets. */
function filesReaching(targets: readonly string[], files: readonly string[]): Set<string> {
  const importers = new Map<string, string[]>()
  // sets grow while they are read
  const known = new Set(files)
  for (const file of known) {
    for (const imported of importsOf(file)) {
      known.add(imported)
      importers.set(imported, [...(importers.get(imported) ?? []), file])
    }
  }
  const reaching = new Set(targets)
  for (const file of reaching) for (const importer of importers.get(file) ?? []) reaching.add(importer)
  return reaching
}

/** Files by their path in the repository, packages by their name. */
function importsOf(file: string): string[] {
  if (!/\.(tsx?|mjs)$/.test(file) || !existsSync(join(root, file))) return []
  const found = readFileSync(join(root, file), 'utf8').matchAll(IMPORT)
  return [...found].flatMap(([, from]) => from ?? []).map((from) => resolve(file, from))
}

function resolve(file: string, from: string): string {
  const path = from.replace(/\?.*$/, '')
  if (path.startsWith('#')) return path.slice(1)
  return path.startsWith('.') ? posix.join(posix.dirname(file), path) : path
}
