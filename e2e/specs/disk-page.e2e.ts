// The page of a disk: reached from lists, its snapshots, metrics and activity, and its actions.
import { expectAccessible } from '../helpers/axe.ts'
import { expect, PHONE, test } from '../helpers/harness.ts'
import { makeInstance, visit } from '../helpers/instance.ts'
import { chooseFrom, pressAt, tabTo } from '../helpers/keys.ts'
import { makeProject, overflow, row } from '../helpers/table.ts'

test('a disk has a page', { tag: ['@both', '@core'] }, async ({ page, unique }) => {
  const project = unique('disk')
  await makeProject(page, project)
  await makeInstance(page, { project, name: 'shop' })
  await page.getByRole('link', { name: 'shop-boot' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'shop-boot' })).toBeVisible()
  await expect(page).toHaveTitle(`Snapshots / shop-boot / Disks / ${project} / Projects / Rackwright`)
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'shop', exact: true })).toHaveAttribute(
    'href',
    `/projects/${project}/instances/shop/overview`,
  )
  await expect(main).toContainText('Image debian-12')
  await expect(main.getByText('No snapshots')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Create snapshot' }).click()
  await expect(page.getByRole('row', { name: /shop-boot-[0-9a-f]{6}/ })).toContainText('ready')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Disk actions' }).click()
  await expectAccessible(page)
  await page.getByRole('menuitem', { name: 'Resize' }).click()
  const form = page.getByRole('dialog', { name: 'Resize disk' })
  await form.getByRole('spinbutton', { name: 'Size' }).fill('12')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Resize' }).click()
  await expect(main).toContainText('12 GiB')

  await visit(page, `/projects/${project}/disks/shop-boot/activity`)
  await expect(main).toContainText('resized')
  await expectAccessible(page)
  await visit(page, `/projects/${project}/disks/shop-boot/metrics`)
  await expect(page.getByText('Disk reads')).toBeVisible()
  await expectAccessible(page)
})

test('by keyboard from the list, and on a phone', async ({ page, unique }) => {
  const project = unique('disk')
  await makeProject(page, project)
  await makeInstance(page, { project, name: 'shelf' })
  await visit(page, `/projects/${project}/disks`)
  await pressAt(page, row(page, 'shelf-boot').getByRole('link', { name: 'shelf-boot' }))
  await expect(page.getByRole('heading', { level: 1, name: 'shelf-boot' })).toBeVisible()
  await pressAt(page, page.getByRole('button', { name: 'Create snapshot' }))
  await expect(page.getByRole('row', { name: /shelf-boot-[0-9a-f]{6}/ })).toContainText('ready')

  await chooseFrom(page, page.getByRole('button', { name: 'Disk actions' }), 'Resize')
  const form = page.getByRole('dialog', { name: 'Resize disk' })
  await tabTo(page, form.getByRole('spinbutton', { name: 'Size' }))
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('12')
  await pressAt(page, form.getByRole('button', { name: 'Resize' }))
  await expect(page.getByRole('main')).toContainText('12 GiB')
  await expect(form).toHaveCount(0)

  const tab = (name: string) => page.getByRole('tab', { name })
  await tabTo(page, tab('Snapshots'))
  await page.keyboard.press('ArrowRight')
  await expect(tab('Metrics')).toBeFocused()
  await expect(page).toHaveURL(/\/metrics$/)
  await expect(page.getByText('Disk reads')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(tab('Activity')).toBeFocused()
  await expect(page).toHaveURL(/\/activity$/)
  await expect(page.getByRole('main')).toContainText('resized')
  await page.keyboard.press('ArrowRight')
  await expect(tab('Snapshots')).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('row', { name: /shelf-boot-[0-9a-f]{6}/ })).toBeVisible()
  await page.setViewportSize(PHONE)
  expect(await overflow(page)).toBe(0)
  await expectAccessible(page)
})
