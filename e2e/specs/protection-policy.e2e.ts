// Protection of a project: a policy is created, run and changed, and a disk is restored from a point in time.
import { call } from '../helpers/api.ts'
import { expectAccessible } from '../helpers/axe.ts'
import { expect, test } from '../helpers/harness.ts'
import { choose, makeProject, row } from '../helpers/table.ts'

const GIB = 2 ** 30

test('a policy protects a disk, which is restored @both @core', async ({ page, context, unique }) => {
  const project = unique('guarded')
  await makeProject(page, project)
  const disk = {
    type: 'create',
    name: 'data',
    description: '',
    size: GIB,
    disk_source: { type: 'blank', block_size: 512 },
  }
  await call(context, 'POST', `/v1/instances?project=${project}`, {
    name: 'db1',
    description: '',
    hostname: 'db1',
    ncpus: 1,
    memory: GIB,
    start: false,
    disks: [disk],
  })
  await page.goto(`/projects/${project}/protection`)
  await expect(page.getByText('not covered')).toBeVisible()
  await page.getByRole('link', { name: 'New protection policy' }).click()
  const form = page.getByRole('dialog', { name: 'Create protection policy' })
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('nightly')
  await form.getByRole('radio', { name: 'By name' }).click()
  await form.getByRole('textbox', { name: 'Name pattern' }).fill('db*')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Create protection policy' }).click()
  await expect(row(page, 'nightly')).toContainText('Names like db*')
  await expect(page.getByText('not covered')).toHaveCount(0)
  await choose(page, 'nightly', 'Run now')
  await expect(row(page, 'nightly')).toContainText('completed', { timeout: 60_000 })
  await expectAccessible(page)
  await page.goto(`/projects/${project}/instances/db1/recovery`)
  const point = page.getByRole('row').filter({ hasText: 'nightly' })
  await expect(point).toContainText('ready')
  await point.getByRole('button').last().press('Enter')
  await page.getByRole('menuitem', { name: 'Keep' }).press('Enter')
  await expect(point).toContainText('kept')
  await point.getByRole('button').last().click()
  await page.getByRole('menuitem', { name: 'Restore data as new disk' }).click()
  const restore = page.getByRole('dialog', { name: 'Create disk' })
  await restore.getByRole('textbox', { name: 'Name', exact: true }).fill('restored')
  await restore.getByRole('button', { name: 'Create disk' }).click()
  await expect(page.getByText('Disk restored created')).toBeVisible()
})
