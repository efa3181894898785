// The loop that tries to open secrets knows all of them.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sealedColumns } from './sealed-columns.ts'

/** They end by themselves, or nothing opens them. */
const LEFT_OUT = ['certificate.private_key', 'session.id_token']

test('every column that is sealed is either tried or left out for a reason', () => {
  const root = join(import.meta.dirname, '..')
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.spec.ts') && !file.startsWith('testing'),
  )
  const named = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/purposeOf\('([^']+)'/g)].map(([, column]) => column!),
  )
  const known = [...sealedColumns.map(({ table, column }) => `${table}.${column}`), ...LEFT_OUT]
  expect(named.length).toBeGreaterThan(5)
  expect([...new Set(named)].filter((column) => !known.includes(column))).toEqual([])
})
