// The databases that tests run on.
//
// - By default SQLite, and all three where a suite asks for it (`eachDatabaseAndWasm`). What only PostgreSQL has is tested on it.
// - `npm test -- --ci` (RACKWRIGHT_TEST_DEPTH=ci): PostgreSQL, because `npm test` and the browser tests run on SQLite; the server's two where
//   a suite asks for both.
// - `npm test -- --all` (RACKWRIGHT_TEST_DEPTH=all): all three everywhere.
// - RACKWRIGHT_TEST_DATABASES=libsql, or several with commas: exactly these.
import type { TestOptions } from 'vitest'
import { needing } from '../../scripts/needs.mjs'

export const ENGINES = ['libsql', 'wasm', 'postgres'] as const
export type Engine = (typeof ENGINES)[number]

const isEngine = (name: string): name is Engine => ENGINES.some((engine) => engine === name)

/** The databases that tests can use. */
export function chosenEngines(named = process.env.RACKWRIGHT_TEST_DATABASES): readonly Engine[] {
  if (!named) return ENGINES
  return named.split(',').map((name) => {
    if (!isEngine(name)) throw new Error(`RACKWRIGHT_TEST_DATABASES names ${name}; there are ${ENGINES.join(', ')}`)
    return name
  })
}

/** The databases that a suite runs on. Some suites can use only those that they name. */
export function defaultEngines(names?: readonly Engine[], environment = process.env): readonly Engine[] {
  const { RACKWRIGHT_TEST_DATABASES: named, RACKWRIGHT_TEST_DEPTH: depth } = environment
  if (named || depth === 'all') {
    const chosen = chosenEngines(named)
    return (names ?? ENGINES).filter((name) => chosen.includes(name))
  }
  if (depth === 'ci') return names ?? ['libsql', 'postgres']
  if (!names) return ['libsql']
  return names.length === 1 ? names : names.filter((name) => name !== 'postgres')
}

/** The databases of a suite that names none. In CI it runs once. */
export function suiteEngines(environment = process.env): readonly Engine[] {
  const { RACKWRIGHT_TEST_DATABASES: named, RACKWRIGHT_TEST_DEPTH: depth } = environment
  return depth === 'ci' && !named ? ['postgres'] : defaultEngines(undefined, environment)
}

/** Options of a test or suite that is for one database: skipped on others, and where that one is missing. */
export function onlyOn(engine: Engine, engines = defaultEngines()): TestOptions {
  if (!engines.includes(engine)) return { skip: true }
  return engine === 'postgres' ? needing('postgresql') : {}
}
