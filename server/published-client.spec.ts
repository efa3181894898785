// The newest published TypeScript client against this server: its tokens and sessions, a webhook from creation to deletion, and the
// audit log. It knows nothing of our additions and sends a version that is newer than our contract.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Api, type ApiResult } from '@oxide/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { alertClassNames } from '#contract/alert-classes.ts'
import { openWebhook, type Webhook } from '#control/testing/alerts.ts'
import { bind } from './http/listen.ts'
import { makePages } from './http/pages.ts'
import { construct } from './main.ts'
import { type Options, readOptions } from './options.ts'
import { builtConsole, log } from './testing.ts'

const PASSWORD = 'published'
const data = mkdtempSync(join(tmpdir(), 'rackwright-client-'))

let stop: () => Promise<void>
let webhook: Webhook
let url: string
let cookie: string
let client: Api['methods']
let token: { id: string; token: string }
let me: string

const send = (method: string, path: string, body?: object) =>
  fetch(url + path, {
    method,
    headers: { 'content-type': 'application/json', cookie },
    body: body ? JSON.stringify(body) : null,
  })

async function createToken(name: string): Promise<typeof token> {
  const response = await send('POST', '/rackwright/me/access-tokens', { name })
  return (await response.json()) as typeof token
}

beforeAll(async () => {
  webhook = await openWebhook()
  const args = ['--port', '0', '--data', data, '--allow-local-receivers']
  const options = readOptions(args, { RACKWRIGHT_ADMIN_PASSWORD: PASSWORD }) as Options
  const bound = await bind(options)
  const running = await construct(options, makePages(builtConsole()), log)
  bound.serve(running.host)
  stop = async () => {
    await bound.close()
    await running.stop()
  }
  url = bound.url
  const signedIn = await send('POST', '/v1/login/recovery/local', { username: 'admin', password: PASSWORD })
  cookie = signedIn.headers.get('set-cookie')!.split(';')[0]!
  token = await createToken('published client')
  client = new Api({ host: url, token: token.token }).methods
  me = (await ok(client.currentUserView({}))).id
})
afterAll(async () => {
  await stop()
  await webhook.close()
  rmSync(data, { recursive: true, force: true })
})

/** The data of a call that must succeed. */
async function ok<T>(calling: Promise<ApiResult<T>>): Promise<T> {
  const result = await calling
  if (result.type !== 'success') throw new Error(`${result.response.status}: ${JSON.stringify(result)}`)
  return result.data
}

test('lists and deletes its access tokens, and lists sessions', async () => {
  const other = await createToken('another one')
  const listed = async () => (await ok(client.currentUserAccessTokenList({}))).items
  expect((await listed()).map(({ id }) => id).toSorted()).toEqual([token.id, other.id].toSorted())
  expect((await listed())[0]).toEqual({ id: expect.any(String), timeCreated: expect.any(Date), timeExpires: null })
  expect((await ok(client.userTokenList({ path: { userId: me } }))).items).toEqual(await listed())
  await ok(client.currentUserAccessTokenDelete({ path: { tokenId: other.id } }))
  expect((await listed()).map(({ id }) => id)).toEqual([token.id])
  const sessions = await ok(client.userSessionList({ path: { userId: me } }))
  expect(sessions.items).toEqual([
    { id: expect.any(String), timeCreated: expect.any(Date), timeLastUsed: expect.any(Date) },
  ])
})

test('limits the lifetime of tokens', async () => {
  expect(await ok(client.authSettingsView({}))).toMatchObject({ deviceTokenMaxTtlSeconds: null })
  const body = { deviceTokenMaxTtlSeconds: 3600 }
  expect(await ok(client.authSettingsUpdate({ body }))).toMatchObject(body)
  await ok(client.authSettingsUpdate({ body: { deviceTokenMaxTtlSeconds: null } }))
})

