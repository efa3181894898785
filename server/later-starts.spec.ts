// A server that is started again with other options than before: what was given is remembered, refused or said.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { build } from '../scripts/build.mjs'
import { openLibsql } from '#control/db/engines/libsql.ts'
import { migrate } from '#control/db/migrate.ts'
import { makePages } from './http/pages.ts'
import { construct } from './main.ts'
import { type Options, readOptions } from './options.ts'
import { claimRack } from './rack-kind.ts'
import { builtConsole, log, words } from './testing.ts'

const folder = mkdtempSync(join(tmpdir(), 'rackwright-later-'))
const pages = makePages(builtConsole())
beforeAll(() => build(['demo']), 300_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Starts a server and stops it again. Returns what it logged. */
async function start(data: string, line = ''): Promise<string> {
  const given = ['--port', '0', '--data', join(folder, data), ...line.split(' ').filter(Boolean)]
  const before = words.length
  const running = await construct(readOptions(given, {}) as Options, pages, log)
  await running.stop()
  return words.slice(before).join('')
}

async function sledsIn(data: string) {
  const db = await openLibsql({ file: join(folder, data, 'rackwright.db') })
  const rows = await db.read.selectFrom('sled').select(['part', 'problem']).where('part', 'like', 'SIM-%').execute()
  const waiting = await db.read.selectFrom('uninitialized_sled').select('serial').execute()
  await db.close()
  return { known: rows.length, missing: rows.filter(({ problem }) => problem).length, waiting: waiting.length }
}

test('a demo world keeps its rack without --demo, and with fewer sleds', async () => {
  await start('demo', '--demo')
  const rack = { known: 32, missing: 0, waiting: 2 }
  expect(await sledsIn('demo')).toEqual(rack)
  await start('demo')
  expect(await sledsIn('demo')).toEqual(rack)
  await start('demo', '--simulated-sleds 3')
  expect(await sledsIn('demo')).toEqual(rack)
})

test('a demo world has its own rack, whatever size is asked for', async () => {
  await start('small', '--demo --simulated-sleds 8')
  expect(await sledsIn('small')).toMatchObject({ known: 32, missing: 0 })
})

test('a rack that was given more sleds keeps them waiting', async () => {
  await start('grown', '--simulated-sleds 2')
  await start('grown', '--simulated-sleds 5')
  expect(await sledsIn('grown')).toEqual({ known: 2, missing: 0, waiting: 5 })
  await start('grown')
  expect(await sledsIn('grown')).toEqual({ known: 2, missing: 0, waiting: 5 })
})

test('a start that leaves out --dns-suffix says so', async () => {
  expect(await start('suffix', '--dns-suffix a.example')).not.toContain('dns-suffix')
  expect(await start('suffix')).toContain('the last start had --dns-suffix, and this one does not')
})

test('a data directory of PostgreSQL gets no SQLite database', async () => {
  mkdirSync(join(folder, 'shared'))
  writeFileSync(join(folder, 'shared/installation-id'), 'x')
  await expect(start('shared')).rejects.toThrow(/was used with PostgreSQL: give --database-url again, or use another/)
  await expect(sledsIn('shared')).rejects.toThrow()
})

test('disks without their database are not taken for garbage', async () => {
  mkdirSync(join(folder, 'lost/disks'), { recursive: true })
  writeFileSync(join(folder, 'lost/disks/one.blocks'), 'x')
  await expect(start('lost')).rejects.toThrow(/has the disks of another database: give the --database-url/)
})

test('machines of one libvirt are not looked for in another one', async () => {
  mkdirSync(join(folder, 'session'))
  writeFileSync(join(folder, 'session/rack'), 'libvirt qemu:///session\n')
  const db = await openLibsql({ file: join(folder, 'session/rackwright.db') })
  await migrate(db, new Date())
  const claim = { db, file: join(folder, 'session/rack'), kind: 'libvirt' as const }
  await claimRack({ ...claim, machines: 'qemu:///session?socket=/run/s', forget: false })
  const other = { ...claim, machines: 'qemu:///system' }
  await expect(claimRack({ ...other, forget: false })).rejects.toThrow(
    'this data directory was used with the machines of qemu:///session: give --machines qemu:///session, use another',
  )
  await claimRack({ ...other, forget: true })
  await claimRack({ ...other, forget: false })
  // as earlier versions wrote it
  writeFileSync(claim.file, 'libvirt\n')
  await claimRack({ ...claim, machines: 'qemu:///session', forget: false })
  await db.close()
})
