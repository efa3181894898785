// On a phone: no page scrolls sideways, and whatever can be pressed can be brought into view.
import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { expect, test } from './harness.ts'
import { examples, handfuls } from './places.ts'

const WIDTH = 390
test.use({ viewport: { width: WIDTH, height: 844 } })

/** What a finger cannot get at, even after scrolling to it. */
const outOfReach = (page: Page) =>
  page.evaluate((width) => {
    const found: string[] = []
    for (const element of document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea')) {
      // behind a dialog, or shown to the keyboard only
      if (!element.checkVisibility() || element.closest('[aria-hidden=true], [inert]') || element.tabIndex < 0) continue
      // the terminal keeps its own field off the screen: a finger presses the terminal
      if (element.matches('[type=file], [href="#content"], .xterm-helper-textarea')) continue
      element.scrollIntoView({ block: 'nearest', inline: 'nearest' })
      const { left, right } = element.getBoundingClientRect()
      if (left < -1 || right > width + 1) found.push(`${element.outerHTML.slice(0, 120)} at ${left} to ${right}`)
    }
    return found
  }, WIDTH)

const sideways = (page: Page) =>
  page.evaluate(() => {
    const panes = [document.documentElement, ...document.querySelectorAll('main, [role=dialog]')]
    return panes.filter((pane) => pane.scrollWidth > pane.clientWidth + 1).map((pane) => pane.tagName)
  })

test.describe('every place', { tag: '@server' }, () => {
  for (const handful of handfuls) {
    test(handful.join(', '), async ({ page }) => {
      test.setTimeout(120_000)
      for (const place of handful) {
        await test.step(place, async () => {
          await page.goto(examples[place]!)
          await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toBeVisible()
          expect(await sideways(page), 'wider than the screen').toEqual([])
          expect(await outOfReach(page), 'out of reach').toEqual([])
        })
      }
    })
  }
})

test('the way around is in a drawer', async ({ page }) => {
  await page.goto('/projects')
  await page.getByRole('button', { name: 'Open navigation' }).click()
  const drawer = page.getByRole('dialog')
  await expectAccessible(page)
  await drawer.getByRole('link', { name: 'Access' }).click()
  await expect(page.getByRole('heading', { name: 'Access' })).toBeVisible()
  await expect(drawer).toHaveCount(0)
})
