// Cloning an instance: what the dialog says, the tray, and the new instance; by keyboard, refused and on a phone.
import { call } from '../helpers/api.ts'
import { expectAccessible } from '../helpers/axe.ts'
import { expect, PHONE, test } from '../helpers/harness.ts'
import { expectState, makeInstance, visit } from '../helpers/instance.ts'
import { chooseByKeys } from '../helpers/keys.ts'
import { makeProject, overflow, row } from '../helpers/table.ts'

test('clone an instance that runs', { tag: ['@both', '@core'] }, async ({ page, unique, watch }) => {
  const project = unique('clone')
  await makeProject(page, project)
  await makeInstance(page, { project, name: 'shop', start: true })
  await page.getByRole('button', { name: 'Instance actions' }).click()
  await expectAccessible(page)
  await page.getByRole('menuitem', { name: 'Clone' }).click()
  const form = page.getByRole('dialog', { name: 'Clone instance' })
  await expect(form).toContainText('Keys are copied too')
  await expect(form).toContainText('One disk is copied: 10 GiB.')
  await expect(form).toContainText('It gets a new ID, MAC and addresses, and no floating IP.')
  await expect(form.getByRole('checkbox')).toBeChecked()
  await expectAccessible(page)

  watch.expectStatus(400)
  await form.getByRole('textbox', { name: 'Name' }).fill('shop')
  await form.getByRole('button', { name: 'Clone instance' }).click()
  await expect(form.getByText('Instance name already exists')).toBeVisible()
  await form.getByRole('textbox', { name: 'Name' }).fill('shop-2')
  await form.getByRole('button', { name: 'Clone instance' }).click()
  await expect(form).toHaveCount(0)
  await page.getByRole('button', { name: /^Tasks/ }).click()
  await expect(page.getByRole('link', { name: 'Clone shop as shop-2' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Clone shop as shop-2' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'shop-2' })).toBeVisible()
  await expectState(page, 'running')
  await page
    .getByRole('tab', { name: 'Storage' })
    .or(page.getByRole('link', { name: 'Storage' }))
    .first()
    .click()
  await expect(page.getByRole('link', { name: 'shop-2-boot' })).toBeVisible()
})

test('by keyboard in the list, also on a phone', async ({ page, unique }) => {
  const project = unique('clone')
  await makeProject(page, project)
  await makeInstance(page, { project, name: 'shelf' })
  await visit(page, `/projects/${project}/instances`)
  await chooseByKeys(page, row(page, 'shelf'), 'Clone')
  await expect(page.getByRole('checkbox', { name: /^Start the clone/ })).not.toBeChecked()
  await page.getByRole('textbox', { name: 'Name' }).focus()
  await page.keyboard.type('shelf-2')
  await page.setViewportSize(PHONE)
  expect(await overflow(page)).toBe(0)
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Clone instance' })).toHaveCount(0)
  await expect(row(page, 'shelf-2')).toContainText('stopped')
})

test('a clone is canceled while its disks are copied', { tag: '@server' }, async ({ page, context, unique }) => {
  const project = unique('clone')
  await makeProject(page, project)
  await makeInstance(page, { project, name: 'shop' })
  const clone = { name: 'shop-2', start: false }
  const { id } = (await call(context, 'POST', `/rackwright/instances/shop/clone?project=${project}`, clone)) as {
    id: string
  }
  const view = () => call(context, 'GET', `/rackwright/instance-clones/${id}`)
  await expect.poll(view).toMatchObject({ state: 'done' })
  // copies on a simulated rack are made at once: the page gets what it would get before
  const edit = (pattern: string, change: (body: Body) => void) =>
    page.route(pattern, async (route) => {
      if (route.request().method() !== 'GET') return route.continue()
      const response = await route.fetch()
      const body = (await response.json()) as Body
      change(body)
      await route.fulfill({ response, json: body })
    })
  await edit(`**/v1/instances/shop-2?project=${project}`, (body) => (body.run_state = 'creating'))
  await edit('**/rackwright/instance-clones?*', ({ items }) => {
    for (const item of items ?? []) Object.assign(item, { state: 'copying', percent: 50 })
  })
  await visit(page, `/projects/${project}/instances/shop-2/overview`)
  await expect(page.getByText('Copying disks from shop')).toBeVisible()
  await expect(page.getByText('50% copied. The instance can be used when all disks are copied.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Cancel clone' }).focus()
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog', { name: 'Cancel clone' })
  await expect(question).toContainText('The instance and its partly copied disks are deleted.')
  await expectAccessible(page)
  const sent = page.waitForRequest((request) => request.method() === 'DELETE')
  await question.getByRole('button', { name: 'Cancel clone' }).click()
  expect((await sent).url()).toContain(`/rackwright/instance-clones/${id}`)
  await expect(page.getByText('Clone shop-2 canceled')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/projects/${project}/instances$`))
})

interface Body {
  run_state?: string
  items?: object[]
}
