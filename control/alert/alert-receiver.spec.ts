// Alert receivers, their subscriptions and secrets, and probes, through the API.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { alertClassNames } from '#contract/alert-classes.ts'
import { MAX_ALERT_RECEIVERS, MAX_WEBHOOK_SECRETS } from '#contract/limits.ts'
import { createReceiver, localSender, openWebhook, raise, signatureOf, type Webhook } from '../testing/alerts.ts'
import { eachDatabase } from '../testing/databases.ts'
import { makeWorld, type World } from '../testing/world.ts'

interface Receiver {
  id: string
  name: string
  subscriptions: string[]
  kind: { endpoint: string; secrets: { id: string }[] }
}

eachDatabase((_name, open) => {
  describe('alert receivers', () => {
    let world: World
    let webhook: Webhook
    beforeEach(async () => {
      webhook = await openWebhook()
      world = await makeWorld(await open(), { alertSender: localSender })
    })
    afterEach(async () => {
      await webhook.close()
      await world.stop()
      expect(world.errors).toEqual([])
    })
    const get = async (path: string) => (await world.admin.raw('GET', path)).body
    const view = async (name: string) => (await get(`/v1/alert-receivers/${name}`)) as unknown as Receiver
    const list = async (query: string) =>
      (await get(`/v1/alert-receivers/ops/deliveries?${query}`)) as {
        items: { trigger: string; time_started: string }[]
        next_page: string
      }
    const make = (name: string, more: Record<string, unknown> = {}) => createReceiver(world, name, webhook.url, more)

    test('classes can be listed and filtered by a pattern', async () => {
      const names = async (query: string) =>
        ((await get(`/v1/alert-classes${query}`)).items as { name: string }[]).map(({ name }) => name)
      expect(await names('')).toEqual(alertClassNames)
      expect(await names('?filter=instance.*')).toEqual([
        'instance.failed',
        'instance.restarted',
        'instance.taken_over',
      ])
      expect(await names('?filter=sled.unreachable')).toEqual(['sled.unreachable'])
      const first = await get('/v1/alert-classes?limit=3')
      const rest = await names(`?page_token=${String(first.next_page)}`)
      expect(rest).toEqual(alertClassNames.slice(3))
      expect((await world.admin.raw('GET', '/v1/alert-classes?filter=a..b')).status).toBe(400)
    })

    test('a webhook is created, listed, changed and deleted, and never shows its secrets', async () => {
      const made = await make('ops', {
        secrets: ['one', 'two'],
        subscriptions: ['instance.*', 'instance.*', 'space.low'],
      })
      expect(made.status).toBe(201)
      expect(JSON.stringify(made.body)).not.toContain('one')
      expect(made.body).toMatchObject({
        name: 'ops',
        endpoint: webhook.url,
        subscriptions: ['instance.*', 'space.low'],
        secrets: [{ id: expect.any(String) }, { id: expect.any(String) }],
      })
      const { items } = await get('/v1/alert-receivers')
      expect(items).toMatchObject([{ name: 'ops', kind: { kind: 'webhook', endpoint: webhook.url } }])
      const update = { name: 'duty', endpoint: 'https://duty.example.com/in' }
      expect((await world.admin.raw('PUT', '/v1/webhook-receivers/ops', update)).status).toBe(204)
      expect(await view('duty')).toMatchObject({ description: '', kind: { endpoint: update.endpoint } })
      expect((await world.admin.raw('DELETE', '/v1/alert-receivers/duty')).status).toBe(204)
      expect((await world.admin.raw('GET', '/v1/alert-receivers/duty')).status).toBe(404)
    })

    test.each([
      ['no secret', { secrets: [] }, 'at least one secret'],
      ['an empty secret', { secrets: [''] }, 'it is empty'],
      ['too many secrets', { secrets: Array.from({ length: MAX_WEBHOOK_SECRETS + 1 }, String) }, 'at most 8 secrets'],
      ['an unknown class', { subscriptions: ['instance.exploded'] }, 'no alert class \\"instance.exploded\\"'],
      ['a broken pattern', { subscriptions: ['instance.'] }, 'expected an alert class'],
      ['another protocol', { endpoint: 'ftp://example.com/' }, 'https://'],
      ['a password in the URL', { endpoint: 'https://me:pass@example.com/' }, 'user name or password'],
    ])('%s is refused', async (_what, more, reason) => {
      const { status, body } = await make('ops', more)
      expect(status).toBe(400)
      expect(JSON.stringify(body)).toContain(reason)
      expect((await get('/v1/alert-receivers')).items).toEqual([])
    })

    test('names are unique and receivers limited', async () => {
      await make('ops')
      expect((await make('ops')).body).toMatchObject({ error_code: 'ObjectAlreadyExists' })
      for (let count = 1; count < MAX_ALERT_RECEIVERS; count++) expect((await make(`ops-${count}`)).status).toBe(201)
      expect((await make('one-more')).status).toBe(507)
    })

    test('subscriptions are added and removed', async () => {
      await make('ops', { subscriptions: [] })
      const path = '/v1/alert-receivers/ops/subscriptions'
      const added = await world.admin.raw('POST', path, { subscription: 'disk.*' })
      expect(added).toMatchObject({ status: 201, body: { subscription: 'disk.*' } })
      await world.admin.raw('POST', path, { subscription: 'disk.*' })
      expect((await view('ops')).subscriptions).toEqual(['disk.*'])
      expect((await world.admin.raw('DELETE', `${path}/${encodeURIComponent('disk.*')}`)).status).toBe(204)
      expect((await world.admin.raw('DELETE', `${path}/${encodeURIComponent('disk.*')}`)).status).toBe(404)
    })

    test('secrets are replaced without a gap: requests are signed with each of them', async () => {
      await make('ops')
      const secrets = '/v1/webhook-secrets?receiver=ops'
      const [first] = (await get(secrets)).secrets as { id: string }[]
      const refused = await world.admin.raw('DELETE', `/v1/webhook-secrets/${first!.id}`)
      expect(refused.body.message).toContain('add another one first')
      const second = (await world.admin.raw('POST', secrets, { secret: 'second secret' })).body as { id: string }
      await world.admin.raw('POST', '/v1/alert-receivers/ops/probe')
      const signed = (id: string, secret: string) =>
        `a=sha256&id=${id}&s=${signatureOf(secret, webhook.received.at(-1)!.body)}`
      expect(webhook.received.at(-1)?.signatures.toSorted()).toEqual(
        [signed(first!.id, 'first secret'), signed(second.id, 'second secret')].toSorted(),
      )
      expect((await world.admin.raw('DELETE', `/v1/webhook-secrets/${first!.id}`)).status).toBe(204)
      await world.admin.raw('POST', '/v1/alert-receivers/ops/probe')
      expect(webhook.received.at(-1)?.signatures).toEqual([signed(second.id, 'second secret')])
    })

    test('secrets are sealed in the database', async () => {
      await make('ops')
      const rows = await world.host.db.read.selectFrom('webhook_secret').select('secret').execute()
      expect(rows).toHaveLength(1)
      expect(rows[0]!.secret).not.toContain('first secret')
    })

    test('a probe is sent at once and says how it went', async () => {
      const { body: made } = await make('ops')
      const { status, body } = await world.admin.raw('POST', '/v1/alert-receivers/ops/probe')
      expect(status).toBe(200)
      const { probe } = body as { probe: { id: string; alert_id: string } }
      expect(body).toEqual({
        resends_started: null,
        probe: {
          id: probe.id,
          alert_class: 'probe',
          alert_id: probe.alert_id,
          receiver_id: made.id,
          state: 'delivered',
          trigger: 'probe',
          time_started: world.clock.now().toISOString(),
          attempts: {
            webhook: [
              {
                attempt: 1,
                result: 'succeeded',
                time_sent: world.clock.now().toISOString(),
                response: { status: 200, duration_ms: expect.any(Number) },
              },
            ],
          },
        },
      })
      const [{ headers, json }] = webhook.received as [Webhook['received'][number]]
      expect(headers).toMatchObject({
        'content-type': 'application/json',
        'x-rackwright-alert-class': 'probe',
        'x-rackwright-alert-id': probe.alert_id,
        'x-rackwright-delivery-id': probe.id,
        'x-rackwright-receiver-id': made.id,
        'x-rackwright-timestamp': world.clock.now().toISOString(),
      })
      expect(json).toEqual({
        alert_class: 'probe',
        alert_id: probe.alert_id,
        data: {},
        delivery: {
          id: probe.id,
          receiver_id: made.id,
          sent_at: world.clock.now().toISOString(),
          trigger: 'probe',
        },
      })
    })

    test.each([
      [500, 'failed_http_error'],
      // not followed
      [302, 'failed_http_error'],
      [0, 'failed_timeout'],
    ])('a probe that is answered with %s is not repeated: %s', async (status, result) => {
      await make('ops')
      webhook.status = status
      const { body } = await world.admin.raw('POST', '/v1/alert-receivers/ops/probe?resend=true')
      expect(body).toMatchObject({
        resends_started: null,
        probe: { state: 'failed', attempts: { webhook: [{ result }] } },
      })
      expect(webhook.received.map(({ path }) => path)).toEqual(['/alerts'])
    })

    test('an unreachable receiver', async () => {
      await make('ops', { endpoint: 'http://127.0.0.1:1/' })
      const { body } = await world.admin.raw('POST', '/v1/alert-receivers/ops/probe')
      expect(body).toMatchObject({
        probe: { attempts: { webhook: [{ result: 'failed_unreachable', response: null }] } },
      })
    })

    test('a successful probe resends what failed, once each and in order', async () => {
      await make('ops')
      const alerts = [await raise(world, 1), await raise(world, 2), await raise(world, 3)]
      await world.host.db.transaction((tx) => tx.updateTable('alert_delivery').set({ state: 'failed' }).execute())
      const done = { state: 'delivered' as const }
      await world.host.db.transaction((tx) =>
        tx.updateTable('alert_delivery').set(done).where('alert_id', '=', alerts[1]!).execute(),
      )
      const probe = async () => (await world.admin.raw('POST', '/v1/alert-receivers/ops/probe?resend=true')).body
      expect(await probe()).toMatchObject({ resends_started: 2 })
      expect(await probe()).toMatchObject({ resends_started: 0 })
      const rows = (await get('/v1/alert-receivers/ops/deliveries?pending=true')).items as { alert_id: string }[]
      expect(rows.map((row) => row.alert_id).toSorted()).toEqual([alerts[0], alerts[2]].toSorted())
    })

    test('an alert is sent again only to a receiver that is subscribed to it', async () => {
      await make('ops')
      await make('other', { subscriptions: ['instance.*'] })
      const alert = await raise(world, 1)
      const resend = (receiver: string, id = alert) =>
        world.admin.raw('POST', `/v1/alerts/${id}/resend?receiver=${receiver}`)
      expect(await resend('ops')).toMatchObject({ status: 201, body: { delivery_id: expect.any(String) } })
      expect((await resend('other')).body.message).toContain('not subscribed to space.low')
      expect((await resend('ops', crypto.randomUUID())).status).toBe(404)
      const { probe } = (await world.admin.raw('POST', '/v1/alert-receivers/ops/probe')).body as {
        probe: { alert_id: string }
      }
      expect((await resend('ops', probe.alert_id)).body.message).toContain('send another one')
    })

    test('deliveries are listed by state, in both orders and in pages', async () => {
      await make('ops')
      for (let number = 1; number <= 3; number++) {
        await raise(world, number)
        await world.clock.advance(1000)
      }
      await world.admin.raw('POST', '/v1/alert-receivers/ops/probe')
      expect((await list('')).items).toHaveLength(4)
      expect((await list('delivered=true')).items).toMatchObject([{ trigger: 'probe' }])
      expect((await list('failed=true')).items).toEqual([])
      expect((await list('delivered=true&pending=true&failed=false')).items).toHaveLength(4)
      const times = (await list('sort_by=time_and_id_descending')).items.map((row) => row.time_started)
      expect(times).toEqual(times.toSorted().toReversed())
      const first = await list('limit=3')
      const rest = await list(`page_token=${first.next_page}`)
      expect([...first.items, ...rest.items].map((row) => row.time_started)).toEqual(times.toReversed())
    })

    test('a host without a network says so', async () => {
      await make('ops')
      world.host.alertSender = undefined
      const { status, body } = await world.admin.raw('POST', '/v1/alert-receivers/ops/probe')
      expect([status, body.message]).toEqual([503, 'the technical preview sends nothing over the network'])
    })
  })
})
