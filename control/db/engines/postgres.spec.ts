// Failures specific to a database server: other replicas change its tables, it drops connections, hangs or is down.
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { chosenEngines, onlyOn } from '../../testing/engines.ts'
import { clock, random } from '../../testing/host.ts'
import { administer, databaseUrl, TEMPLATE } from '../../testing/postgres.ts'
import { failureOf } from '../../frame/respond.ts'
import { DatabaseUnavailable } from '../errors.ts'
import { openPostgres } from './postgres.ts'
import { postgresUrl } from '../../testing/templates.ts'

const on = onlyOn('postgres', chosenEngines())

async function open() {
  const server = await postgresUrl()
  const name = `test_${random.uuid().replaceAll('-', '')}`
  await administer(server, `create database ${name} template ${TEMPLATE}`)
  const url = databaseUrl(server, name)
  const db = await openPostgres({ url, clock, random, connections: 2 })
  onTestFinished(async () => {
    await db.close()
    await administer(server, `drop database ${name} with (force)`)
  })
  return { db, url, server, name }
}

test('recovers when a newer replica adds a column under a prepared statement', on, async () => {
  const { db, url } = await open()
  const racks = () => db.read.selectFrom('rack').selectAll().execute()
  const racksInside = () => db.transaction((tx) => tx.selectFrom('rack').selectAll().execute())
  expect([await racks(), await racksInside()]).toEqual([[], []])
  await administer(url, 'alter table rack add column colour text')
  expect(await racks()).toEqual([])
  await racksInside()
  await administer(url, 'alter table rack add column weight text')
  expect(await racksInside()).toEqual([])
})

test('recovers when the server closes its connections', on, async () => {
  const { db, server, name } = await open()
  const rack = { id: 'rack', time_created: '', time_modified: '' }
  const end = () =>
    administer(server, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
  await sql`select 1`.execute(db.read)
  await end()
  await clock.sleep(50)
  await sql`select 1`.execute(db.read)
  const cut = db.transaction(async (tx) => {
    await tx.insertInto('rack').values(rack).execute()
    await end()
    await tx.selectFrom('rack').selectAll().execute()
  })
  await expect(cut).rejects.toThrow()
  expect(await db.read.selectFrom('rack').selectAll().execute()).toEqual([])
})

test('tells how many connections are busy and idle, and how many callers wait', on, async () => {
  const { db } = await open()
  expect(db.connections?.()).toEqual({ busy: 0, idle: 0, max: 2, waiting: 0 })
  let release: (() => void) | undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  const work = [1, 2, 3].map(() => db.transaction(() => held))
  await expect.poll(() => db.connections?.()).toEqual({ busy: 2, idle: 0, max: 2, waiting: 1 })
  release?.()
  await Promise.all(work)
  await expect.poll(() => db.connections?.()).toEqual({ busy: 0, idle: 2, max: 2, waiting: 0 })
})

const refusalOf = async (work: Promise<unknown>) => {
  const error = await work.catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(DatabaseUnavailable)
  const { status, code, headers } = failureOf(error)
  return [status, code, headers?.['retry-after']]
}
const UNAVAILABLE = [503, 'ServiceNotAvailable', '5']

test('times out a slow statement and continues with others', on, async () => {
  const { url } = await open()
  const db = await openPostgres({ url, clock, random, connections: 1, timeouts: { connectMs: 5000, statementMs: 100 } })
  const slow = sql`select pg_sleep(60)`
  expect(await refusalOf(slow.execute(db.read))).toEqual(UNAVAILABLE)
  expect(await refusalOf(db.transaction((tx) => slow.execute(tx)))).toEqual(UNAVAILABLE)
  expect((await sql`select 1 as one`.execute(db.read)).rows).toEqual([{ one: 1 }])
  await db.close()
})

test('times out on a server that accepts connections but never responds', on, async () => {
  const sockets: Socket[] = []
  const silent = createServer((socket) => void sockets.push(socket))
  await once(silent.listen(0, '127.0.0.1'), 'listening')
  const url = `postgres://nobody@127.0.0.1:${(silent.address() as AddressInfo).port}/x`
  const db = await openPostgres({ url, clock, random, timeouts: { connectMs: 100, statementMs: 100 } })
  expect(await refusalOf(sql`select 1`.execute(db.read))).toEqual(UNAVAILABLE)
  expect(await refusalOf(db.transaction((tx) => sql`select 1`.execute(tx)))).toEqual(UNAVAILABLE)
  for (const socket of sockets) socket.destroy()
  silent.close()
})

test('answers 503 when the server is down', on, async () => {
  const db = await openPostgres({ url: 'postgres://nobody@127.0.0.1:1/x', clock, random })
  expect(await refusalOf(sql`select 1`.execute(db.read))).toEqual(UNAVAILABLE)
})
