// The demo's access tokens and a service account. Nobody has the tokens: the answers that contained them are gone.
import { OPERATORS } from './silo.ts'
import { type Task, task } from './task.ts'

const DAY_S = 86_400

const tokens = [
  { name: 'terraform', role: 'collaborator', ttlSeconds: 90 * DAY_S },
  { name: 'capacity report', readOnly: true, ttlSeconds: 365 * DAY_S },
  { name: 'rackwright on operations-laptop' },
] as const

export const accessTokens = (): Task[] => [
  ...tokens.map((body, index) =>
    task(20 - 5 * index, '10:15', async (demo) => (await demo.as(OPERATORS, 'admin'))('access_token_create', { body })),
  ),
  task(12, '11:00', async (demo) => {
    const admin = await demo.as(OPERATORS, 'admin')
    const { id } = await admin('service_account_create', {
      body: { name: 'prometheus', description: 'collects the metrics of the servers' },
    })
    await admin('service_account_token_create', {
      path: { serviceAccount: id },
      body: { name: 'scraper', readOnly: true },
    })
  }),
]
