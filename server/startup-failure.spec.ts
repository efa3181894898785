import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BadOption } from './options.ts'
import { startupFailure } from './startup-failure.ts'
import { openDataDir } from './storage/data-dir.ts'

const coded = (code: string, message = 'details') => Object.assign(new Error(`${message}\n    at stack`), { code })
const sqlite = { data: '/data' }
const postgres = { data: '/data', databaseUrl: 'postgres://u:secret@db/n' }

test.each([
  [new BadOption('port 80 is taken'), sqlite, 'port 80 is taken'],
  [coded('EACCES'), sqlite, 'cannot use the data directory /data: permission denied'],
  [
    coded('SQLITE_NOTADB', 'file is not a database'),
    sqlite,
    'cannot use the database in /data: file is not a database',
  ],
  [coded('ECONNREFUSED'), postgres, 'cannot reach the database: nothing listens there; check --database-url'],
  [coded('ENOTFOUND'), postgres, 'cannot reach the database: its host name is unknown; check --database-url'],
  [
    coded('28P01', 'password authentication failed for user "u"'),
    postgres,
    'cannot use the database: password authentication failed for user "u"',
  ],
  [
    Object.assign(coded('ENOENT'), { syscall: 'spawn tar' }),
    sqlite,
    'cannot run tar: it is not installed, or not in the PATH',
  ],
  [new Error('timeout expired'), postgres, 'cannot use the database: timeout expired'],
  [new Error('something\nat stack'), undefined, 'something'],
  ['a string', undefined, 'a string'],
])('%s', (error, options, line) => {
  expect(startupFailure(error, options)).toBe(line)
})

const attempt = (data: string) => {
  try {
    openDataDir(data)
  } catch (error) {
    return startupFailure(error, { data })
  }
}

test('a data directory that is a file', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'rackwright-')), 'file')
  writeFileSync(file, '')
  expect(attempt(file)).toMatch(/data directory|not a directory/)
  expect(attempt(join(file, 'below'))).toMatch(/not a directory/)
})
