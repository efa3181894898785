// Getting about with nothing but a keyboard: a thing is reached by Tab and the arrows, as a person would, or the test fails.
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

/** In the menu of a row. */
export async function chooseByKeys(page: Page, row: Locator, label: string): Promise<void> {
  await pressAt(page, row.getByRole('button', { name: 'Row actions' }))
  await stepTo(page, 'ArrowDown', page.getByRole('menuitem', { name: label, exact: true }))
  await page.keyboard.press('Enter')
}

/** In a list that opens under the field with the focus. */
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
  // in a list without a filter the letters alone have marked it
  for (let step = 0; step < MAX_STEPS && !(await isMarked(option)); step++) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
}

const isMarked = (option: Locator) =>
  option.evaluate((element) => element === document.activeElement || element.hasAttribute('data-highlighted'))
