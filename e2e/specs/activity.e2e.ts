// Activity of a project as its viewer, of an instance, and of a silo as its administrator and as a fleet viewer.
import { call } from '../helpers/api.ts'
import { expectAccessible } from '../helpers/axe.ts'
import { makeFleetViewer } from '../helpers/fleet.ts'
import { expect, PHONE, test } from '../helpers/harness.ts'
import { makeInstance } from '../helpers/instance.ts'
import { signIn } from '../helpers/people.ts'
import { makeProject, overflow } from '../helpers/table.ts'

test('a project and an instance: entries, details, filters, new ones, and as a project viewer', async ({
  page,
  context,
  host,
  unique,
  watch,
}) => {
  watch.expectStatus(403)
  const [project, reader] = [unique('watched'), unique('reader')]
  await makeProject(page, project)
  const users = '/v1/system/identity-providers/local/users?silo=recovery'
  const user = { external_id: reader, password: { mode: 'password', value: 'demo' } }
  const { id } = (await call(context, 'POST', users, user)) as { id: string }
  const role = { identity_id: id, identity_type: 'silo_user', role_name: 'viewer' }
  await call(context, 'PUT', `/v1/projects/${project}/policy`, { role_assignments: [role] })
  await makeInstance(page, { project, name: 'db' })

  const table = page.getByRole('table', { name: 'Activity' })
  const entry = (text: string) => table.getByRole('row').filter({ hasText: text })
  await page.getByRole('tab', { name: 'Activity' }).click()
  await expect(entry('instance_create')).toContainText('admin')
  await expect(table.getByRole('row')).toHaveCount(2)
  await expectAccessible(page)

  const sidebar = page.getByRole('navigation', { name: 'Sidebar navigation' })
  await sidebar.getByRole('link', { name: 'Activity' }).click()
  await expect(page).toHaveTitle(/^Activity/)
  await entry('project_policy_update').getByText('project_policy_update').click()
  await expect(entry('project_policy_update')).toContainText('Request ID')
  await expect(entry('project_policy_update')).toContainText('/v1/projects/{project}/policy')
  // new entries show without a reload
  await call(context, 'POST', `/v1/vpcs?project=${project}`, { name: 'late', description: '', dns_name: 'late' })
  await expect(entry('vpc_create')).toContainText('late')
  await entry('vpc_create').getByRole('button', { name: 'Row actions' }).click()
  await page.getByRole('menuitem', { name: 'Only this operation' }).click()
  await expect(page).toHaveURL(/operation=vpc_create/)
  await expect(table.getByRole('row')).toHaveCount(2)
  await page.getByLabel('Result').selectOption('Refused')
  await expect(page.getByText('No entries match these filters.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(entry('project_create')).toBeVisible()
  // refused requests are listed too: the VPC still has a subnet
  await expect(call(context, 'DELETE', `/v1/vpcs/late?project=${project}`)).rejects.toThrow('was answered 400')
  await expect(entry('vpc_delete')).toContainText('Refused')

  await signIn(page, host, 'recovery', reader, `/projects/${project}/activity`)
  await expect(entry('instance_create')).toContainText('db')
  await page.setViewportSize(PHONE)
  expect(await overflow(page)).toBe(0)
  await expectAccessible(page)
})

test('a silo, for its administrator and for a fleet viewer', async ({ page, context, host, unique, watch }) => {
  watch.expectStatus(403, 404)
  watch.expectMessage(/not found: project/i)
  const project = unique('inside')
  await makeProject(page, project)
  const viewer = unique('watcher')
  await makeFleetViewer(context, viewer)
  const table = page.getByRole('table', { name: 'Activity' })
  const entry = (text: string) => table.getByRole('row').filter({ hasText: text })
  await page.goto('/system/silos/recovery')
  await page.getByRole('tab', { name: 'Activity' }).click()
  await expect(page).toHaveURL(/tab=activity/)
  await expect(entry(project)).toContainText('project_create')
  await expect(entry(viewer)).toContainText('local_idp_user_create')
  await expectAccessible(page)

  await signIn(page, host, 'recovery', viewer, '/system/silos/recovery?tab=activity')
  await expect(entry('local_idp_user_create').first()).toBeVisible()
  await expect(entry(project)).toHaveCount(0)
  // not in projects, where the viewer has no role
  for (const place of ['activity', 'metrics']) {
    await page.goto(`/projects/${project}/${place}`)
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  }
})
