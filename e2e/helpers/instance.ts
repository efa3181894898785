// Instances as fixtures.
import type { Page } from '@playwright/test'
import { call } from './api.ts'
import { expect } from './harness.ts'

const GIB = 2 ** 30

interface Wanted {
  project: string
  name: string
  /** otherwise it stays stopped */
  start?: boolean
}

/** Loads a page and waits for its heading. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/** Small, so that many fit. Leaves its page open. */
export async function makeInstance(page: Page, { project, name, start = false }: Wanted): Promise<void> {
  const context = page.context()
  const image = (await call(context, 'GET', '/v1/images/debian-12')) as { id: string; size: number }
  const source = { type: 'image', image_id: image.id }
  const disk = { type: 'create', name: `${name}-boot`, description: '', size: 10 * GIB, disk_source: source }
  await call(context, 'POST', `/v1/instances?project=${project}`, {
    name,
    description: '',
    hostname: name,
    ncpus: 1,
    memory: GIB,
    boot_disk: disk,
    external_ips: [{ type: 'ephemeral' }],
    start,
  })
  await visit(page, `/projects/${project}/instances/${name}/storage`)
  if (start) await expectState(page, 'running')
}

/** On the page of an instance. */
export const expectState = (page: Page, state: string) =>
  expect(page.getByRole('main').getByText(state, { exact: true })).toBeVisible()