test('manages a webhook', async () => {
  const classes = await ok(client.alertClassList({ query: { limit: 1000 } }))
  expect(classes.items.map(({ name }) => name)).toEqual(alertClassNames)

  const subscriptions = ['login.throttled']
  const body = { name: 'hook', description: '', endpoint: webhook.url, secrets: ['first'], subscriptions }
  const made = await ok(client.webhookReceiverCreate({ body }))
  expect(made).toMatchObject({ name: 'hook', endpoint: webhook.url, subscriptions, timeCreated: expect.any(Date) })
  await ok(client.webhookReceiverUpdate({ path: { receiver: 'hook' }, body: { name: 'on-call' } }))
  const path = { receiver: 'on-call' }
  const query = { receiver: 'on-call' }

  const added = await ok(client.webhookSecretsAdd({ query, body: { secret: 'second' } }))
  const secrets = async () => (await ok(client.webhookSecretsList({ query }))).secrets.map(({ id }) => id)
  expect((await secrets()).toSorted()).toEqual([made.secrets[0]!.id, added.id].toSorted())
  await ok(client.webhookSecretsDelete({ path: { secretId: added.id } }))
  expect(await secrets()).toEqual([made.secrets[0]!.id])

  const subscription = 'disk.*'
  const subscribed = async () => (await ok(client.alertReceiverView({ path }))).subscriptions.toSorted()
  expect(await ok(client.alertReceiverSubscriptionAdd({ path, body: { subscription } }))).toEqual({ subscription })
  expect(await subscribed()).toEqual([subscription, ...subscriptions])
  await ok(client.alertReceiverSubscriptionRemove({ path: { ...path, subscription } }))
  expect(await subscribed()).toEqual(subscriptions)

  expect(await ok(client.alertReceiverProbe({ path, query: { resend: true } }))).toMatchObject({
    probe: { state: 'delivered', attempts: { webhook: [{ result: 'succeeded', response: { status: 200 } }] } },
    resendsStarted: 0,
  })
  for (let count = 0; count < 6; count++)
    await client.loginLocal({ path: { siloName: 'recovery' }, body: { username: 'nobody', password: 'wrong' } })
  const delivered = async () => (await ok(client.alertDeliveryList({ path, query: { delivered: true } }))).items
  await expect.poll(async () => (await delivered()).map(({ trigger }) => trigger)).toEqual(['probe', 'alert'])
  const { alertId } = (await delivered())[1]!
  const resent = await ok(client.alertDeliveryResend({ path: { alertId }, query }))
  await expect.poll(async () => (await delivered()).map(({ id }) => id)).toContain(resent.deliveryId)
  expect(webhook.received.map(({ json }) => json.delivery.trigger)).toEqual(['probe', 'alert', 'resend'])

  const receivers = async () =>
    (await ok(client.alertReceiverList({}))).items.map(({ name, kind }) => [name, kind.kind])
  expect(await receivers()).toEqual([['on-call', 'webhook']])
  await ok(client.alertReceiverDelete({ path }))
  expect(await receivers()).toEqual([])
})

test('reads the audit log', async () => {
  const startTime = new Date(Date.now() - 3_600_000)
  const { items } = await ok(client.auditLogList({ query: { startTime, limit: 1000 } }))
  expect(items).toContainEqual({
    id: expect.any(String),
    actor: { kind: 'silo_user', siloId: expect.any(String), siloUserId: me },
    authMethod: 'access_token',
    credentialId: token.id,
    operationId: 'webhook_receiver_update',
    requestId: expect.any(String),
    requestUri: '/v1/webhook-receivers/hook',
    result: { kind: 'success', httpStatusCode: 204 },
    sourceIp: '127.0.0.1',
    timeStarted: expect.any(Date),
    timeCompleted: expect.any(Date),
    userAgent: 'node',
  })
})

test('logs out', async () => {
  await ok(client.userLogout({ path: { userId: me } }))
  expect((await client.currentUserView({})).response.status).toBe(401)
  expect((await send('GET', '/v1/me')).status).toBe(401)
})
