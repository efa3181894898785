// The demo's projects: what a small company keeps on its rack.
import { unwrap } from '#contract/client.ts'
import type { Demo } from './demo.ts'

export const projects = [
  { name: 'storefront', description: 'The shop that customers see' },
  { name: 'billing', description: 'Invoices, payments and the nightly settlement' },
  { name: 'analytics', description: 'Warehouse and reports' },
  { name: 'staging', description: 'Where everything is tried before it is real' },
  { name: 'build-farm', description: '' },
]

export async function furnishProjects({ admin }: Demo): Promise<void> {
  for (const body of projects) unwrap('project_create', await admin('project_create', { body }))
}
