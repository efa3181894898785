// Labels in the demo world.
import type { Params } from '#contract/client.ts'
import { type Demo, type Task, task } from './task.ts'

type Kind = Params<'label_update'>['path']['kind']

const wanted: readonly [kind: Kind, project: string, resource: string, ...labels: string[]][] = [
  ['instance', 'storefront', 'web-1', 'env=prod', 'web'],
  ['instance', 'storefront', 'web-2', 'env=prod', 'web'],
  ['instance', 'storefront', 'catalog-db', 'env=prod', 'database'],
  ['instance', 'storefront', 'checkout', 'env=prod'],
  ['instance', 'billing', 'ledger', 'database', 'env=prod', 'pci'],
  ['instance', 'staging', 'shop-next', 'env=staging', 'web'],
  ['disk', 'storefront', 'catalog-data', 'backup=daily', 'env=prod'],
  ['disk', 'billing', 'ledger', 'backup=daily', 'pci'],
]

async function addLabels({ admin }: Demo): Promise<void> {
  for (const [kind, project, resource, ...labels] of wanted)
    await admin('label_update', { path: { kind, resource }, query: { project }, body: { labels } })
}

export const labels = (): Task[] => [task(17, '11:20', addLabels)]
