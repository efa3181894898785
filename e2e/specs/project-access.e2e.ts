// Project access: granted, changed, removed, explained, and refused.
import { expectAccessible } from '../helpers/axe.ts'
import { expect, PHONE, test } from '../helpers/harness.ts'
import { signIn } from '../helpers/people.ts'
import { choose, makeProject, openMenu, overflow, row, select } from '../helpers/table.ts'

test('a role is granted, changed and removed; another window follows @core', async ({ page, openWindow, unique }) => {
  const project = unique('ours')
  await makeProject(page, project)
  await page.goto(`/projects/${project}/access`)
  // a collaborator of the silo administers its projects
  await expect(row(page, 'hedy')).toContainText('adminsilo.collaborator')
  await expect(row(page, 'edith')).toContainText('viewersilo.viewer')
  await expectAccessible(page)
  await openMenu(page, 'edith')
  await expect(page.getByRole('menuitem', { name: 'Change role' })).toBeDisabled()
  await page.getByRole('menuitem', { name: 'Delete' }).hover()
  await expect(page.getByText('Inherited from the silo. Change it there.')).toBeVisible()
  await page.keyboard.press('Escape')

  const other = await openWindow()
  await other.setViewportSize(PHONE)
  await other.goto(`/projects/${project}/access`)
  await expect(row(other, 'edith')).toBeVisible()

  await page.keyboard.press('c')
  const form = page.getByRole('dialog', { name: 'Add user or group' })
  await form.getByRole('button', { name: 'Assign role' }).click()
  await expect(form.getByText('User or group is required')).toBeVisible()
  await select(page, 'User or group', 'edith')
  await select(page, 'Role', /Collaborator/)
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Assign role' }).click()
  await expect(page.getByText('Role assigned')).toBeVisible()
  await expect(row(page, 'edith')).toContainText('collaboratorproject.collaborator+1')
  await row(page, 'edith').getByRole('button', { name: '1 more roles' }).hover()
  await expect(page.getByRole('tooltip')).toHaveText('Other roles: silo.viewer')
  await expect(row(other, 'edith')).toContainText('project.collaborator')
  expect(await overflow(other)).toBe(0)
  await expectAccessible(other)

  await choose(page, 'edith', 'View permissions')
  const answers = page.getByRole('dialog', { name: 'Check access' })
  await expect(answers.getByRole('listitem').filter({ hasText: 'Create, change and delete' })).toContainText('Yes')
  await expect(answers.getByRole('listitem').filter({ hasText: 'Rename and delete' })).toContainText(
    'Needs the admin role',
  )
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  await choose(page, 'edith', 'Change role')
  await select(page, 'Role', /Admin/)
  await page.getByRole('button', { name: 'Update role' }).click()
  await expect(page.getByText('Role updated')).toBeVisible()
  await expect(row(page, 'edith')).toContainText('project.admin')

  await choose(page, 'edith', 'Delete')
  const question = page.getByRole('dialog', { name: 'Remove role' })
  await expect(question).toContainText('Silo and group roles are kept.')
  await question.getByRole('button', { name: 'Remove role' }).click()
  await expect(page.getByText('Role removed')).toBeVisible()
  await expect(row(page, 'edith')).not.toContainText('project.')
})

test('checking access by keyboard', async ({ page }) => {
  await page.goto('/projects/storefront/access')
  await page.getByRole('button', { name: 'Check access' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'User' })).toBeFocused()
  await page.keyboard.type('hedy')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('list', { name: 'Permissions of hedy' }).getByText('Yes')).toHaveCount(5)
})

test('users who cannot change access see why', async ({ page, host, watch }) => {
  // the console checks for a fleet role by requesting the fleet policy
  watch.expectStatus(403)
  await signIn(page, host, 'recovery', 'edith', '/projects/storefront/access')
  const add = page.getByRole('button', { name: 'Add user or group' })
  await expect(add).toBeDisabled()
  await add.hover()
  await expect(
    page.getByText('You need the project admin role. Yours is viewer. A project or silo admin can change that.'),
  ).toBeVisible()
  await expectAccessible(page)
})

test('access to a missing project', async ({ page, watch }) => {
  watch.expectStatus(404)
  await page.goto('/projects/no-such-project/access')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
})
