// Instances as fixtures, made as a person would make them.
import type { Page } from '@playwright/test'
import { expect } from './harness.ts'
import { select } from './table.ts'

interface Wanted {
  project: string
  name: string
  /** left stopped otherwise */
  start?: boolean
}

/** The first time by a page load; then inside the page, for the preview's world ends with it. */
export async function visit(page: Page, path: string): Promise<void> {
  if (page.url() === 'about:blank') {
    await page.goto(path)
    // the preview has to make its world first
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 30_000 })
    return
  }
  await page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  }, path)
}

/** Small, so that many fit; its page is open afterwards. */
export async function makeInstance(page: Page, { project, name, start = false }: Wanted): Promise<void> {
  await visit(page, `/projects/${project}/instances-new`)
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByRole('checkbox', { name: 'Start Instance' }).setChecked(start)
  await page.getByRole('tab', { name: 'Custom' }).click()
  await page.getByRole('spinbutton', { name: 'CPUs' }).fill('1')
  await page.getByRole('spinbutton', { name: 'Memory' }).fill('1')
  await select(page, 'Image', /debian-12/)
  await page.getByRole('button', { name: 'Create instance' }).click()
  await expect(page.getByText(`Instance ${name} created`)).toBeVisible()
  await expect(page).toHaveURL(`/projects/${project}/instances/${name}/storage`)
  if (start) await expectState(page, 'running')
}

/** On the page of an instance. */
export const expectState = (page: Page, state: string) =>
  expect(page.getByRole('main').getByText(state, { exact: true })).toBeVisible({ timeout: 20_000 })
