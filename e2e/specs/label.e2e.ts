// Labels: edited by pointer and keyboard, shown in tables and on pages, and found by the filter.
import { readFile, writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { call } from '../helpers/api.ts'
import { expectAccessible } from '../helpers/axe.ts'
import { expect, PHONE, test } from '../helpers/harness.ts'
import { makeInstance } from '../helpers/instance.ts'
import { pressAt, tabTo } from '../helpers/keys.ts'
import { choose, makeProject, overflow, row, select } from '../helpers/table.ts'

test('labels of an instance, in the list and on its page', { tag: '@core' }, async ({ page, unique }) => {
  const project = unique('labels')
  await makeProject(page, project)
  for (const name of ['shelf-1', 'shelf-2']) await makeInstance(page, { project, name })
  await page.goto(`/projects/${project}/instances`)
  await expect(page.getByRole('columnheader', { name: 'Labels' })).toBeHidden()

  await choose(page, 'shelf-1', 'Edit labels')
  const form = page.getByRole('dialog', { name: 'Edit labels' })
  const field = form.getByRole('textbox', { name: 'Labels' })
  await field.fill('two words')
  await form.getByRole('button', { name: 'Add label' }).click()
  await expect(form.getByText(/may contain only lowercase letters/)).toBeVisible()
  await expectAccessible(page)
  await field.fill('env=prod')
  await field.press('Enter')
  await field.fill('web')
  await form.getByRole('button', { name: 'Add label' }).click()
  await form.getByRole('button', { name: 'Save labels' }).click()
  await expect(page.getByText('Labels of shelf-1 saved')).toBeVisible()
  await expect(row(page, 'shelf-1')).toContainText('env=prodweb')
  await expectAccessible(page)

  const filter = page.getByRole('searchbox', { name: 'Filter instances' })
  await filter.fill('label:env=prod')
  await expect(row(page, 'shelf-2')).toBeHidden()
  await expect(row(page, 'shelf-1')).toBeVisible()
  await filter.fill('label:prod')
  await expect(page.getByText("No instances match 'label:prod'.")).toBeVisible()
  await filter.fill('')
  await row(page, 'shelf-1').getByRole('button', { name: 'Filter by label web' }).click()
  await expect(filter).toHaveValue('label:web')
  await expect(row(page, 'shelf-2')).toBeHidden()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export these rows as CSV' }).click()
  expect(await readFile(await (await saved).path(), 'utf8')).toContain('env=prod web')

  await page.goto(`/projects/${project}/instances/shelf-1/storage`)
  await expect(page.getByRole('definition').filter({ hasText: 'env=prod' })).toBeVisible()
  await page.getByRole('button', { name: 'Edit labels' }).press('Enter')
  await form.getByRole('button', { name: 'remove label web' }).press('Enter')
  await form.getByRole('button', { name: 'Save labels' }).press('Enter')
  await expect(page.getByText('Labels of shelf-1 saved')).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: 'env=prod' })).not.toContainText('web')
  await page.setViewportSize(PHONE)
  expect(await overflow(page)).toBe(0)
  await expectAccessible(page)
})

test('labels of the other resources are shown in their lists', async ({ page, unique }) => {
  const project = unique('labeled')
  const name = unique('thing')
  await makeProject(page, project)
  const send = (method: string, path: string, body: unknown) => call(page.context(), method, path, body)
  const disk = { name, description: '', size: 2 ** 30, disk_source: { type: 'blank', block_size: 512 } }
  await send('POST', `/v1/disks?project=${project}`, disk)
  await send('POST', `/v1/snapshots?project=${project}`, { name, description: '', disk: name })
  await send('POST', `/v1/floating-ips?project=${project}`, { name, description: '' })
  const labels = { labels: ['tier=gold'] }
  for (const kind of ['disk', 'snapshot', 'floating_ip'])
    await send('PUT', `/rackwright/labels/${kind}/${name}?project=${project}`, labels)
  for (const list of ['disks', 'snapshots', 'floating-ips']) {
    await page.goto(`/projects/${project}/${list}`)
    await expect(row(page, name)).toContainText('tier=gold')
  }
  await send('PUT', `/rackwright/labels/project/${project}`, labels)
  await page.goto('/projects')
  await page.getByRole('searchbox', { name: 'Filter projects' }).fill(`label:tier ${project}`)
  await expect(row(page, project)).toContainText('tier=gold')
})

