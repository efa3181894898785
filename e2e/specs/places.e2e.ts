// Every page: no axe violations in either theme, on a desk and on a phone, no sideways scrolling on a phone or at 200% zoom, and every
// control reachable. Then the frame's own overlays while they are open. Runs in Chromium, and in Firefox with --all; preview.e2e.ts has
// the preview's own tour. The short run stays at the desk.
import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleOnTour } from '../helpers/axe.ts'
import { isShort } from '../helpers/depth.ts'
import { expect, PHONE, test } from '../helpers/harness.ts'
import { navigate } from '../helpers/navigate.ts'
import { examples, batches } from '../helpers/places.ts'

const DESK = { width: 1440, height: 900 }
/** The desk at 200% zoom. */
const ZOOMED = { width: 720, height: 450 }

/** Controls that touch cannot reach, even after scrolling. */
const unreachableControls = (page: Page) =>
  page.evaluate((width) => {
    const found: string[] = []
    for (const element of document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea')) {
      // behind a dialog, or visible only on keyboard focus
      if (!element.checkVisibility() || element.closest('[aria-hidden=true], [inert]') || element.tabIndex < 0) continue
      // the terminal's input is off screen; users tap the terminal itself
      if (element.matches('[type=file], [href="#content"], .xterm-helper-textarea')) continue
      element.scrollIntoView({ block: 'nearest', inline: 'nearest' })
      const { left, right } = element.getBoundingClientRect()
      if (left < -1 || right > width + 1) found.push(`${element.outerHTML.slice(0, 120)} at ${left} to ${right}`)
    }
    return found
  }, PHONE.width)

const sideways = (page: Page) =>
  page.evaluate(() => {
    const panes = [document.documentElement, ...document.querySelectorAll('main, [role=dialog]')]
    return panes.filter((pane) => pane.scrollWidth > pane.clientWidth + 1).map((pane) => pane.tagName)
  })

/** Tables find out a moment after a resize that they scroll. */
const tablesBeyondKeys = (page: Page) =>
  page.evaluate(() => {
    const boxes = document.querySelectorAll<HTMLElement>('[data-part=table] > :first-child')
    return [...boxes].filter((box) => box.scrollWidth > box.clientWidth && box.tabIndex < 0).length
  })

for (const batch of batches) {
  test(batch.join(', '), { tag: '@tour' }, async ({ page }) => {
    await page.goto(examples[batch[0]!]!)
    for (const [n, place] of batch.entries()) {
      await test.step(place, async () => {
        await page.setViewportSize(DESK)
        if (n > 0) await navigate(page, examples[place]!)
        await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toBeVisible()
        await expect(page.getByRole('heading', { name: 'Page not found' })).toHaveCount(0)
        await expectAccessibleOnTour(page)
        if (isShort) return
        await page.setViewportSize(ZOOMED)
        await expect.poll(() => sideways(page), { message: 'wider than the screen at 200%' }).toEqual([])
        await page.setViewportSize(PHONE)
        await expect.poll(() => tablesBeyondKeys(page), { message: 'tables that keys cannot scroll' }).toBe(0)
        await expectAccessible(page)
        // charts take their new width a moment later
        await expect.poll(() => sideways(page), { message: 'wider than the screen' }).toEqual([])
        await expect.poll(() => unreachableControls(page), { message: 'out of reach' }).toEqual([])
      })
    }
  })
}

const layers: Record<string, (page: Page) => Promise<unknown>> = {
  'the menu of the person': (page) => page.getByRole('button', { name: 'user menu' }).click(),
  'the menu of themes': (page) => page.getByRole('button', { name: 'Theme' }).click(),
  'the palette': (page) => page.getByRole('button', { name: 'Jump to' }).click(),
  'the list of shortcuts': (page) => page.getByRole('button', { name: 'Keyboard shortcuts' }).click(),
  'the choice of columns': (page) => page.getByRole('button', { name: 'Choose columns' }).click(),
  'the menu of a row': (page) => page.getByRole('button', { name: 'Row actions' }).first().click(),
}

test('the overlays of the frame', { tag: '@server' }, async ({ page }) => {
  await page.goto('/projects')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const [name, open] of Object.entries(layers)) {
    await test.step(name, async () => {
      await open(page)
      const layer = page.getByRole('dialog').or(page.getByRole('menu'))
      await expect(layer).toBeVisible()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await expect(layer).toHaveCount(0)
    })
  }
})

test('the navigation is in a drawer', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await page.goto('/projects')
  await page.getByRole('button', { name: 'Open navigation' }).click()
  const drawer = page.getByRole('dialog')
  await expectAccessible(page)
  await drawer.getByRole('link', { name: 'Access' }).click()
  await expect(page.getByRole('heading', { name: 'Access' })).toBeVisible()
  await expect(drawer).toHaveCount(0)
})
