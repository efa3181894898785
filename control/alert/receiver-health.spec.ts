// The health of receivers through the API: what the last attempt came to, and when the next one is.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createReceiver, eventually, localSender, openWebhook, raise, type Webhook } from '../testing/alerts.ts'
import { eachDatabase } from '../testing/databases.ts'
import { makeWorld, type World } from '../testing/world.ts'

const HOUR = 3_600_000

interface Health {
  receiver_id: string
  receiver_kind: string
  state: string
  last_attempt: { result: string; status: number | null; reason: string | null; time_sent: string } | null
  time_next_attempt: string | null
}

eachDatabase((_name, open) => {
  describe('the health of receivers', () => {
    let world: World
    let webhook: Webhook
    let mailFails = false
    beforeEach(async () => {
      webhook = await openWebhook()
      mailFails = false
      const mail = async () =>
        mailFails ? { failure: 'unreachable' as const, reason: 'connection refused' } : undefined
      world = await makeWorld(await open(), { alertSender: { ...localSender, mail } })
      await world.plane.start()
    })
    afterEach(async () => {
      await webhook.close()
      await world.stop()
      expect(world.errors).toEqual([])
    })

    /** Sessions end while virtual time passes. */
    const health = async () =>
      (await (await world.login('recovery', 'admin')).raw('GET', '/rackwright/receiver-health')).body.items as Health[]
    const becomes = (state: string, at = 0) => eventually(world, async () => (await health())[at]?.state === state, 500)
    const smtp = () =>
      world.admin.raw('PUT', '/rackwright/smtp-settings', {
        host: 'mail.example.com',
        port: 465,
        security: 'tls',
        from_address: 'rack@example.com',
      })
    const email = (name: string, digest = false) =>
      world.admin.raw('POST', '/rackwright/email-receivers', {
        name,
        description: '',
        address: 'ops@example.com',
        digest,
        subscriptions: ['**'],
      })

    test('a webhook is unused, healthy, and retrying until it answers again', async () => {
      const { body } = await createReceiver(world, 'ops', webhook.url)
      expect(await health()).toEqual([
        {
          receiver_id: body.id,
          receiver_kind: 'webhook',
          state: 'unused',
          last_attempt: null,
          time_next_attempt: null,
        },
      ])
      await raise(world, 1)
      await becomes('healthy')
      expect((await health())[0]).toMatchObject({
        last_attempt: { result: 'succeeded', status: 200, reason: null },
        time_next_attempt: null,
      })

      webhook.status = 503
      await raise(world, 2)
      await becomes('retrying')
      const [retrying] = await health()
      expect(retrying!.last_attempt).toMatchObject({ result: 'failed_http_error', status: 503 })
      expect(retrying!.time_next_attempt! > retrying!.last_attempt!.time_sent).toBe(true)

      webhook.status = 200
      await becomes('healthy')
      expect((await health())[0]!.time_next_attempt).toBeNull()
    })

    test('a probe that fails is not repeated', async () => {
      await createReceiver(world, 'ops', webhook.url)
      webhook.status = 500
      await world.admin.raw('POST', '/v1/alert-receivers/ops/probe')
      expect((await health())[0]).toMatchObject({ state: 'failing', time_next_attempt: null })
      webhook.status = 200
      await world.clock.advance(1000)
      await world.admin.raw('POST', '/v1/alert-receivers/ops/probe')
      expect((await health())[0]).toMatchObject({ state: 'healthy' })
    })

    test('an address says why its mail failed; a digest waits for its hour', async () => {
      await smtp()
      expect((await email('digest', true)).status).toBe(201)
      await raise(world, 1)
      await becomes('healthy')
      const sent = (await health())[0]!.last_attempt!.time_sent
      await raise(world, 2)
      const [waiting] = await health()
      expect(waiting!.state).toBe('healthy')
      expect(Date.parse(waiting!.time_next_attempt!) - Date.parse(sent)).toBeGreaterThanOrEqual(HOUR)

      mailFails = true
      await email('plain')
      await raise(world, 3)
      await becomes('retrying', 1)
      expect((await health())[1]).toMatchObject({
        receiver_kind: 'email',
        last_attempt: { result: 'failed_unreachable', status: null, reason: 'connection refused' },
        time_next_attempt: expect.any(String),
      })
    })
  })
})
