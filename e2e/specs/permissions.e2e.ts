// Users see what they may not do before they begin: buttons and menus say why and who can change it, and forms are not offered.
import type { Page } from '@playwright/test'
import { call } from '../helpers/api.ts'
import { expectAccessible } from '../helpers/axe.ts'
import { expect, PHONE, test } from '../helpers/harness.ts'
import { tabTo } from '../helpers/keys.ts'
import { makeProjectMember, signIn } from '../helpers/people.ts'
import { overflow } from '../helpers/table.ts'

const NEEDS = 'You need the project collaborator role. Yours is viewer. A project or silo admin can change that.'
const at = (page: string) => `/projects/storefront/${page}`

/** Lists of a project, and the button that adds to each. */
const LISTS = {
  [at('instances')]: 'New instance',
  [at('disks')]: 'New disk',
  [at('snapshots')]: 'New snapshot',
  [at('images')]: 'Upload image',
  [at('vpcs')]: 'New VPC',
  [at('vpcs/default/firewall-rules')]: 'New rule',
  [at('vpcs/default/subnets')]: 'New subnet',
  [at('vpcs/default/routers')]: 'New router',
  [at('floating-ips')]: 'New floating IP',
}
/** What reads: every other item of a menu changes something. */
const READS = /^(?!.*serial console)(Copy|View|Open|Download|Show)/

const enabledItems = (page: Page) =>
  page
    .getByRole('menuitem')
    .evaluateAll((items) =>
      items.flatMap((item) => (item.getAttribute('aria-disabled') === 'true' ? [] : [item.textContent ?? ''])),
    )

test(
  'a viewer reads why not on every list, and on every row @core',
  { tag: '@server' },
  async ({ page, host, watch }) => {
    watch.expectStatus(403)
    await signIn(page, host, 'recovery', 'edith')
    for (const [path, label] of Object.entries(LISTS)) {
      await page.goto(path)
      const button = page.getByRole('button', { name: label, exact: true }).first()
      await expect(button, path).toBeDisabled()
      await expect(button, path).toHaveAccessibleDescription(NEEDS)
      const rows = page.getByRole('main').getByRole('button', { name: 'Row actions' })
      if ((await rows.count()) === 0) continue
      await rows.first().click()
      await expect(page.getByRole('menuitem').first()).toBeVisible()
      expect(
        (await enabledItems(page)).filter((item) => !READS.test(item)),
        path,
      ).toEqual([])
      await page.keyboard.press('Escape')
    }
    // on the page of an instance too: the menu, the buttons and the cards
    await page.goto(at('instances/web-1/storage'))
    for (const label of ['Stop', 'Attach existing disk', 'Create disk'])
      await expect(page.getByRole('button', { name: label, exact: true })).toHaveAccessibleDescription(NEEDS)
    await page.getByRole('button', { name: 'Instance actions' }).click()
    await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeDisabled()
    expect((await enabledItems(page)).filter((item) => !READS.test(item))).toEqual([])
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await expect(page.getByRole('menuitem', { name: 'Open serial console' })).toBeDisabled()
    await page.keyboard.press('Escape')
    await page.goto(at('instances/web-1/networking'))
    for (const label of ['Add network interface', 'Attach floating IP'])
      await expect(page.getByRole('button', { name: label })).toHaveAccessibleDescription(NEEDS)
    // a suggested change too
    await page.route('**/rackwright/reachability?*', async (route) => {
      const response = await route.fetch()
      const { steps, ...answer } = (await response.json()) as { steps: object[] }
      const subject = { type: 'vpc', name: 'default', vpc: 'default' }
      const blocked = { ...steps[0], passed: false, subject }
      const fix = { type: 'enable_rule', rule: 'allow-ssh' }
      await route.fulfill({ response, json: { ...answer, verdict: 'blocked', steps: [blocked], fix } })
    })
    await page.getByRole('button', { name: 'Check reachability' }).click()
    await page.getByRole('button', { name: 'Check', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Enable this rule' })).toHaveAccessibleDescription(NEEDS)
    await expectAccessible(page)
    await page.goto(at('instances/web-1/settings'))
    await expect(page.getByRole('button', { name: 'Save' }).first()).toHaveAccessibleDescription(NEEDS)
    // and in the palette
    await page.keyboard.press('Control+k')
    await page.getByLabel('Search or run a command').fill('new disk')
    await expect(page.getByRole('option', { name: /New disk/ })).toHaveCount(0)
    await expectAccessible(page)
  },
)

test('a viewer is not connected to a console, and reads why', { tag: '@server' }, async ({ page, host, watch }) => {
  watch.expectStatus(403)
  await page.route('**/rackwright/platform', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), has_screens: true } })
  })
  await signIn(page, host, 'recovery', 'edith', at('instances/web-1/connect'))
  const connect = page.getByRole('region', { name: 'Serial console' }).getByRole('button', { name: 'Connect' })
  await expect(connect).toHaveAccessibleDescription(NEEDS)
  const open = page.getByRole('region', { name: 'Screen' }).getByRole('button', { name: 'Open' })
  await expect(open).toHaveAccessibleDescription(NEEDS)
  await tabTo(page, connect)
  await expect(page.getByRole('tooltip')).toHaveText(NEEDS)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/connect$/)
  await page.keyboard.press('Control+k')
  await page.getByLabel('Search or run a command').fill('console web-1')
  await page.getByRole('option', { name: 'Console of web-1' }).first().click()
  await expect(page.getByText('Console of web-1 is not possible')).toBeVisible()
  await expect(page).toHaveURL(/\/connect$/)
  // opened by their addresses
  await page.goto(at('instances/web-1/serial-console'))
  await expect(page.getByRole('main')).toContainText(NEEDS)
  await expect(page.getByRole('button', { name: 'Screen', exact: true })).toHaveAccessibleDescription(NEEDS)
  await expectAccessible(page)
  await page.goto(at('instances/web-1/screen'))
  await expect(page.getByRole('main')).toContainText(NEEDS)
  await expect(page.getByRole('button', { name: 'Serial console', exact: true })).toHaveAccessibleDescription(NEEDS)
  await expectAccessible(page)
})

