// The name, description and notes of an instance, changed from its page and from the list.
import { expectAccessible } from '../helpers/axe.ts'
import { call } from '../helpers/api.ts'
import { expect, PHONE, test } from '../helpers/harness.ts'
import { makeInstance, visit } from '../helpers/instance.ts'
import { chooseByKeys, pressAt, tabTo } from '../helpers/keys.ts'
import { makeProject, overflow, row } from '../helpers/table.ts'

test('rename an instance on its page', { tag: ['@both', '@core'] }, async ({ page, unique, watch }) => {
  const project = unique('identity')
  await makeProject(page, project)
  await makeInstance(page, { project, name: 'taken' })
  await makeInstance(page, { project, name: 'draft' })
  await page.getByRole('button', { name: 'Instance actions' }).click()
  await expectAccessible(page)
  await page.getByRole('menuitem', { name: 'Edit', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Edit instance' })
  await expect(form).toContainText('The hostname and its name in DNS stay draft.')
  await expect(form.getByRole('button', { name: 'Update instance' })).toBeDisabled()
  await expectAccessible(page)

  watch.expectStatus(400)
  await form.getByRole('textbox', { name: 'Name' }).fill('taken')
  await form.getByRole('button', { name: 'Update instance' }).click()
  await expect(form.getByText('Instance name already exists')).toBeVisible()
  await expectAccessible(page)

  await form.getByRole('textbox', { name: 'Name' }).fill('shop')
  await form.getByRole('textbox', { name: 'Notes' }).fill('Ask Ada before you restart it.')
  await form.getByRole('button', { name: 'Update instance' }).click()
  await expect(page.getByText('Instance shop updated')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'shop' })).toBeVisible()
  const saved = await call(page.context(), 'GET', `/rackwright/instances/shop/identity?project=${project}`)
  expect(saved).toMatchObject({ name: 'shop', hostname: 'draft', notes: 'Ask Ada before you restart it.' })
})

for (const [where, viewport] of Object.entries({ 'at a desk': { width: 1440, height: 900 }, 'on a phone': PHONE }))
  test(`by keyboard in the list ${where}, and undo`, async ({ page, unique }) => {
    const project = unique('identity')
    await makeProject(page, project)
    await makeInstance(page, { project, name: 'shelf-3' })
    const path = `/rackwright/instances/shelf-3/identity?project=${project}`
    await call(page.context(), 'PUT', path, { notes: 'The first words' })
    await page.setViewportSize(viewport)
    await visit(page, `/projects/${project}/instances`)
    await chooseByKeys(page, row(page, 'shelf-3'), 'Edit')
    const form = page.getByRole('dialog', { name: 'Edit instance' })
    const notes = form.getByRole('textbox', { name: 'Notes' })
    await expect(notes).toHaveValue('The first words')
    await tabTo(page, notes)
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('Other words')
    expect(await overflow(page)).toBe(0)
    await expectAccessible(page)
    await pressAt(page, form.getByRole('button', { name: 'Update instance' }))
    await expect(page.getByText('Instance shelf-3 updated')).toBeVisible()
    // to the notices
    await page.keyboard.press('F6')
    await pressAt(page, page.getByRole('button', { name: 'Undo' }))
    await expect(page.getByText('Instance shelf-3 restored')).toBeVisible()
    expect(await call(page.context(), 'GET', path)).toMatchObject({ notes: 'The first words' })
    await expect(row(page, 'shelf-3')).toBeVisible()
  })
