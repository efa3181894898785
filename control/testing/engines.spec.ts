// Which databases tests run on, by the depth of the run.
import { expect, test } from 'vitest'
import { defaultEngines, ENGINES, onlyOn, suiteEngines, type Engine } from './engines.ts'

const BOTH = ['libsql', 'postgres'] as const
const at = (depth: string | undefined, names?: readonly Engine[]) =>
  defaultEngines(names, { RACKWRIGHT_TEST_DEPTH: depth })

const on = (depth: string) => suiteEngines({ RACKWRIGHT_TEST_DEPTH: depth })

test('a suite that names no database runs once, on SQLite or with CI on PostgreSQL, and with --all on all three', () => {
  expect([on('short'), on('ci'), on('all')]).toEqual([['libsql'], ['postgres'], ENGINES])
  expect(suiteEngines({ RACKWRIGHT_TEST_DEPTH: 'ci', RACKWRIGHT_TEST_DATABASES: 'libsql' })).toEqual(['libsql'])
})

test('a short run uses SQLite, CI both databases where a suite asks for them, and --all all three', () => {
  expect([at(undefined), at('short'), at('ci'), at('all')]).toEqual([['libsql'], ['libsql'], BOTH, ENGINES])
})

test('what only PostgreSQL has is tested in a short run, what SQLite has too is not tested twice', () => {
  expect([at('short', ['postgres']), at('short', BOTH), at('ci', BOTH)]).toEqual([['postgres'], ['libsql'], BOTH])
})

test('databases that are named are used at every depth', () => {
  const named = { RACKWRIGHT_TEST_DATABASES: 'postgres,wasm', RACKWRIGHT_TEST_DEPTH: 'short' }
  expect(defaultEngines(undefined, named)).toEqual(['wasm', 'postgres'])
  expect(defaultEngines(['libsql'], named)).toEqual([])
})

test('a test for a database that is not used is skipped', () => {
  expect([onlyOn('libsql', ['libsql']), onlyOn('wasm', ['libsql'])]).toEqual([{}, { skip: true }])
})
