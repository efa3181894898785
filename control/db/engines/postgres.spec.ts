// What only a database server does to us: other replicas change its tables, and it drops connections.
import { sql } from 'kysely'
import { expect, inject, it, onTestFinished } from 'vitest'
import { clock, random } from '../../testing/host.ts'
import { administer, databaseUrl, TEMPLATE } from '../../testing/postgres.ts'
import { openPostgres } from './postgres.ts'

async function open() {
  const server = inject('postgresUrl')
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

it('goes on when a newer replica adds a column under a prepared statement', async () => {
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

it('goes on when the server ended its connections', async () => {
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
