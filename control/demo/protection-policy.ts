// Protection policies in the demo world.
import { type Demo, type Task, task } from './task.ts'

async function addPolicies({ admin }: Demo): Promise<void> {
  await admin('protection_policy_create', {
    query: { project: 'storefront' },
    body: {
      name: 'nightly',
      description: 'All that earns money',
      schedule: { kind: 'daily', time: '03:00', zone: 'UTC' },
      keep: { hourly: 0, daily: 7, weekly: 4, monthly: 3 },
      covers: { kind: 'label', label: 'env=prod' },
      isEnabled: true,
    },
  })
}

export const protectionPolicies = (): Task[] => [task(17, '11:30', addPolicies)]