test('labels on the pages of a disk, an image and a floating IP', async ({ page, unique }) => {
  const project = unique('paged')
  await makeProject(page, project)
  const send = (method: string, path: string, body: unknown) => call(page.context(), method, path, body)
  const within = `project=${project}`
  const disk = { name: 'made', description: '', size: 2 ** 30, disk_source: { type: 'blank', block_size: 512 } }
  await send('POST', `/v1/disks?${within}`, disk)
  const copy = { name: 'made', description: '', disk: 'made' }
  const { id } = (await send('POST', `/v1/snapshots?${within}`, copy)) as { id: string }
  const source = { type: 'snapshot', id }
  await send('POST', `/v1/images?${within}`, { name: 'made', description: '', os: 'debian', version: '13', source })
  await send('POST', `/v1/floating-ips?${within}`, { name: 'made', description: '' })
  for (const kind of ['disk', 'image', 'floating_ip'])
    await send('PUT', `/rackwright/labels/${kind}/made?${within}`, { labels: ['env=prod', 'web'] })
  const chips = page.getByRole('definition').filter({ hasText: 'env=prod' })
  const form = page.getByRole('dialog', { name: 'Edit labels' })

  // by pointer on one, by keyboard on the other
  await page.goto(`/projects/${project}/disks/made`)
  await expect(chips).toContainText('env=prodweb')
  await expectAccessible(page)
  await chips.getByRole('button', { name: 'Edit labels' }).click()
  await form.getByRole('button', { name: 'remove label web' }).click()
  await form.getByRole('button', { name: 'Save labels' }).click()
  await expect(form).toHaveCount(0)
  await expect(chips).not.toContainText('web')

  await page.goto(`/projects/${project}/images/made/edit`)
  await expect(chips).toContainText('env=prodweb')
  await expectAccessible(page)
  await pressAt(page, chips.getByRole('button', { name: 'Edit labels' }))
  await tabTo(page, form.getByRole('textbox', { name: 'Labels' }))
  await page.keyboard.type('tier=gold')
  await page.keyboard.press('Enter')
  await expectAccessible(page)
  await pressAt(page, form.getByRole('button', { name: 'Save labels' }))
  await expect(form).toHaveCount(0)
  await expect(chips).toContainText('tier=gold')
  await expect(chips.getByRole('button', { name: 'Edit labels' })).toBeFocused()

  await page.goto(`/projects/${project}/floating-ips/made/edit`)
  await expect(chips).toContainText('env=prodweb')
  await expectAccessible(page)
  await page.setViewportSize(PHONE)
  expect(await overflow(page)).toBe(0)
})

