// The list of a combobox: pointer and keyboard, its position, and its behavior inside a form and a dialog.
import type { Locator } from '@playwright/test'
import { paths } from '#console/paths.ts'
import { expectAccessible } from '../helpers/axe.ts'
import { expect, test } from '../helpers/harness.ts'

const project = 'storefront'

const highlighted = (options: Locator) => options.and(options.page().locator('[data-highlighted]'))

test('a list is opened, searched and closed', { tag: '@core' }, async ({ page }) => {
  await page.goto(paths.instancesNew({ project }))
  const image = page.getByRole('combobox', { name: 'Image' })
  const options = page.getByRole('option')
  await image.click()
  await expect(options.first()).toBeVisible()
  await expect(image).toBeFocused()
  await expect(image).toHaveAttribute('aria-expanded', 'true')
  await expect(highlighted(options)).toHaveCount(0)
  await expectAccessible(page)

  await page.keyboard.press('ArrowDown')
  await expect(options.first()).toHaveAttribute('data-highlighted')
  await expect(image).toHaveAttribute('aria-activedescendant', (await options.first().getAttribute('id'))!)
  await page.keyboard.press('ArrowUp')
  await expect(options.last()).toHaveAttribute('data-highlighted')
  await options.nth(1).hover()
  await expect(options.nth(1)).toHaveAttribute('data-highlighted')
  await expect(highlighted(options)).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(options).toHaveCount(0)
  await expect(image).not.toHaveValue('')
  const chosen = await image.inputValue()

  // typing replaces the choice and highlights the first match for Enter
  await image.click()
  await expect(page.getByRole('option', { selected: true })).toHaveText(new RegExp(chosen))
  await page.keyboard.type('debian-12')
  await expect(options.first()).toHaveAttribute('data-highlighted')
  await page.keyboard.press('Enter')
  await expect(image).toHaveValue('debian-12')

  // text without a match selects nothing, and Enter does not submit the form
  await image.fill('no such image')
  await expect(page.getByText('No items match')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Name is required')).toBeHidden()
  await page.keyboard.press('Tab')
  await expect(page.getByText('No items match')).toBeHidden()
  await expect(image).toHaveValue('debian-12')
  await expect(page.getByRole('spinbutton', { name: 'Disk size' })).toBeFocused()

  // the arrow at its end opens and closes it too
  const arrow = page.getByRole('button', { name: 'Show the list' }).first()
  await arrow.click()
  await expect(image).toBeFocused()
  await expect(options.first()).toBeVisible()
  await arrow.click()
  await expect(options).toHaveCount(0)
})

test('a list stays next to its field, and above it without space below', async ({ page }) => {
  await page.setViewportSize({ width: 1000, height: 420 })
  await page.goto(paths.instancesNew({ project }))
  const image = page.getByRole('combobox', { name: 'Image' })
  const list = page.getByRole('listbox')
  const gap = async () => {
    const [field, popup] = [await image.boundingBox(), await list.boundingBox()]
    return field && popup ? { below: popup.y - field.y - field.height, above: field.y - popup.y - popup.height } : {}
  }
  await image.evaluate((element) => element.scrollIntoView({ block: 'start' }))
  await image.click()
  await expect.poll(async () => (await gap()).below).toBeGreaterThan(0)
  await image.evaluate((element) => element.scrollIntoView({ block: 'end' }))
  await expect.poll(async () => (await gap()).above).toBeGreaterThan(0)
  await expect(list).toBeInViewport({ ratio: 1 })
})

test('Escape closes the list and leaves the dialog around it open', async ({ page }) => {
  await page.goto(paths.instancesNew({ project }))
  await page.getByRole('button', { name: 'Attach existing disk' }).click()
  const dialog = page.getByRole('dialog')
  const disk = dialog.getByRole('combobox', { name: 'Disk' })
  await expect(disk).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(dialog.getByRole('option').first()).toHaveAttribute('data-highlighted')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('option')).toHaveCount(0)
  await expect(disk).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})
