// The demo's alerts: an SMTP server, a receiver of each kind, and a subscription of a member. All names end in .invalid, so a server
// with the demo world looks nothing up and connects to nothing (server/outgoing/reach.ts).
import type { AlertSender } from '../frame/ports/sending.ts'
import { OPERATORS } from './silo.ts'
import { type Demo, type Task, task } from './task.ts'

const DAY_MS = 86_400_000

const smtp = {
  host: 'smtp.demo.invalid',
  port: 587,
  security: 'starttls' as const,
  fromAddress: 'rackwright@demo.invalid',
}
const mail = {
  name: 'operations',
  description: 'Everyone who looks after the rack',
  address: 'operations@demo.invalid',
  digest: false,
  subscriptions: ['**'],
}
const webhook = {
  name: 'on-call',
  description: 'Wakes whoever is on call',
  endpoint: 'https://hooks.demo.invalid/on-call',
  secrets: ['nobody has this one'],
  subscriptions: ['space.low', 'backup.missed', 'certificate.expiring'],
}

/** What somebody reads who confirms an address. */
let lastMail = ''

/**
 * What the builder sends alerts with. Nothing leaves. The webhook exists from the fourth day on, and the mail server is down for almost
 * three days, which is longer than an alert is retried. Days are counted from the end of the world.
 */
export function makeDemoSender(now: () => Date, end: number): AlertSender {
  const isBetween = (from: number, to: number) => {
    const left = (end - now().getTime()) / DAY_MS
    return left <= from && left > to
  }
  return {
    post: async () => (isBetween(30, 27) ? { status: 404, duration_ms: 38 } : { status: 200, duration_ms: 112 }),
    async mail(_server, { text }) {
      if (isBetween(12, 9.25)) return { failure: 'unreachable', reason: 'connect ECONNREFUSED 203.0.113.25:587' }
      lastMail = text
      return undefined
    },
  }
}

const probe = ({ admin }: Demo) => admin('alert_receiver_probe', { path: { receiver: webhook.name } })

export const alerts = (): Task[] => [
  task(29, '09:20', ({ admin }) => admin('smtp_settings_update', { body: smtp })),
  task(29, '09:25', ({ admin }) => admin('email_receiver_create', { body: mail })),
  task(28, '14:05', ({ admin }) => admin('webhook_receiver_create', { body: webhook })),
  task(28, '14:06', probe),
  task(26, '10:40', probe),
  task(5, '08:50', probe),
  task(19, '13:30', async (demo) =>
    (await demo.as(OPERATORS, 'hedy'))('alert_subscription_create', {
      body: { project: 'storefront', address: 'hedy@demo.invalid', classes: ['instance.failed', 'disk.faulted'] },
    }),
  ),
  task(19, '13:32', async (demo) =>
    (await demo.as(OPERATORS, 'hedy'))('alert_subscription_confirm', {
      body: { token: /[0-9a-f]{40}/.exec(lastMail)?.[0] ?? '' },
    }),
  ),
]
