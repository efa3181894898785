// Every place that has a page, in both themes, and the frame's own layers while they are open: axe finds nothing to object to.
import type { Page } from '@playwright/test'
import { places } from '#console/paths.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './harness.ts'
import { examples, handfuls, unbuilt } from './places.ts'

// what is drawn is the same on both hosts, and the walk is long
test.describe('every place', { tag: '@server' }, () => {
  for (const handful of handfuls) {
    test(handful.join(', '), async ({ page }) => {
      test.setTimeout(120_000)
      for (const place of handful) {
        await test.step(place, async () => {
          await page.goto(examples[place]!)
          await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toBeVisible()
          await expect(page.getByRole('heading', { name: 'Page not found' })).toHaveCount(0)
          await expectAccessible(page)
        })
      }
    })
  }

  test('a place that gets a page gets an example too', async ({ page }) => {
    test.setTimeout(120_000)
    await page.goto(examples.projects)
    for (const place of unbuilt) {
      await page.goto(places[place].replaceAll(':project', 'storefront').replaceAll(':', ''))
      await expect(page.getByRole('heading', { level: 1 }), `e2e/places.ts has no example of ${place}`).toHaveText(
        'Page not found',
      )
    }
  })
})

const layers: Record<string, (page: Page) => Promise<unknown>> = {
  'the menu of the person': (page) => page.getByRole('button', { name: 'user menu' }).click(),
  'the menu of themes': (page) => page.getByRole('button', { name: 'Theme' }).click(),
  'the palette': (page) => page.getByRole('button', { name: 'Jump to' }).click(),
  'the list of shortcuts': (page) => page.getByRole('button', { name: 'Keyboard shortcuts' }).click(),
  'the choice of columns': (page) => page.getByRole('button', { name: 'Choose columns' }).click(),
  'the menu of a row': (page) => page.getByRole('button', { name: 'Row actions' }).first().click(),
}

test('the layers of the frame', { tag: '@server' }, async ({ page }) => {
  test.setTimeout(120_000)
  for (const [name, open] of Object.entries(layers)) {
    await test.step(name, async () => {
      await page.goto('/projects')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await open(page)
      const layer = page.getByRole('dialog').or(page.getByRole('menu'))
      await expect(layer).toBeVisible()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await expect(layer).toHaveCount(0)
    })
  }
})
