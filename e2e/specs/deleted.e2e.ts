// Undo of a deletion: from the notice, and on the page Recently deleted, also by keyboard alone.
import type { Page } from '@playwright/test'
import { call } from '../helpers/api.ts'
import { expectAccessible } from '../helpers/axe.ts'
import { expect, test } from '../helpers/harness.ts'
import { makeInstance } from '../helpers/instance.ts'
import { choose, findRow, makeProject, row } from '../helpers/table.ts'

async function makeDisk(page: Page, project: string, name: string): Promise<void> {
  const disk_source = { type: 'blank', block_size: 512 }
  const body = { name, description: '', size: 2 ** 30, disk_source }
  await call(page.context(), 'POST', `/v1/disks?project=${project}`, body)
}

test('delete a disk and undo it', { tag: '@core' }, async ({ page, unique }) => {
  const project = unique('undo')
  await makeProject(page, project)
  await makeDisk(page, project, 'precious')
  await page.goto(`/projects/${project}/disks`)
  await expect(row(page, 'precious')).toContainText('detached')
  await choose(page, 'precious', 'Delete')
  const question = page.getByRole('dialog', { name: 'Delete disk' })
  await expect(question).toContainText('You can restore it until')
  await question.getByRole('button', { name: 'Delete disk' }).click()
  await expect(row(page, 'precious')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Disk precious restored')).toBeVisible()
  await expect(row(page, 'precious')).toContainText('detached')
})

test('delete an instance and undo it', async ({ page, unique }) => {
  const project = unique('undone')
  await makeProject(page, project)
  await makeInstance(page, { project, name: 'web1' })
  await page.goto(`/projects/${project}/instances`)
  await choose(page, 'web1', 'Delete')
  const question = page.getByRole('dialog', { name: 'Delete instance' })
  await expect(question).toContainText('You can restore it until')
  await question.getByRole('button', { name: 'Delete instance' }).click()
  await expect(page.getByText('No instances')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Instance web1 restored')).toBeVisible()
  await expect(row(page, 'web1')).toContainText('stopped')
  await page.goto(`/projects/${project}/instances/web1/storage`)
  await expect(row(page, 'web1-boot')).toContainText('attached')
})

test('delete a project and undo it: it comes back with what was deleted from it', async ({ page, unique }) => {
  const project = unique('whole')
  await makeProject(page, project)
  await makeDisk(page, project, 'precious')
  await call(page.context(), 'DELETE', `/v1/disks/precious?project=${project}`)
  await page.goto('/projects')
  await (await findRow(page, 'projects', project)).getByRole('button', { name: 'Row actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: 'Delete project' })
  await expect(question).toContainText('You can restore it until')
  await question.getByRole('button', { name: 'Delete project' }).click()
  await expect(row(page, project)).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText(`Project ${project} restored`)).toBeVisible()
  await expect(row(page, project)).toBeVisible()
  await page.goto(`/projects/${project}/disks`)
  await expect(row(page, 'precious')).toContainText('detached')
  await page.goto(`/projects/${project}/vpcs`)
  await expect(row(page, 'default')).toBeVisible()
})

test('restore with another name, and remove for good', async ({ page, unique, watch }) => {
  const project = unique('taken')
  await makeProject(page, project)
  await makeDisk(page, project, 'data')
  await call(page.context(), 'DELETE', `/v1/disks/data?project=${project}`)
  await makeDisk(page, project, 'data')
  await makeDisk(page, project, 'junk')
  await call(page.context(), 'DELETE', `/v1/disks/junk?project=${project}`)
  await page.goto(`/projects/${project}/deleted`)
  await expect(page.getByRole('heading', { name: 'Recently deleted' })).toBeVisible()
  await expectAccessible(page)
  watch.expectStatus(400)
  await choose(page, 'data', 'Restore')
  const form = page.getByRole('dialog', { name: 'Restore disk' })
  await expect(form.getByLabel('Name')).toHaveValue('data-restored')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByText('Disk data-restored restored')).toBeVisible()
  await expect(row(page, 'data')).toHaveCount(0)
  await choose(page, 'junk', 'Remove for good')
  const question = page.getByRole('dialog', { name: 'Remove disk for good' })
  await expect(question).toContainText('This cannot be undone.')
  await question.getByRole('button', { name: 'Remove for good' }).click()
  await expect(page.getByText('Nothing to restore')).toBeVisible()
})

test('by keyboard', async ({ page, unique }) => {
  const project = unique('keys')
  await makeProject(page, project)
  await makeDisk(page, project, 'typed')
  await call(page.context(), 'DELETE', `/v1/disks/typed?project=${project}`)
  await page.goto(`/projects/${project}/disks`)
  await expect(page.getByText('No disks')).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('r')
  await expect(page).toHaveURL(/\/deleted$/)
  await page.getByRole('button', { name: 'Row actions' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Restore' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Disk typed restored')).toBeVisible()
})
