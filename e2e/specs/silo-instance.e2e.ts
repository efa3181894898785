// The instances of the silo, across projects: reached by keyboard, filtered by label and state, leading to their pages.
import { expectAccessible } from '../helpers/axe.ts'
import { expect, PHONE, test } from '../helpers/harness.ts'
import { overflow, row } from '../helpers/table.ts'

test('instances of all projects', { tag: '@core' }, async ({ page }) => {
  await page.goto('/projects')
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('i')
  await expect(page).toHaveURL('/instances')
  await expect(page.getByRole('heading', { level: 1, name: 'Instances' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Project' })).toBeVisible()
  await expectAccessible(page)

  const filter = page.getByRole('searchbox', { name: 'Filter instances' })
  await filter.fill('label:database')
  await expect(row(page, 'catalog-db')).toContainText('storefront')
  await expect(row(page, 'ledger')).toContainText('billing')
  await expect(row(page, 'web-1')).toHaveCount(0)
  await page.setViewportSize(PHONE)
  expect(await overflow(page)).toBe(0)
  await expectAccessible(page)
  await row(page, 'ledger').getByRole('link', { name: 'ledger' }).click()
  await expect(page).toHaveURL('/projects/billing/instances/ledger/overview')
})
