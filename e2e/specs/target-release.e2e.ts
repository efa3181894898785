// The target release: set, refused with the reason, and its history.
import { readFileSync } from 'node:fs'
import { expectAccessible } from '../helpers/axe.ts'
import { expect, PHONE, test } from '../helpers/harness.ts'
import { tabTo } from '../helpers/keys.ts'
import { overflow } from '../helpers/table.ts'

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
const PAGE = '/system/update'

test('set the target release, after an invalid and an unknown one', { tag: '@core' }, async ({ page, watch }) => {
  watch.expectStatus(404)
  await page.goto(PAGE)
  await expect(page).toHaveTitle('Target release / Rackwright')
  await expect(page.getByText(`The system runs ${version}`)).toBeVisible()
  await expect(page.getByText('Setting a target release installs nothing.')).toBeVisible()
  await page.getByRole('link', { name: 'Set target release' }).click()
  const form = page.getByRole('dialog', { name: 'Set target release' })
  const submit = form.getByRole('button', { name: 'Set target release' })
  const field = form.getByRole('textbox', { name: 'Version' })
  await field.fill('newest')
  await submit.click()
  await expect(form.getByText('Must be a version, such as 1.2.3')).toBeVisible()
  await field.fill('999.0.0')
  await submit.click()
  await expect(form.getByRole('alert')).toContainText('The system does not know release 999.0.0.')
  await expectAccessible(page)
  await field.fill(version)
  await submit.click()
  await expect(page.getByText(`Target release set to ${version}`)).toBeVisible()
  await expect(page.getByText(`The system runs ${version}, which is the target release.`)).toBeVisible()
  const history = page.getByRole('table', { name: 'History' })
  await expect(history.getByRole('row', { name: new RegExp(`^${version} .*admin.* Succeeded`) }).first()).toBeVisible()
  await expect(history.getByRole('row', { name: /^999\.0\.0 .*Refused/ }).first()).toBeVisible()
  await expectAccessible(page)
})

test(
  'the installation gets a name, which titles and the login page show',
  { tag: '@server' },
  async ({ page, browser, baseURL }) => {
    await page.goto(PAGE)
    await expect(page.getByText('Not named')).toBeVisible()
    const button = page.getByRole('button', { name: 'Name installation' })
    const form = page.getByRole('dialog', { name: 'Name installation' })
    const save = async (name: string) => {
      await form.getByRole('textbox', { name: 'Name' }).fill(name)
      await page.keyboard.press('Enter')
      await expect(form).toHaveCount(0)
    }
    await tabTo(page, button)
    await page.keyboard.press('Enter')
    await expect(form).toBeVisible()
    await expectAccessible(page)
    await save('Zürich')
    try {
      await expect(page).toHaveTitle('Target release / Rackwright Zürich')
      const visitor = await (await browser.newContext({ baseURL: baseURL! })).newPage()
      await visitor.goto('/login/recovery/local')
      await expect(visitor.getByText('Installation Zürich')).toBeVisible()
      await visitor.setViewportSize(PHONE)
      expect(await overflow(visitor)).toBe(0)
      await expectAccessible(visitor)
      await visitor.context().close()
    } finally {
      await button.click()
      await save('')
    }
    await expect(page).toHaveTitle('Target release / Rackwright')
  },
)

test('a host without a log, and a release that cannot be read', { tag: '@server' }, async ({ page, watch }) => {
  watch.expectStatus(404, 500)
  await page.route('**/rackwright/audit?*', (route) =>
    route.fulfill({ status: 404, json: { message: 'Not Found', request_id: 'x' } }),
  )
  await page.goto(PAGE)
  await expect(page.getByText('Generation')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'History' })).toHaveCount(0)
  await page.route('**/v1/system/update/target-release', (route) =>
    route.fulfill({ status: 500, json: { message: 'no', request_id: 'x' } }),
  )
  await page.goto(PAGE)
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
})
