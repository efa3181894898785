// Projects: the list and the forms over it.
import type { Page, Route } from '@playwright/test'
import { call } from '../helpers/api.ts'
import { expectAccessible } from '../helpers/axe.ts'
import { expect, test } from '../helpers/harness.ts'
import { signIn } from '../helpers/people.ts'

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const menuOf = (page: Page, name: string) => row(page, name).getByRole('button', { name: 'Row actions' })

async function create(page: Page, name: string, description = ''): Promise<void> {
  await page.getByRole('link', { name: 'New Project' }).click()
  await page.getByLabel('Name').fill(name)
  if (description) await page.getByLabel('Description').fill(description)
  await page.getByRole('button', { name: 'Create project' }).click()
  await expect(page.getByText(`Project ${name} created`)).toBeVisible()
  await toList(page)
}

async function toList(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Projects', exact: true }).first().click()
  await expect(page).toHaveURL(/\/projects$/)
}

test.beforeEach(async ({ page }) => {
  await page.goto('/projects')
  await expect(page.getByRole('heading', { name: 'Projects' })).toBeVisible()
})

test('the list shows existing projects', async ({ page }) => {
  await expect(page).toHaveTitle('Projects / Rackwright')
  await expect(row(page, 'analytics')).toContainText('Warehouse and reports')
  await expect(page.getByRole('navigation', { name: 'Pagination' })).toContainText('rows per page')
  await expectAccessible(page)
  // the hint of one row must not cover the button of the next
  await menuOf(page, 'billing').hover()
  await expect(page.getByRole('tooltip')).toBeVisible()
  await menuOf(page, 'analytics').click()
  await expect(page.getByRole('menuitem').first()).toHaveText('Copy ID')
  await expectAccessible(page)
})

test('the frame works while the first page loads', { tag: '@server' }, async ({ page }) => {
  // never answered
  await page.route(/\/v1\/projects\?/, () => undefined)
  await page.goto('/projects', { waitUntil: 'commit' })
  await expect(page.getByRole('status').getByText('Loading', { exact: true })).toBeVisible()
  await expect(page).toHaveTitle('Projects / Rackwright')
  await expect(page.getByRole('button', { name: 'user menu' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Sidebar navigation' }).getByRole('link', { name: 'Images' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Images' })).toBeVisible()
  await expect(page.getByText('Loading', { exact: true })).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()
})

test(
  'a link followed before the user has loaded shows why the user cannot be loaded',
  { tag: '@server' },
  async ({ page, watch }) => {
    watch.expectStatus(500)
    watch.expectMessage(/current_user_view/)
    const held: Route[] = []
    await page.route('**/v1/me', (route) => void held.push(route))
    await page.goto('/projects', { waitUntil: 'commit' })
    await page.getByRole('navigation', { name: 'Sidebar navigation' }).getByRole('link', { name: 'Images' }).click()
    await expect(page.getByRole('progressbar')).toBeVisible()
    const body = { message: 'Internal Server Error', request_id: 'x' }
    await Promise.all(held.map((route) => route.fulfill({ status: 500, json: body })))
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  },
)

