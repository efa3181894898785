// The overview of an instance: how busy it is, how to reach it, what happened last, and its notes.
import { expectAccessible } from '../helpers/axe.ts'
import { expect, PHONE, test } from '../helpers/harness.ts'
import { makeInstance, visit } from '../helpers/instance.ts'
import { pressAt, tabTo } from '../helpers/keys.ts'
import { makeProject, overflow, row } from '../helpers/table.ts'

const rates = (one: string, other: string) => new RegExp(`: ${one} [\\d.,]+ [KM]?i?B/s, ${other} [\\d.,]+ [KM]?i?B/s$`)

test('from the list to the overview', { tag: ['@both', '@core'] }, async ({ page }) => {
  await visit(page, '/projects/storefront/instances')
  await row(page, 'web-1').getByRole('link', { name: 'web-1' }).click()
  await expect(page).toHaveURL('/projects/storefront/instances/web-1/overview')
  await expect(page.getByRole('tab').first()).toHaveText('Overview')
  await expect(page.getByRole('tab', { name: 'Overview' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('img', { name: /^CPU in the last hour: Running [\d.]+ %$/ })).toBeVisible()
  await expect(page.getByRole('img', { name: rates('Received', 'Sent') })).toBeVisible()
  await expect(page.getByRole('img', { name: rates('Read', 'Written') })).toBeVisible()
  await expect(page.getByRole('img', { name: /^Memory in the last hour: Used [\d.]+ %$/ })).toBeVisible()
  await expect(page.getByText(/^[\d.]+ [MG]iB of [\d.]+ GiB used by the guest$/)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Addresses' })).toContainText(/ssh .+@\d/)
  await expect(page.getByRole('list', { name: 'Last events' })).toContainText('web-1')
  await expectAccessible(page)
  await page.setViewportSize(PHONE)
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  // the address without a tab still leads to storage
  await page.goto('/projects/storefront/instances/web-1')
  await expect(page).toHaveURL('/projects/storefront/instances/web-1/storage')
})

test('a new instance without data, and notes by keyboard', async ({ page, unique }) => {
  const project = unique('glance')
  await makeProject(page, project)
  await makeInstance(page, { project, name: 'fresh' })
  await tabTo(page, page.getByRole('tab', { name: 'Storage' }))
  await page.keyboard.press('ArrowLeft')
  await expect(page).toHaveURL(/\/overview$/)
  await expect(page.getByRole('img', { name: 'CPU in the last hour: no data' })).toBeVisible()
  await expect(page.getByText('Known only while the instance is running.')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Last events' })).toContainText('created instance fresh')
  const notes = page.getByRole('region', { name: 'Notes' })
  await expect(notes).toContainText('No notes yet')
  await expectAccessible(page)
  await pressAt(page, notes.getByRole('button', { name: 'Edit notes' }))
  await tabTo(page, page.getByRole('dialog').getByRole('textbox', { name: 'Notes' }))
  await page.keyboard.type('Runs the shop.')
  await expectAccessible(page)
  await pressAt(page, page.getByRole('button', { name: 'Update instance' }))
  await expect(notes).toContainText('Runs the shop.')
})
