// Keyboard-only navigation: reaches an element with Tab and arrow keys, or fails the test.
import type { Locator, Page } from '@playwright/test'
import { expect } from './harness.ts'
import { isNative } from './table.ts'

const MAX_STEPS = 90

const isFocused = (target: Locator) => target.evaluate((element) => element === document.activeElement)

async function stepTo(page: Page, key: string, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let step = 0; step < MAX_STEPS; step++) {
    if (await isFocused(target)) return
    await page.keyboard.press(key)
  }
  await expect(target, `reached by ${key}`).toBeFocused({ timeout: 1 })
}

export const tabTo = (page: Page, target: Locator) => stepTo(page, 'Tab', target)

export async function pressAt(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

/** Chooses an item from a row's menu. */
export const chooseByKeys = (page: Page, row: Locator, label: string) =>
  chooseFrom(page, row.getByRole('button', { name: 'Row actions' }), label)

/** Chooses an item from the menu of a button. */
export async function chooseFrom(page: Page, button: Locator, label: string): Promise<void> {
  await pressAt(page, button)
  await stepTo(page, 'ArrowDown', page.getByRole('menuitem', { name: label, exact: true }))
  await page.keyboard.press('Enter')
}

/** Picks an option from the list of the focused field. */
export async function pickByKeys(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field)
  if (await isNative(field)) {
    await page.keyboard.type(text)
    await expect(field.locator('option:checked')).toContainText(text)
    return
  }
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.keyboard.type(text)
  const option = page.getByRole('option', { name: new RegExp(text) }).first()
  await expect(option).toBeVisible()
  // in a list without a filter, typing already highlights it
  for (let step = 0; step < MAX_STEPS && !(await isMarked(option)); step++) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
}

const isMarked = (option: Locator) =>
  option.evaluate((element) => element === document.activeElement || element.hasAttribute('data-highlighted'))