test('create, rename and delete, including the default VPC', { tag: '@core' }, async ({ page, unique, watch }) => {
  const [first, second] = [unique('a-made'), unique('a-renamed')]
  await page.getByRole('link', { name: 'New Project' }).click()
  await expect(page).toHaveTitle('New project / Projects / Rackwright')
  await page.getByLabel('Name').fill(first)
  await page.getByLabel('Description').fill('for a test')
  await page.getByRole('button', { name: 'View API request' }).click()
  await expect(page.getByLabel('Request as curl')).toContainText(`"name": "${first}"`)
  await page.getByRole('button', { name: 'TypeScript' }).click()
  await expect(page.getByLabel('Request as TypeScript')).toContainText(`name: '${first}'`)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create project' }).click()
  await expect(page.getByText(`Project ${first} created`)).toBeVisible()

  await toList(page)
  await menuOf(page, first).click()
  await page.getByRole('menuitem', { name: 'Edit', exact: true }).click()
  await expect(page.getByLabel('Name')).toHaveValue(first)
  await page.getByLabel('Name').fill(second)
  await page.getByRole('button', { name: 'Update project' }).click()
  await expect(row(page, second)).toContainText('for a test')
  await expect(row(page, first)).toHaveCount(0)

  watch.expectStatus(400)
  await menuOf(page, second).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: 'Delete project' })
  const withVpc = question.getByLabel('Also delete the default VPC')
  await expect(withVpc).toBeChecked()
  await expectAccessible(page)
  await withVpc.uncheck()
  await question.getByRole('button', { name: 'Delete project' }).click()
  await expect(page.getByText(`Could not delete project ${second}`)).toBeVisible()
  await expect(page.getByText('Project to be deleted contains a vpc: default')).toBeVisible()

  await menuOf(page, second).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await question.getByRole('button', { name: 'View 3 API requests' }).click()
  await expect(question.getByLabel('Request as curl')).toContainText(`/v1/projects/${second}`)
  await question.getByRole('button', { name: 'Delete project' }).click()
  await expect(page.getByText(`Project ${second} deleted`)).toBeVisible()
  await expect(row(page, second)).toHaveCount(0)
})

test('deleting a project that is not empty lists its contents', async ({ page, context, unique }) => {
  const project = unique('a-full')
  await call(context, 'POST', '/v1/projects', { name: project, description: '' })
  const source = { type: 'blank', block_size: 512 }
  for (const name of ['one', 'two'])
    await call(context, 'POST', `/v1/disks?project=${project}`, {
      name,
      description: '',
      size: 2 ** 30,
      disk_source: source,
    })
  await menuOf(page, project).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: 'Delete project' })
  await expect(question).toContainText('Disks: one, two')
  await expect(question).not.toContainText('VPC')
  await expect(question.getByRole('button', { name: 'Delete project' })).toBeDisabled()
  await expectAccessible(page)
})

test('a taken or invalid name is reported at its field', async ({ page, watch }) => {
  watch.expectStatus(400)
  await page.getByRole('link', { name: 'New Project' }).click()
  const form = page.getByRole('dialog', { name: 'Create project' })
  const name = form.getByLabel('Name')
  await form.getByRole('button', { name: 'Create project' }).click()
  await expect(form.getByText('Name is required')).toBeVisible()
  for (const [text, problem] of [
    ['Web', 'Name can only contain lower-case letters, numbers and dashes'],
    ['1st', 'Name must start with a lower-case letter'],
    ['web-', 'Name must end with a letter or number'],
    ['a'.repeat(64), 'Name must be 63 characters or fewer'],
  ] as const) {
    await name.fill(text)
    await expect(form.getByText(problem)).toBeVisible()
  }
  await name.fill('storefront')
  await form.getByRole('button', { name: 'Create project' }).click()
  await expect(form.getByText('name already exists', { exact: true })).toBeVisible()
  await expect(form.getByText('Project name already exists')).toBeVisible()
  await expect(name).toBeFocused()
  await expectAccessible(page)
})

test('unsent input is guarded, except against Cancel', async ({ page }) => {
  await page.getByRole('link', { name: 'New Project' }).click()
  const form = page.getByRole('dialog', { name: 'Create project' })
  const guard = page.getByRole('dialog', { name: 'Confirm navigation' })
  await form.getByLabel('Name').fill('half')
  await page.keyboard.press('Escape')
  await guard.getByRole('button', { name: 'Keep editing' }).click()
  await expect(form.getByLabel('Name')).toHaveValue('half')
  await form.getByRole('button', { name: 'Close' }).click()
  await guard.getByRole('button', { name: 'Leave form' }).click()
  await expect(form).toHaveCount(0)
  await expect(page).toHaveURL(/\/projects$/)

  await page.getByRole('link', { name: 'New Project' }).click()
  await form.getByLabel('Name').fill('half')
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect(form).toHaveCount(0)
})

