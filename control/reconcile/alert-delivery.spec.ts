// Deliveries with a real HTTP server: in order, at least once, whatever fails in between.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createReceiver, eventually, localSender, openWebhook, raise, type Webhook } from '../testing/alerts.ts'
import { eachDatabase } from '../testing/databases.ts'
import type { Database } from '../db/database.ts'
import type { Host } from '../frame/context.ts'
import { resolveAlert, topicOf } from '../frame/raise-alert.ts'
import { makeWorld, type World } from '../testing/world.ts'

const HOUR = 3_600_000

interface Delivery {
  id: string
  state: string
  trigger: string
  attempts: { webhook: { result: string }[] }
}

const numbers = ({ received }: Webhook) => received.map(({ json }) => json.data.number)

eachDatabase((_name, open) => {
  describe('the delivery of alerts', () => {
    let db: Database
    let world: World
    let webhook: Webhook
    const worlds: World[] = []
    const hooks: Webhook[] = []

    async function start(options: Partial<Host> = {}, session?: string): Promise<World> {
      const made = await makeWorld(db, { alertSender: localSender, ...options }, session)
      await made.plane.start()
      worlds.push(made)
      return made
    }
    async function hook(): Promise<Webhook> {
      const made = await openWebhook()
      hooks.push(made)
      return made
    }
    beforeEach(async () => {
      db = await open()
      world = await start()
      webhook = await hook()
    })
    afterEach(async () => {
      for (const each of hooks.splice(0)) await each.close()
      for (const each of worlds.splice(0)) {
        await each.stop()
        expect(each.errors).toEqual([])
      }
    })

    /** Sessions end while virtual time passes. */
    const deliveries = async (name = 'ops', query = '') =>
      (await (await world.login('recovery', 'admin')).raw('GET', `/v1/alert-receivers/${name}/deliveries?${query}`))
        .body.items as Delivery[]
    const attempts = async () => (await deliveries())[0]?.attempts.webhook
    const arrive = (count: number, at = webhook) => eventually(world, () => at.received.length >= count, 500)
    /** Long enough for every loop to run and to get an answer. */
    const pass = async () => {
      for (let turn = 0; turn < 20; turn++) {
        await world.clock.advance(500)
        await new Promise((done) => setTimeout(done, 2))
      }
    }
    const settle = (name = 'ops') =>
      eventually(world, async () => (await deliveries(name, 'pending=true')).length === 0, 500)

    test('arrives with its class, data and IDs', async () => {
      const { body: receiver } = await createReceiver(world, 'ops', webhook.url)
      const alert_id = await raise(world, 7)
      await settle()
      const [delivery] = await deliveries()
      expect(webhook.received.map(({ json }) => json)).toEqual([
        {
          alert_class: 'space.low',
          alert_id,
          data: {
            number: 7,
            sentence: 'The file system of the data directory is nearly full',
            severity: 'warning',
            state: 'open',
            link: `/system/alerts/raised/${alert_id}`,
          },
          delivery: {
            id: delivery!.id,
            receiver_id: receiver.id,
            sent_at: expect.any(String),
            trigger: 'alert',
          },
        },
      ])
      expect(delivery).toMatchObject({ state: 'delivered', attempts: { webhook: [{ result: 'succeeded' }] } })
    })

    test('whoever got an alert also hears that it is over, once and after it', async () => {
      await createReceiver(world, 'ops', webhook.url)
      await createReceiver(world, 'sleds', webhook.url, { subscriptions: ['sled.*'] })
      const alert_id = await raise(world, 7)
      const now = () => world.clock.now().toISOString()
      const resolve = () =>
        db.transaction((tx) => resolveAlert(world.host, tx, now(), { topic: topicOf('space.low', '7') }))
      await resolve()
      await resolve()
      await settle()
      expect(webhook.received.map(({ json }) => [json.alert_id, json.data.state])).toEqual([
        [alert_id, 'open'],
        [alert_id, 'resolved'],
      ])
      expect(webhook.received[1]!.json.data).toMatchObject({ number: 7, time_resolved: expect.any(String) })
      expect((await world.admin.raw('GET', `/rackwright/alerts/${alert_id}`)).body).toMatchObject({
        state: 'resolved',
        deliveries: [{ notice: 'raised' }, { notice: 'resolved' }],
      })
    })

    test('only receivers that are subscribed to the class get it', async () => {
      await createReceiver(world, 'ops', webhook.url, { subscriptions: ['instance.*', 'sled.**'] })
      await createReceiver(world, 'space', webhook.url, { subscriptions: ['disk.*', 'space.*'] })
      await raise(world, 1)
      await settle('space')
      expect(await deliveries('ops')).toEqual([])
      expect(await deliveries('space')).toHaveLength(1)
    })

    test('a receiver that is down for an hour gets everything afterwards, in order', async () => {
      await createReceiver(world, 'ops', webhook.url)
      webhook.status = 503
      for (let number = 1; number <= 5; number++) await raise(world, number)
      await arrive(1)
      for (let minutes = 0; minutes < 60; minutes += 5) {
        world.clock.skip(300_000)
        await pass()
      }
      // only the first was tried, less and less often
      expect(new Set(numbers(webhook))).toEqual(new Set([1]))
      expect(webhook.received.length).toBeGreaterThan(3)
      expect(webhook.received.length).toBeLessThan(20)
      const ids = new Set(webhook.received.map(({ json }) => json.delivery.id))
      expect(ids.size).toBe(1)
      webhook.status = 200
      webhook.received = []
      world.clock.skip(HOUR / 4)
      await settle()
      expect(numbers(webhook)).toEqual([1, 2, 3, 4, 5])
    })

    test('an alert that cannot be delivered for a day has failed, and the next one gets its turn', async () => {
      await createReceiver(world, 'ops', webhook.url)
      webhook.status = 500
      await raise(world, 1)
      await arrive(1)
      world.clock.skip(23 * HOUR)
      await raise(world, 2)
      await arrive(2)
      world.clock.skip(HOUR)
      await eventually(world, async () => (await deliveries('ops', 'failed=true')).length === 1, 500)
      webhook.received = []
      webhook.status = 200
      await settle()
      expect(numbers(webhook)).toEqual([2])
      expect((await deliveries()).map(({ state }) => state)).toEqual(['failed', 'delivered'])
    })

    test('a receiver that accepts nothing for an hour is an issue and an alert, until it accepts something', async () => {
      const other = await hook()
      await createReceiver(world, 'ops', webhook.url)
      await createReceiver(world, 'other', other.url, { subscriptions: ['alert.*'] })
      const issues = async () =>
        (
          (await (await world.login('recovery', 'admin')).raw('GET', '/rackwright/issues')).body.items as {
            kind: string
          }[]
        ).filter(({ kind }) => kind === 'alert_undelivered')
      webhook.status = 500
      await raise(world, 1)
      await arrive(1)
      expect(await issues()).toEqual([])
      world.clock.skip(HOUR)
      await arrive(2)
      const issue = { severity: 'warning', resource: 'webhook', target_name: 'ops', reason: 'status 500', count: 1 }
      expect(await issues()).toMatchObject([issue])
      // the receiver itself is not told: it would only have to wait for that too
      await eventually(world, () => other.received.length === 1, 500)
      expect(other.received[0]!.json).toMatchObject({ alert_class: 'alert.undelivered', data: { target_name: 'ops' } })
      world.clock.skip(23 * HOUR)
      await eventually(world, async () => (await deliveries('ops', 'failed=true')).length === 1, 500)
      expect(await issues()).toMatchObject([{ ...issue, severity: 'error' }])
      webhook.status = 200
      const admin = await world.login('recovery', 'admin')
      expect((await admin.raw('POST', '/v1/alert-receivers/ops/probe')).status).toBe(200)
      expect(await issues()).toEqual([])
      expect((await deliveries('ops')).filter(({ trigger }) => trigger === 'alert')).toHaveLength(1)
    })

    test('a receiver that never answers delays no other', async () => {
      const silent = await hook()
      silent.status = 0
      await createReceiver(world, 'a-silent', silent.url)
      await createReceiver(world, 'ops', webhook.url)
      await raise(world, 1)
      await raise(world, 2)
      await eventually(world, () => webhook.received.length === 2, 100)
      expect(silent.received.length).toBe(1)
      expect((await deliveries('a-silent', 'pending=true')).length).toBe(2)
    })

    test('a resend does not wait for what is before it', async () => {
      const { body: receiver } = await createReceiver(world, 'ops', webhook.url)
      const first = await raise(world, 1)
      await settle()
      webhook.status = 500
      await raise(world, 2)
      await arrive(2)
      webhook.status = 200
      webhook.received = []
      await world.admin.raw('POST', `/v1/alerts/${first}/resend?receiver=${receiver.id as string}`)
      await eventually(world, () => webhook.received.length === 1)
      expect(webhook.received[0]?.json).toMatchObject({ alert_id: first, delivery: { trigger: 'resend' } })
      await settle()
      expect(numbers(webhook)).toEqual([1, 2])
    })

    test('a crash after sending and before recording it repeats the delivery under the same ID', async () => {
      await createReceiver(world, 'ops', webhook.url)
      await world.plane.stop()
      let isSent = false
      const never = new Promise<never>(() => undefined)
      const sender = {
        ...localSender,
        // the process ends as soon as the request was made
        post: (request: Parameters<typeof localSender.post>[0]) => {
          isSent = true
          return localSender.post(request).then(() => never)
        },
      }
      const crashing = await start({ alertSender: sender, clock: world.clock }, world.admin.session)
      await raise(world, 1)
      await raise(world, 2)
      await eventually(world, () => isSent && webhook.received.length === 1, 500)
      await crashing.plane.stop()
      await start({ clock: world.clock }, world.admin.session)
      await settle()
      expect(numbers(webhook)).toEqual([1, 1, 2])
      const [one, again] = webhook.received
      expect(again?.json.delivery.id).toBe(one?.json.delivery.id)
    })

    test('two replicas do not send the same alert twice', async () => {
      await start({ clock: world.clock }, world.admin.session)
      await createReceiver(world, 'ops', webhook.url)
      for (let number = 1; number <= 20; number++) await raise(world, number)
      await settle()
      expect(numbers(webhook)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1))
    })

    test('a secret that cannot be opened is a failed attempt, and the alert is sent once there is another', async () => {
      await createReceiver(world, 'ops', webhook.url)
      await db.transaction((tx) => tx.updateTable('webhook_secret').set({ secret: 'sealed:1:' }).execute())
      await raise(world, 1)
      await eventually(world, async () => (await attempts())!.length > 0, 500)
      expect(await attempts()).toMatchObject([{ result: 'failed_unreachable' }])
      const [broken] = await db.read.selectFrom('webhook_secret').select('id').execute()
      await world.admin.raw('POST', '/v1/webhook-secrets?receiver=ops', { secret: 'another' })
      await world.admin.raw('DELETE', `/v1/webhook-secrets/${broken!.id}`)
      await settle()
      expect(numbers(webhook)).toEqual([1])
    })

    test('deleting a receiver ends its deliveries', async () => {
      await createReceiver(world, 'ops', webhook.url)
      webhook.status = 500
      await raise(world, 1)
      await arrive(1)
      await world.admin.raw('DELETE', '/v1/alert-receivers/ops')
      expect(await db.read.selectFrom('alert_delivery').select('id').execute()).toEqual([])
      world.clock.skip(HOUR)
      await pass()
      expect(webhook.received).toHaveLength(1)
    })
  })
})
