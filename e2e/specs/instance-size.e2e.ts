// Resizing an instance while it runs: from its page, and by keyboard in the list.
import { call } from '../helpers/api.ts'
import { expectAccessible } from '../helpers/axe.ts'
import { expect, PHONE, test } from '../helpers/harness.ts'
import { expectState, makeInstance, visit } from '../helpers/instance.ts'
import { chooseByKeys } from '../helpers/keys.ts'
import { makeProject, overflow, row } from '../helpers/table.ts'

/** A rack with room for everything cannot answer this, so the tests do. Its rules are tested through the API. */
const NO_ROOM = 'No sled has enough room for this instance'

test('resize an instance that runs', { tag: ['@both', '@core'] }, async ({ page, unique }) => {
  const project = unique('size')
  await makeProject(page, project)
  await makeInstance(page, { project, name: 'shop', start: true })
  await page.getByRole('button', { name: 'Instance actions' }).click()
  await page.getByRole('menuitem', { name: 'Resize' }).click()
  const form = page.getByRole('dialog', { name: 'Resize instance' })
  await expect(form).toContainText('shop has 1 vCPU and 1 GiB of memory.')
  await expect(form).toContainText('If the new size does not fit, nothing is stopped.')
  await expectAccessible(page)

  await form.getByRole('spinbutton', { name: 'vCPUs' }).fill('2')
  await form.getByRole('spinbutton', { name: 'Memory' }).fill('2')
  await form.getByRole('button', { name: 'Resize' }).click()
  await expect(form).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Tasks/ })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('2 vCPUs')
  await expectState(page, 'running')
  await page.getByRole('button', { name: /^Tasks/ }).click()
  await expect(page.getByText('2 vCPUs and 2 GiB of memory')).toBeVisible()
  await expectAccessible(page)
})

test('by keyboard in the list, also on a phone', async ({ page, unique }) => {
  const project = unique('size')
  await makeProject(page, project)
  await makeInstance(page, { project, name: 'shelf', start: true })
  await visit(page, `/projects/${project}/instances`)
  await chooseByKeys(page, row(page, 'shelf'), 'Resize')
  await page.getByRole('spinbutton', { name: 'vCPUs' }).focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('2')
  await page.setViewportSize(PHONE)
  expect(await overflow(page)).toBe(0)
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Resize instance' })).toHaveCount(0)
  await expect
    .poll(async () => call(page.context(), 'GET', `/v1/instances/shelf?project=${project}`))
    .toMatchObject({ run_state: 'running', ncpus: 2 })
})

test(
  'a size that fits no sled is refused, and the instance keeps running',
  { tag: '@server' },
  async ({ page, context, unique, watch }) => {
    watch.expectStatus(507)
    const project = unique('size')
    await makeProject(page, project)
    await makeInstance(page, { project, name: 'large', start: true })
    await page.route('**/rackwright/instances/large/resize?*', (route) =>
      route.fulfill({ status: 507, json: { request_id: 'x', error_code: 'InsufficientCapacity', message: NO_ROOM } }),
    )
    await page.getByRole('button', { name: 'Instance actions' }).click()
    await page.getByRole('menuitem', { name: 'Resize' }).press('Enter')
    const form = page.getByRole('dialog', { name: 'Resize instance' })
    await form.getByRole('spinbutton', { name: 'vCPUs' }).fill('2')
    await form.getByRole('button', { name: 'Resize' }).press('Enter')
    await expect(form.getByRole('alert')).toContainText(NO_ROOM)
    // what was typed stays, to be changed
    await expect(form.getByRole('spinbutton', { name: 'vCPUs' })).toHaveValue('2')
    await expectAccessible(page)
    expect(await call(context, 'GET', `/v1/instances/large?project=${project}`)).toMatchObject({
      run_state: 'running',
      ncpus: 1,
    })
  },
)

test(
  'an instance that fits no sled is refused in the form that creates it',
  { tag: '@server' },
  async ({ page, unique, watch }) => {
    watch.expectStatus(507)
    const project = unique('size')
    await makeProject(page, project)
    await page.route(`**/v1/instances?project=${project}`, (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({
            status: 507,
            json: { request_id: 'x', error_code: 'InsufficientCapacity', message: NO_ROOM },
          })
        : route.continue(),
    )
    await visit(page, `/projects/${project}/instances-new`)
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('large')
    await page.getByRole('radio', { name: /^debian-12/ }).check()
    await page.getByRole('button', { name: 'Create instance' }).click()
    await expect(page.getByRole('alert').filter({ hasText: NO_ROOM })).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('large')
    await expectAccessible(page)
  },
)