test('another window shows a new project without a reload', { tag: '@both' }, async ({ page, openWindow, unique }) => {
  const name = unique('a-live')
  const other = await openWindow()
  await other.goto('/projects')
  await expect(row(other, 'analytics')).toBeVisible()
  // a menu that is open stays open while the rows around it change
  await menuOf(other, 'analytics').click()
  await expect(other.getByRole('menuitem', { name: 'Edit', exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'New Project' }).click()
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Create project' }).click()
  await expect(row(other, name)).toBeVisible()
  await expect(other.getByRole('menuitem', { name: 'Edit', exact: true })).toBeVisible()
})

test('by keyboard alone: c creates, the palette finds, / filters', async ({ page, unique }) => {
  const name = unique('a-keys')
  await page.keyboard.press('c')
  await expect(page.getByLabel('Name')).toBeFocused()
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  await expect(page.getByText(`Project ${name} created`)).toBeVisible()
  await toList(page)
  await expect(row(page, name)).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type(name)
  await expect(page.getByText(/^1 of \d+$/)).toBeVisible()
  await page.keyboard.press('Escape')
  await menuOf(page, name).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Copy ID' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Edit project' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Edit project' })).toHaveCount(0)
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Quick actions' })
  await expect(page.getByLabel('Search or run a command')).toBeFocused()
  await page.keyboard.type('new pro')
  await expect(palette.getByRole('option', { name: 'New project' })).toHaveAttribute('aria-selected', 'true')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Create project' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Create project' })).toHaveCount(0)
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('New project')
})

test('bulk actions report each row, and failed rows stay selected', async ({ page, unique, watch }) => {
  watch.expectStatus(400)
  const names = [unique('a-bulk'), unique('a-bulk')] as const
  const [empty, full] = names
  for (const name of names) await create(page, name)
  const disk = { name: 'data', description: '', size: 2 ** 30, disk_source: { type: 'blank', block_size: 512 } }
  await call(page.context(), 'POST', `/v1/disks?project=${full}`, disk)
  for (const name of names) await page.getByLabel(`Select ${name}`).check()
  const bar = page.getByRole('region', { name: 'Selected rows' })
  await expect(bar).toContainText('2 selected')
  await bar.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: 'Delete 2 projects' })
  await expect(question).toContainText('The default VPC and access settings of each project are deleted too.')
  await question.getByRole('button', { name: 'Delete' }).click()
  const report = page.getByRole('alert').filter({ hasText: 'Deleted 1 project. 1 failed.' })
  await expect(report).not.toContainText(empty)
  // the report is enough
  await expect(page.getByText(`Project ${empty} deleted`)).toHaveCount(0)
  await expect(report).toContainText(`${full}: Project to be deleted contains a disk`)
  await expect(bar).toContainText('1 selected')
  // the network of a project that stays is kept
  expect(await call(page.context(), 'GET', `/v1/vpcs/default?project=${full}`)).toMatchObject({ name: 'default' })
  await expectAccessible(page)
})

test('columns, density and export', async ({ page }) => {
  await page.getByRole('button', { name: 'Choose columns' }).click()
  // not the checkbox of a row: another test's project can have "id" in its name
  const columns = page.getByRole('dialog', { name: 'Choose columns' })
  await columns.getByRole('checkbox', { name: 'ID', exact: true }).check()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('columnheader', { name: 'ID' })).toBeVisible()
  await page.getByRole('button', { name: 'Compact rows' }).click()
  await page.reload()
  await expect(page.getByRole('columnheader', { name: 'ID' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Compact rows' })).toHaveAttribute('aria-pressed', 'true')
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export these rows as CSV' }).click()
  expect((await file).suggestedFilename()).toBe('projects.csv')
})

test('a missing project', async ({ page, watch }) => {
  watch.expectStatus(404)
  await page.goto('/projects/no-such-project/edit')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
})

test('users without roles are told so', async ({ page, host, watch }) => {
  // 401: the page behind the error may refetch while the session ends
  watch.expectStatus(401, 403)
  await signIn(page, host, 'meridian', 'alan')
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  await expect(page.getByText('Please try again. If the problem persists, contact your administrator.')).toBeVisible()
  await expect(page.getByText('You are not in any groups and have no role on the silo.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/login/)
})
