// External IPs of an instance: a floating IP attached and detached on the networking tab.
import { expectAccessible } from '../helpers/axe.ts'
import { expect, test } from '../helpers/harness.ts'
import { makeInstance } from '../helpers/instance.ts'
import { choose, row, select } from '../helpers/table.ts'

test('a floating IP is attached and detached again', { tag: '@core' }, async ({ page, unique }) => {
  const name = unique('reach')
  await makeInstance(page, { project: 'storefront', name })
  await page.getByRole('tab', { name: 'Networking' }).click()
  const addresses = page.getByRole('table', { name: 'External IPs' })
  const attach = page.getByRole('button', { name: 'Attach floating IP' })
  await attach.click()
  const form = page.getByRole('dialog', { name: 'Attach floating IP' })
  await form.getByRole('button', { name: 'Attach floating IP' }).click()
  await expect(form.getByText('Floating IP is required')).toBeVisible()
  await select(page, 'Floating IP', /^suppliers/)
  await expect(form.getByText(/will be reachable at \d+\.\d+\.\d+\.\d+/)).toBeVisible()
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Attach floating IP' }).click()
  await expect(page.getByText('Floating IP suppliers attached')).toBeVisible()
  await expect(addresses).toContainText('suppliers')
  const taken = addresses.getByRole('row').filter({ hasText: 'suppliers' })
  await expect(taken).toContainText('floating')
  const ip = (await taken.getByRole('link').first().textContent())!
  // floating IPs come first in the summary too
  await expect(page.getByRole('definition').filter({ hasText: ip })).toBeVisible()
  // it is in use now
  await attach.click()
  await page.getByRole('combobox', { name: 'Floating IP' }).click()
  await expect(page.getByRole('option', { name: /^shop-standby/ })).toBeVisible()
  await expect(page.getByRole('option', { name: /^suppliers/ })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('option')).toHaveCount(0)
  await form.getByRole('button', { name: 'Cancel' }).click()

  await choose(page, ip, 'Detach')
  const question = page.getByRole('dialog', { name: 'Detach floating IP' })
  await expect(question).toContainText('The project keeps the IP.')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Detach floating IP' }).click()
  await expect(page.getByText('Floating IP suppliers detached')).toBeVisible()
  await expect(row(page, ip)).toHaveCount(0)
})

test('by keyboard alone', async ({ page, unique }) => {
  await makeInstance(page, { project: 'storefront', name: unique('keys') })
  await page.getByRole('tab', { name: 'Storage' }).focus()
  await page.keyboard.press('ArrowRight')
  const attach = page.getByRole('button', { name: 'Attach floating IP' })
  await attach.focus()
  await page.keyboard.press('Enter')
  const choice = page.getByRole('combobox', { name: 'Floating IP' })
  await expect(choice).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option', { name: /^suppliers/ })).toBeVisible()
  await page.keyboard.type('supp')
  await page.keyboard.press('Enter')
  await expect(choice).toHaveValue('suppliers')
  await page.getByRole('dialog').getByRole('button', { name: 'Attach floating IP' }).press('Enter')
  await expect(page.getByText('Floating IP suppliers attached')).toBeVisible()

  const taken = page.getByRole('table', { name: 'External IPs' }).getByRole('row').filter({ hasText: 'suppliers' })
  await taken.getByRole('button', { name: 'Row actions' }).press('Enter')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.getByRole('menuitem', { name: 'Detach' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Detach floating IP' }).press('Enter')
  await expect(page.getByText('Floating IP suppliers detached')).toBeVisible()
})
