// Number fields: text that is not a whole number is kept and reported, never changed into another number.
import { paths } from '#console/paths.ts'
import { expect, test } from '../helpers/harness.ts'

for (const text of ['12.5', '12,5', '1e3']) {
  test(`${text} is rejected with a message`, { tag: text === '12.5' ? '@core' : [] }, async ({ page }) => {
    await page.goto(paths.disksNew({ project: 'storefront' }))
    const size = page.getByRole('spinbutton', { name: 'Size' })
    await page.getByLabel('Name').fill('fraction')
    await size.fill('')
    await size.pressSequentially(text)
    await expect(page.getByText('Enter a whole number')).toBeVisible()
    await page.getByRole('button', { name: 'Create disk' }).click()
    await expect(size).toHaveValue(text)
    await expect(size).toBeFocused()
    await expect(page.getByText('Enter a whole number')).toBeVisible()
    await size.fill('12')
    await expect(page.getByText('Enter a whole number')).toBeHidden()
  })
}

test('a field at its maximum keeps its background color', async ({ page }) => {
  await page.goto(paths.disksNew({ project: 'storefront' }))
  const size = page.getByRole('spinbutton', { name: 'Size' })
  const background = () => size.locator('..').evaluate((box) => getComputedStyle(box).backgroundColor)
  const before = await background()
  await size.fill('1023')
  await expect(page.getByRole('button', { name: 'Increase' })).toBeDisabled()
  expect(await background()).toBe(before)
})