test('a label leads to what has it: in the palette and in the choice of instances for charts', async ({ page }) => {
  await page.goto('/projects')
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByLabel('Search or run a command')).toBeFocused()
  await page.keyboard.type('label:pci')
  const options = page.getByRole('dialog', { name: 'Quick actions' }).getByRole('option')
  await expect(options).toHaveCount(2)
  await expect(options.first()).toContainText('billing')
  await expectAccessible(page)
  await options.filter({ hasText: 'Instances' }).click()
  await expect(page).toHaveURL('/projects/billing/instances/ledger/overview')

  await page.goto('/projects/storefront/metrics')
  await select(page, 'Compare instances', 'label:web')
  for (const name of ['web-1', 'web-2'])
    await expect(page.getByRole('button', { name: `Remove ${name}` })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(2)

  // by keyboard
  await page.goto('/projects/storefront/metrics')
  const compare = page.getByRole('combobox', { name: 'Compare instances' })
  await tabTo(page, compare)
  await page.keyboard.type('label:web')
  await expect(page.getByRole('option', { name: 'label:web' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  for (const name of ['web-1', 'web-2'])
    await expect(page.getByRole('button', { name: `Remove ${name}` })).toBeVisible()
  // for the next choice
  await expect(compare).toBeFocused()
  await expect(compare).toHaveValue('')
  await expectAccessible(page)
})

/** In the form that is open: the first label by pointer, the second by keyboard. */
async function label(page: Page, ...labels: [string, string]): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Labels' })
  await field.fill(labels[0])
  await page.getByRole('button', { name: 'Add label' }).click()
  await field.fill(labels[1])
  await field.press('Enter')
  await expect(field).toHaveValue('')
}

const expectLabels = (page: Page, name: string) => expect(row(page, name)).toContainText('env=prodweb')

test('labels in the forms that create and edit', async ({ page, context, unique }) => {
  const project = unique('a-labeled')
  await page.goto('/projects-new')
  await page.getByRole('textbox', { name: 'Name' }).fill(project)
  await label(page, 'env=prod', 'web')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create project' }).click()
  await expect(page.getByText(`Project ${project} created`)).toBeVisible()
  await page.goto(`/projects/${project}/edit`)
  const form = page.getByRole('dialog', { name: 'Edit project' })
  await form.getByRole('button', { name: 'remove label web' }).click()
  await form.getByRole('textbox', { name: 'Description' }).fill('The shop')
  await form.getByRole('button', { name: 'Update project' }).click()
  await page.getByRole('searchbox', { name: 'Filter projects' }).fill(project)
  await expect(row(page, project)).toContainText('env=prod')
  await expect(row(page, project)).not.toContainText('web')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectLabels(page, project)

  const disk = { name: 'data', description: '', size: 2 ** 30, disk_source: { type: 'blank', block_size: 512 } }
  await call(context, 'POST', `/v1/disks?project=${project}`, disk)
  const create = async (list: string, button: string, fill = async () => {}) => {
    await page.goto(`/projects/${project}/${list}-new`)
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('made')
    await fill()
    await label(page, 'env=prod', 'web')
    await page.getByRole('button', { name: button, exact: true }).click()
    await expect(page.getByText('made created')).toBeVisible()
    await page.goto(`/projects/${project}/${list}`)
    await expectLabels(page, 'made')
  }
  await create('disks', 'Create disk')
  await create('snapshots', 'Create snapshot', () => select(page, 'Disk', /^data/))
  await create('floating-ips', 'Create floating IP')
  await create('instances', 'Create instance', () => page.getByRole('radio', { name: /^debian-12/ }).check())
  await page.goto(`/projects/${project}/snapshots/made/images-new`)
  await page.getByRole('textbox', { name: 'OS' }).fill('Debian')
  await page.getByRole('textbox', { name: 'Version' }).fill('13')
  await label(page, 'env=prod', 'web')
  await page.setViewportSize(PHONE)
  expect(await overflow(page)).toBe(0)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create image' }).click()
  await page.getByRole('link', { name: 'View images' }).click()
  await page.setViewportSize({ width: 1440, height: 900 })
  await expectLabels(page, 'made')
})

test('an upload gives its labels to the image', async ({ page, unique, watch }) => {
  // the form asks whether the name is free
  watch.expectStatus(404)
  const project = unique('uploaded')
  await makeProject(page, project)
  const file = test.info().outputPath('disk.raw')
  const bytes = Buffer.alloc(2 ** 20)
  bytes.write('EFI PART', 512)
  await writeFile(file, bytes)
  await page.goto(`/projects/${project}/images-new`)
  await page.getByLabel('Image file').setInputFiles(file)
  for (const [field, value] of Object.entries({ Name: 'made', OS: 'Debian', Version: '13' }))
    await page.getByRole('textbox', { name: field, exact: true }).fill(value)
  await label(page, 'env=prod', 'web')
  await page.getByRole('button', { name: 'Upload image' }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  await expectLabels(page, 'made')
})
