// What people read about the options comes from their table. `UPDATE_OPTIONS=1` writes the README's.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { HELP, README_ROWS } from './option-help.ts'
import { OPTION_NAMES, variableOf } from './option-table.ts'

const file = join(import.meta.dirname, '../README.md')
const TABLE = /(?<=\| option \| variable \| meaning \|\n\|---\|---\|---\|\n)(?:\|.*\n)+/

test('the README has every option as the table has it', () => {
  const readme = readFileSync(file, 'utf8')
  const rows = README_ROWS.map((row) => `${row}\n`).join('')
  if (process.env.UPDATE_OPTIONS)
    writeFileSync(
      file,
      readme.replace(TABLE, () => rows),
    )
  else expect(TABLE.exec(readme)?.[0]).toBe(rows)
})

test('help has each option with its variable, and no line wider than a terminal', () => {
  const words = HELP.split(/\s+/)
  for (const name of OPTION_NAMES) {
    expect(words, name).toContain(`--${name}`)
    expect(words, name).toContain(variableOf(name))
  }
  expect(HELP).toContain('port to listen on (4600)\n')
  expect(HELP.split('\n').filter((line) => line.length > 130)).toEqual([])
})

test('a row of the README has no pipe of its own', () => {
  for (const row of README_ROWS) expect(row.split('|'), row).toHaveLength(5)
})
