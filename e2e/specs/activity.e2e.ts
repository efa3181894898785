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

  const entries = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.locator('summary') })
  const entry = (text: string | RegExp) => entries.filter({ hasText: text })
  await page.getByRole('tab', { name: 'Activity' }).click()
  await expect(page.getByRole('list', { name: 'Today' }).getByText('admin created instance db')).toBeVisible()
  await expect(entries).toHaveCount(1)
  await expectAccessible(page)

  const sidebar = page.getByRole('navigation', { name: 'Sidebar navigation' })
  await sidebar.getByRole('link', { name: 'Activity' }).click()
  await expect(page).toHaveTitle(/^Activity/)
  const shared = entry(`admin changed access to project ${project}`)
  // the name of the operation is a detail
  await expect(shared.getByText('project_policy_update')).toBeHidden()
  await shared.getByText('changed access to project').click()
  await expect(shared.getByText('project_policy_update')).toBeVisible()
  await expect(shared).toContainText('Request ID')
  await expect(shared).toContainText('/v1/projects/{project}/policy')
  // new entries show without a reload
  await call(context, 'POST', `/v1/vpcs?project=${project}`, { name: 'late', description: '', dns_name: 'late' })
  await expect(entry('admin created VPC late')).toBeVisible()
  await entry('created VPC late').getByRole('button', { name: 'Row actions' }).click()
  await page.getByRole('menuitem', { name: 'Only this operation' }).click()
  await expect(page).toHaveURL(/operation=vpc_create/)
  await expect(entries).toHaveCount(1)
  await page.getByLabel('Result').selectOption('Refused')
  await expect(page.getByText('No entries match these filters.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(entry(`created project ${project}`)).toBeVisible()
  // refused requests are listed too: the VPC still has a subnet
  await expect(call(context, 'DELETE', `/v1/vpcs/late?project=${project}`)).rejects.toThrow('was answered 400')
  await expect(entry('admin could not delete VPC late')).toContainText('Refused')

  await signIn(page, host, 'recovery', reader, `/projects/${project}/activity`)
  await expect(entry('admin created instance db')).toBeVisible()
  await page.setViewportSize(PHONE)
  expect(await overflow(page)).toBe(0)
  await expectAccessible(page)
})

test('a silo, for its administrator and for a fleet viewer @core', async ({ page, context, host, unique, watch }) => {
  watch.expectStatus(403, 404)
  watch.expectMessage(/not found: project/i)
  const project = unique('inside')
  await makeProject(page, project)
  const viewer = unique('watcher')
  await makeFleetViewer(context, viewer)
  const entries = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.locator('summary') })
  const entry = (text: string | RegExp) => entries.filter({ hasText: text })
  await page.goto('/system/silos/recovery')
  await page.getByRole('tab', { name: 'Activity' }).click()
  await expect(page).toHaveURL(/tab=activity/)
  await expect(entry(`admin created project ${project}`)).toBeVisible()
  await expect(entry(`admin created user ${viewer}`)).toBeVisible()
  await expect(entry('admin signed in').first()).toBeVisible()
  await expectAccessible(page)

  await signIn(page, host, 'recovery', viewer, '/system/silos/recovery?tab=activity')
  await expect(entry('created user').first()).toBeVisible()
  await expect(entry(project)).toHaveCount(0)
  // not in projects, where the viewer has no role
  for (const place of ['activity', 'metrics']) {
    await page.goto(`/projects/${project}/${place}`)
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  }
})

test(
  'signing out names the user, although the entry has no actor',
  { tag: '@server' },
  async ({ page, context, browser, baseURL, unique }) => {
    const leaver = unique('leaver')
    await makeFleetViewer(context, leaver)
    const theirs = await browser.newContext({ baseURL: baseURL! })
    await call(theirs, 'POST', '/v1/login/recovery/local', { username: leaver, password: 'demo' })
    await call(theirs, 'POST', '/v1/logout')
    await theirs.close()
    await page.goto('/system/silos/recovery?tab=activity')
    await expect(page.getByRole('main').getByText(`${leaver} signed out`)).toBeVisible()
    await page.goto('/system/audit?operation=logout')
    await expect(page.getByRole('table', { name: 'Audit log' }).getByText(`${leaver} (signing out)`)).toBeVisible()
  },
)

test('a failure that no request caused, with its reason', { tag: '@server' }, async ({ page, unique }) => {
  const project = unique('by-itself')
  await makeProject(page, project)
  const name = 'fails-after-boot'
  await call(page.context(), 'POST', `/v1/instances?project=${project}`, {
    name,
    description: '',
    hostname: name,
    ncpus: 1,
    memory: 2 ** 30,
    auto_restart_policy: 'never',
    network_interfaces: { type: 'none' },
  })
  await page.goto(`/projects/${project}/activity`)
  const failed = page.getByRole('listitem').filter({ hasText: `${name} failed: stopped answering` })
  // the machine boots first
  await expect(failed).toBeVisible({ timeout: 30_000 })
  await failed.getByText('stopped answering').click()
  await expect(failed).toContainText('Target ID')
  await expectAccessible(page)
})
