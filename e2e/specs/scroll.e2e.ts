// Scroll positions: restored after a reload and Back, and not carried over to another page.
import type { Page } from '@playwright/test'
import { expect, test } from '../helpers/harness.ts'
import { visit } from '../helpers/instance.ts'

// wide enough for the sidebar, and shorter than every page
test.use({ viewport: { width: 1400, height: 400 } })

const top = (page: Page) => page.getByRole('main').evaluate((pane) => pane.scrollTop)
const scroll = (page: Page, to: number) => page.getByRole('main').evaluate((pane, y) => pane.scrollTo(0, y), to)

test('each page keeps its own scroll position', { tag: '@core' }, async ({ page }) => {
  // nothing on it changes its height after it is shown
  await visit(page, '/docs/guides/key-concepts')
  await expect.poll(() => top(page)).toBe(0)
  await scroll(page, 300)
  await page.reload()
  await expect.poll(() => top(page)).toBe(300)

  await visit(page, '/projects/storefront/instances/web-1/storage')
  expect(await top(page)).toBe(0)
  await scroll(page, 100)
  await page.getByRole('link', { name: 'Instances' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Instances' })).toBeVisible()
  expect(await top(page)).toBe(0)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'web-1' })).toBeVisible()
  await expect.poll(() => top(page)).toBe(100)

  // a list that has a page of its own
  await visit(page, '/system/networking/fabric/ports')
  await expect(page.getByRole('table', { name: 'Switch ports' }).getByRole('row')).toHaveCount(26)
  await scroll(page, 300)
  await page.reload()
  await expect.poll(() => top(page)).toBe(300)
})
