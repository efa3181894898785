// The allow list: a warning before locking yourself out, the server's refusal, and a valid list.
import { call } from '../helpers/api.ts'
import { expectAccessible } from '../helpers/axe.ts'
import { expect, PHONE, test } from '../helpers/harness.ts'
import { overflow, row } from '../helpers/table.ts'

const PAGE = '/system/networking/allow-list'
const API = '/v1/system/networking/allow-list'

test('edit the allow list without locking yourself out', { tag: '@core' }, async ({ page, context, watch }) => {
  watch.expectStatus(400)
  await page.goto(PAGE)
  await expect(page).toHaveTitle('Allow list / Rackwright')
  await expect(page.getByText('Any address', { exact: true })).toBeVisible()
  await expect(page.getByText('127.0.0.1')).toBeVisible()

  await page.getByRole('link', { name: 'Edit allow list' }).click()
  const form = page.getByRole('dialog', { name: 'Edit allow list' })
  const submit = form.getByRole('button', { name: 'Update allow list' })
  await form.getByRole('radio', { name: 'Only these networks' }).check()
  await submit.click()
  await expect(form.getByText('Add at least one network')).toBeVisible()
  const networks = form.getByRole('textbox', { name: 'Networks' })
  for (const [text, problem] of [
    ['10.0.0.0', 'Must contain an IP address and a width, separated by a /'],
    ['0.0.0.0/0', 'This contains every address.'],
    ['0.0.0.0/8', 'The unspecified address cannot be allowed'],
  ] as const) {
    await networks.fill(text)
    await networks.press('Enter')
    await expect(form.getByText(problem)).toBeVisible()
  }
  await networks.fill('192.0.2.0/24')
  await networks.press('Enter')
  await expect(form.getByText('This list would lock you out')).toBeVisible()
  await expectAccessible(page)
  await submit.click()
  await expect(form.getByRole('alert')).toContainText('would prevent access from the current client')

  await form.getByRole('button', { name: 'Add my address' }).click()
  await expect(form.getByText('Your address, 127.0.0.1, is on the list.')).toBeVisible()
  await submit.click()
  await expect(page.getByText('Allow list updated')).toBeVisible()
  await expect(row(page, '192.0.2.0/24')).toBeVisible()
  await expect(row(page, '127.0.0.1/32')).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize(PHONE)
  expect(await overflow(page)).toBe(0)

  // live update: another user opens the system again
  await call(context, 'PUT', API, { allowed_ips: { allow: 'any' } })
  await expect(page.getByText('Any address', { exact: true })).toBeVisible()
})

test('a host without the caller address, and a list that fails', { tag: '@server' }, async ({ page, watch }) => {
  watch.expectStatus(404, 500)
  await page.route('**/rackwright/caller-address', (route) =>
    route.fulfill({ status: 404, json: { message: 'Not Found', request_id: 'x' } }),
  )
  await page.goto(`${PAGE}/edit`)
  const form = page.getByRole('dialog', { name: 'Edit allow list' })
  await form.getByRole('radio', { name: 'Only these networks' }).check()
  await expect(
    form.getByText('Include the address you are connecting from, or you will lock yourself out.'),
  ).toBeVisible()
  await page.route(`**${API}`, (route) => route.fulfill({ status: 500, json: { message: 'no', request_id: 'x' } }))
  await page.goto(PAGE)
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
})
