// The name of the installation through the API, and where it appears.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { INSTALLATION_HEADER } from '#contract/role-rules.ts'
import { createReceiver, localSender, openWebhook, type Webhook } from '../testing/alerts.ts'
import { eachDatabase } from '../testing/databases.ts'
import { makeWorld, type World } from '../testing/world.ts'

const PATH = '/rackwright/installation'

eachDatabase((_name, open) => {
  describe('the name of the installation', () => {
    let world: World
    let webhook: Webhook
    beforeEach(async () => {
      webhook = await openWebhook()
      world = await makeWorld(await open(), { alertSender: localSender })
    })
    afterEach(async () => {
      await webhook.close()
      await world.stop()
    })
    const set = (name: string | null) => world.admin.raw('PUT', PATH, { name })
    const shown = async () => ({
      view: (await world.admin.raw('GET', PATH)).body.name,
      login: (await world.anonymous.raw('GET', '/rackwright/login-options')).body.installation_name,
      me: (await world.admin.raw('GET', '/v1/me')).headers.get(INSTALLATION_HEADER),
    })

    test('is set, trimmed, changed and removed', async () => {
      expect(await shown()).toEqual({ view: null, login: null, me: null })
      expect((await set(' Zürich ')).body).toEqual({ name: 'Zürich' })
      expect(await shown()).toEqual({ view: 'Zürich', login: 'Zürich', me: 'Z%C3%BCrich' })
      await set('Bern')
      expect(await shown()).toEqual({ view: 'Bern', login: 'Bern', me: 'Bern' })
      await set(' ')
      expect(await shown()).toEqual({ view: null, login: null, me: null })
    })

    test.each(['two\nlines', 'x'.repeat(41)])('is not %j', async (name) => {
      expect((await set(name)).status).toBe(400)
    })

    test('is in what webhooks get', async () => {
      await createReceiver(world, 'ops', webhook.url)
      await world.admin.raw('POST', '/v1/alert-receivers/ops/probe')
      await set('Bern')
      await world.admin.raw('POST', '/v1/alert-receivers/ops/probe')
      expect(webhook.received.map(({ json }) => json.data)).toEqual([{}, { installation: 'Bern' }])
    })
  })
})
