// Alerts sent by server processes that are killed in the middle, to a real HTTP server and a real SMTP server that were down for an
// hour: everything arrives, in order, and what arrives twice has the same ID.
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '#control/db/database.ts'
import { openWebhook, raise, type Webhook } from '#control/testing/alerts.ts'
import { onlyOn } from '#control/testing/engines.ts'
import { openMailbox, type Mailbox } from '#control/testing/mailbox.ts'
import { administer, databaseUrl } from '#control/testing/postgres.ts'
import { clock } from './clock.ts'
import { openDatabase } from './existing-database.ts'
import { random } from './random.ts'
import { builtServer, startReplica, type Replica } from './testing-replicas.ts'
import { postgresUrl } from '#control/testing/templates.ts'

const ALERTS = 10
const HOUR_MS = 3_600_000
const SLOW = { timeout: 60_000, interval: 50 }
const DELIVERIES = ['/v1/alert-receivers/hook/deliveries', '/rackwright/email-receivers/mail/deliveries']

let built: string
let data: string
let webhook: Webhook
let mailbox: Mailbox
let db: Database | undefined
const started: Replica[] = []

beforeAll(async () => {
  built = await builtServer()
}, 180_000)

beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), 'rackwright-alerts-'))
  webhook = await openWebhook()
  mailbox = await openMailbox()
  writeFileSync(join(data, 'ca.pem'), mailbox.ca)
})
afterEach(async () => {
  await db?.close()
  db = undefined
  for (const each of started.splice(0)) await each.kill()
  await webhook.close()
  await mailbox.close()
  rmSync(data, { recursive: true, force: true })
})

async function start(databaseUrl: string | undefined): Promise<Replica> {
  const options = ['--data', join(data, 'site'), '--allow-local-receivers']
  const where = databaseUrl ? ['--database-url', databaseUrl] : []
  const environment = { NODE_EXTRA_CA_CERTS: join(data, 'ca.pem') }
  const replica = await startReplica(built, [...options, ...where], environment)
  started.push(replica)
  return replica
}

async function createReceivers(server: Replica): Promise<void> {
  const common = { description: '', subscriptions: ['space.low'] }
  await server.ok('POST', '/v1/webhook-receivers', { ...common, name: 'hook', endpoint: webhook.url, secrets: ['x'] })
  const smtp = { host: 'localhost', port: mailbox.port, security: 'starttls', from_address: 'rack@example.com' }
  await server.ok('PUT', '/rackwright/smtp-settings', smtp)
  const address = 'ops@example.com'
  await server.ok('POST', '/rackwright/email-receivers', { ...common, name: 'mail', address, digest: false })
}

/** Lists the deliveries of both receivers. */
async function deliveries(server: Replica) {
  const lists = await Promise.all(DELIVERIES.map((path) => server.ok('GET', path)))
  return lists.map(({ items }) => items as { state: string; attempts: unknown[] | { webhook: unknown[] } }[])
}

/** How often the first alert was tried, by each receiver. */
const attempts = async (server: Replica) =>
  (await deliveries(server)).map(([first]) => {
    const log = first?.attempts ?? []
    return (Array.isArray(log) ? log : log.webhook).length
  })

const states = async (server: Replica) => [...new Set((await deliveries(server)).flat().map(({ state }) => state))]

const earlier = (time: string) => new Date(Date.parse(time) - HOUR_MS).toISOString()

/** Everything that waits has waited an hour longer. */
const passHour = (database: Database) =>
  database.transaction(async (tx) => {
    for (const row of await tx.selectFrom('alert_delivery').selectAll().execute()) {
      const times = { time_created: earlier(row.time_created), time_due: earlier(row.time_due) }
      await tx.updateTable('alert_delivery').set(times).where('seq', '=', row.seq).execute()
    }
  })

interface Arrival {
  number: number
  id: string
}

const atWebhook = (): Arrival[] =>
  webhook.received.map(({ json }) => ({ number: Number(json.data.number), id: json.delivery.id }))
const numberIn = (text: string) => Number(/number: (\d+)/.exec(text)?.[1])
const atMailbox = (): Arrival[] => mailbox.received.map(({ id, text }) => ({ number: numberIn(text), id }))

/** In order without gaps; only the alert that was being sent when the server died arrives twice, and then with its ID. */
function expectComplete(arrivals: Arrival[], repeated: number): void {
  const numbers = Array.from({ length: ALERTS }, (_, at) => at + 1)
  expect(arrivals.map(({ number }) => number)).toEqual(numbers.flatMap((n) => (n === repeated ? [n, n] : [n])))
  expect(new Set(arrivals.map(({ number, id }) => `${number} ${id}`)).size).toBe(ALERTS)
  expect(new Set(arrivals.map(({ id }) => id)).size).toBe(ALERTS)
}

/** Stops both receivers at an alert, without an answer, until `release`. */
function holdAt(hookNumber: number, mailNumber: number) {
  const over = new AbortController()
  const released = once(over.signal, 'abort')
  const held = new Set<string>()
  const hold = (name: string, isHere: boolean) => {
    if (!isHere || held.has(name)) return Promise.resolve()
    held.add(name)
    return released.then(() => undefined)
  }
  webhook.before = ({ json }) => hold('webhook', json.data.number === hookNumber)
  mailbox.before = ({ text }) => hold('mailbox', numberIn(text) === mailNumber)
  return { held, release: () => over.abort() }
}

/** With a standby, another replica takes over from the one that is killed; without, the server is restarted. */
async function survive(databaseUrl: string | undefined, hasStandby: boolean): Promise<void> {
  let server = await start(databaseUrl)
  const kill = async () => {
    const { cookie } = server
    // not earlier: the one that waits longest is not the first to take over
    const standby = hasStandby ? await start(databaseUrl) : undefined
    await server.kill()
    server = standby ?? (await start(databaseUrl))
    server.cookie = cookie
  }
  await server.logIn()
  await createReceivers(server)
  db = await openDatabase({ data: join(data, 'site'), databaseUrl })

  webhook.status = 503
  mailbox.isDown = true
  for (let number = 1; number <= ALERTS; number++) await raise({ host: { db, clock, random } }, number)
  await expect.poll(() => attempts(server), SLOW).toEqual([1, 1])
  await kill()
  await passHour(db)
  await expect.poll(() => attempts(server), SLOW).toEqual([2, 2])
  expect(new Set(atWebhook().map(({ number }) => number))).toEqual(new Set([1]))
  expect(new Set(atWebhook().map(({ id }) => id)).size).toBe(1)

  webhook.status = 200
  webhook.received = []
  mailbox.isDown = false
  const { held, release } = holdAt(4, 6)
  await passHour(db)
  await expect.poll(() => held.size, SLOW).toBe(2)
  await kill()
  release()
  await expect.poll(() => states(server), SLOW).toEqual(['delivered'])
  expectComplete(atWebhook(), 4)
  expectComplete(atMailbox(), 6)
}

test('a killed server continues after its restart', onlyOn('libsql'), () => survive(undefined, false))

test('another replica continues when one is killed', onlyOn('postgres'), async () => {
  const name = `alerts_${random.uuid().replaceAll('-', '')}`
  await administer(await postgresUrl(), `create database ${name}`)
  try {
    await survive(databaseUrl(await postgresUrl(), name), true)
  } finally {
    await db?.close()
    db = undefined
    for (const each of started) await each.kill()
    await administer(await postgresUrl(), `drop database ${name} with (force)`)
  }
})
