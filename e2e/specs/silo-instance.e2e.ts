// The instances of the silo, across projects: reached by keyboard, filtered by label and state, leading to their pages.
import { expectAccessible } from '../helpers/axe.ts'
import { expect, PHONE, test } from '../helpers/harness.ts'
import { pressAt } from '../helpers/keys.ts'
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

  // by pointer to the list, and by keyboard through it
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/projects')
  await page.getByRole('link', { name: 'Instances', exact: true }).click()
  const chip = page.getByRole('button', { name: /^running/ })
  await pressAt(page, chip)
  await expect(page).toHaveURL('/instances?state=running')
  await expect(chip).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('/')
  await page.keyboard.type('catalog-db')
  await expect(page).toHaveURL('/instances?state=running&filter=catalog-db')
  await pressAt(page, row(page, 'catalog-db').getByRole('button', { name: 'Row actions' }))
  await expect(page.getByRole('menuitem').first()).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await row(page, 'catalog-db').getByRole('link', { name: 'storefront' }).press('Enter')
  await expect(page).toHaveURL(/^[^?]*\/projects\/storefront/)
})
