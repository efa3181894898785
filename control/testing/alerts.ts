// Alerts in tests: a webhook to send to, and a way to raise alerts without breaking anything.
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, request, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Host } from '../frame/context.ts'
import type { AlertSender } from '../frame/ports/sending.ts'
import { raiseAlert } from '../frame/raise-alert.ts'
import { breath } from './compute.ts'
import type { World } from './world.ts'

/** Sends to webhooks of this machine, gives up early, and has no e-mail. */
export const localSender: AlertSender = {
  post: ({ url, headers, body }) =>
    new Promise((resolve) => {
      const start = performance.now()
      const sending = request(url, { method: 'POST', timeout: 2000 })
      for (const [name, value] of headers) sending.appendHeader(name, value)
      sending.on('response', (response) => {
        response.resume()
        resolve({ status: response.statusCode ?? 0, duration_ms: Math.round(performance.now() - start) })
      })
      sending.on('timeout', () => {
        resolve({ failure: 'timeout', reason: 'no answer within 2 seconds' })
        sending.destroy()
      })
      sending.on('error', ({ message }) => resolve({ failure: 'unreachable', reason: message }))
      sending.end(body)
    }),
  mail: async () => ({ failure: 'unreachable', reason: 'there is no mail server' }),
}

export interface Received {
  path: string
  headers: IncomingHttpHeaders
  /** One for each secret. */
  signatures: string[]
  body: string
  json: {
    alert_class: string
    alert_id: string
    data: Record<string, unknown>
    delivery: { id: string; receiver_id: string; sent_at: string; trigger: string }
  }
}

export interface Webhook {
  url: string
  received: Received[]
  /** What it answers. Zero: it never does. */
  status: number
  /** Runs once a request has arrived, before it is answered. */
  before?: ((received: Received) => Promise<void>) | undefined
  close(): Promise<void>
}

export async function openWebhook(): Promise<Webhook> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    const raw = request.rawHeaders
    const signatures = raw.flatMap((name, at) => (name.toLowerCase() === 'x-rackwright-signature' ? raw[at + 1]! : []))
    const { headers, url: path = '' } = request
    const received = { path, headers, signatures, body, json: JSON.parse(body) as Received['json'] }
    webhook.received.push(received)
    await webhook.before?.(received)
    if (webhook.status !== 0) response.writeHead(webhook.status, { location: '/elsewhere' }).end('thanks')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const webhook: Webhook = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/alerts`,
    received: [],
    status: 200,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return webhook
}

/** Computed with another library than the server's. */
export const signatureOf = (secret: string, body: string) => createHmac('sha256', secret).update(body).digest('hex')

/** About the fleet, numbered in its payload. */
export const raise = ({ host }: { host: Pick<Host, 'db' | 'clock' | 'random'> }, number: number) =>
  host.db.transaction((tx) =>
    raiseAlert(host, tx, host.clock.now().toISOString(), {
      alert_class: 'space.low',
      target: String(number),
      payload: { number },
    }),
  )

/** Lets real time pass until something is so, and virtual time with it if `step` is given. */
export async function eventually(world: Pick<World, 'clock'>, isSo: () => boolean | Promise<boolean>, step = 0) {
  const end = Date.now() + 20_000
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error('waited in vain')
    if (step > 0) await world.clock.advance(step)
    await breath()
  }
}

export const createReceiver = (world: World, name: string, endpoint: string, more: Record<string, unknown> = {}) =>
  world.admin.raw('POST', '/v1/webhook-receivers', {
    name,
    description: '',
    endpoint,
    secrets: ['first secret'],
    subscriptions: ['**'],
    ...more,
  })
