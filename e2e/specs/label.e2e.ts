// Labels: edited by pointer and keyboard, shown in tables and on pages, and found by the filter.
import { readFile } from 'node:fs/promises'
import { call } from '../helpers/api.ts'
import { expectAccessible } from '../helpers/axe.ts'
import { expect, PHONE, test } from '../helpers/harness.ts'
import { makeInstance } from '../helpers/instance.ts'
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
})