test('by keyboard, the reason is read aloud and nothing opens', { tag: '@server' }, async ({ page, host, watch }) => {
  watch.expectStatus(403)
  await signIn(page, host, 'recovery', 'edith', at('disks'))
  const button = page.getByRole('button', { name: 'New disk' })
  await tabTo(page, button)
  await expect(page.getByRole('tooltip')).toHaveText(NEEDS)
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await page.keyboard.press('c')
  await expect(page).toHaveURL(/\/disks$/)
  await tabTo(page, page.getByRole('button', { name: 'Row actions' }).first())
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeDisabled()
  await expectAccessible(page)
})

test(
  'a form that is opened by its address says why it cannot be sent',
  { tag: '@server' },
  async ({ page, host, watch }) => {
    watch.expectStatus(403)
    await signIn(page, host, 'recovery', 'edith', at('disks-new'))
    const form = page.getByRole('dialog', { name: 'Create disk' })
    await expect(form).toContainText(NEEDS)
    await expect(form.getByRole('textbox', { name: 'Name' })).toBeDisabled()
    await expect(form.getByRole('button', { name: 'Create disk' })).toBeDisabled()
    await expectAccessible(page)
    await page.setViewportSize(PHONE)
    expect(await overflow(page)).toBe(0)
    for (const [path, title] of [
      ['images-new', 'Upload image'],
      ['instances-new', 'Create instance'],
    ] as const) {
      await page.goto(at(path))
      await expect(page.getByText(NEEDS).first()).toBeVisible()
      await expect(page.getByRole('button', { name: title })).toBeDisabled()
    }
  },
)

test(
  'roles on projects count, and follow changes',
  { tag: '@server' },
  async ({ page, context, host, browser, baseURL, unique, watch }) => {
    watch.expectStatus(403, 404)
    const [project, name] = [unique('shared'), unique('helper')]
    await call(context, 'POST', '/v1/projects', { name: project, description: '' })
    await makeProjectMember(context, project, name)
    const theirs = await (await browser.newContext({ baseURL: baseURL!, reducedMotion: 'reduce' })).newPage()
    await signIn(theirs, host, 'recovery', name, `/projects/${project}/disks`)
    const link = theirs.getByRole('link', { name: 'New disk' }).first()
    await expect(link).toBeVisible()
    // the project itself is for its admins
    await theirs.goto(`/projects/${project}/access`)
    await expect(theirs.getByRole('button', { name: 'Add user or group' })).toBeDisabled()
    await theirs.goto(`/projects/${project}/disks`)
    await expect(link).toBeVisible()

    const me = (await call(theirs.context(), 'GET', '/v1/me')) as { id: string }
    const role = { identity_type: 'silo_user', identity_id: me.id, role_name: 'viewer' }
    await call(context, 'PUT', `/v1/projects/${project}/policy`, { role_assignments: [role] })
    const button = theirs.getByRole('button', { name: 'New disk' }).first()
    await expect(button).toBeDisabled()
    await expect(button).toHaveAccessibleDescription(NEEDS)
    await theirs.context().close()
    await page.goto('/projects')
    await expect(page.getByRole('heading', { name: 'Projects' })).toBeVisible()
  },
)

test('where roles are not known, everything stays available', { tag: '@server' }, async ({ page, host, watch }) => {
  watch.expectStatus(403, 404)
  await page.route('**/rackwright/me/roles', (route) => route.fulfill({ status: 404, body: 'Not Found' }))
  await signIn(page, host, 'recovery', 'edith', at('disks'))
  await page.getByRole('link', { name: 'New disk' }).click()
  const form = page.getByRole('dialog', { name: 'Create disk' })
  await expect(form.getByRole('textbox', { name: 'Name' })).toBeEnabled()
})
