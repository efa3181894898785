// A new silo, from an empty installation: an operator creates it, and its first member reaches a serial console.
import type { Browser, Locator, Page } from '@playwright/test'
import { expectAccessible } from '../helpers/axe.ts'
import { expect, PASSWORD, PHONE, test as base } from '../helpers/harness.ts'
import { startEmpty, type Running } from '../helpers/hosts.ts'
import { pickByKeys, pressAt, tabTo } from '../helpers/keys.ts'
import { forgetSession } from '../helpers/navigate.ts'
import { overflow, select } from '../helpers/table.ts'

const test = base.extend<{ empty: Running }>({
  empty: async ({ page }, give) => {
    const running = await startEmpty(PASSWORD)
    await page.request.post(`${running.url}/v1/login/recovery/local`, {
      data: { username: 'admin', password: PASSWORD },
    })
    await give(running)
    // leave the page, which would report errors when the server stops
    await page.goto('about:blank')
    await running.stop()
  },
})

const CHOSEN = 'tall giraffes eat late'

const setup = (page: Page) => page.getByRole('region', { name: 'Set up this silo' })
const step = (page: Page, name: string) => setup(page).getByRole('listitem', { name: new RegExp(`^${name}:`) })
const expectDone = (page: Page, name: string) => expect(step(page, name)).toHaveAccessibleName(`${name}: done`)

const linkOn = (page: Page) => page.getByRole('region', { name: 'Invitation link' }).getByRole('code').textContent()

const copiedOn = async (page: Page) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  return page.evaluate(() => navigator.clipboard.readText())
}

/** Whoever got the link chooses a password. */
async function accept(link: string | null, browser: Browser): Promise<void> {
  const theirs = await browser.newPage()
  await theirs.goto(link!)
  await theirs.getByLabel('New password', { exact: true }).fill(CHOSEN)
  await theirs.getByLabel('Repeat new password').fill(CHOSEN)
  await theirs.getByRole('button', { name: 'Join with a password' }).click()
  await expect(theirs.getByRole('region', { name: 'First steps' })).toBeVisible()
  await theirs.close()
}

/** The pool that the operator's own first steps lead to. */
async function makePool(page: Page, url: string) {
  const post = (path: string, data: object) => page.request.post(`${url}/v1/system/${path}`, { data })
  await post('ip-pools', { name: 'public', description: '' })
  await post('ip-pools/public/ranges/add', { first: '198.51.100.10', last: '198.51.100.250' })
}

test('the setup of a silo leads its first member to a console @server @core', async ({
  page,
  browser,
  empty,
  watch,
}) => {
  watch.expectStatus(403, 404)
  await makePool(page, empty.url)
  await page.goto(`${empty.url}/system/silos-new`)
  const form = page.getByRole('dialog', { name: 'Create silo' })
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('acme')
  await expect(form.getByText('With 0, no disk can be created.')).toBeVisible()
  await form.getByRole('radio', { name: /Local only/ }).check()
  await form.getByRole('button', { name: 'Create silo' }).click()

  // a silo of local users opens on them
  await expect(page.getByRole('tab', { name: 'Users and groups' })).toHaveAttribute('aria-selected', 'true')
  await expectAccessible(page)
  await page.setViewportSize(PHONE)
  expect(await overflow(page)).toBe(0)
  await page.setViewportSize({ width: 1440, height: 900 })

  await step(page, 'Quotas').getByRole('button', { name: 'Set quotas' }).click()
  const quotas = page.getByRole('dialog', { name: 'Edit quotas' })
  await quotas.getByLabel('CPU quota').fill('8')
  await quotas.getByLabel('Memory quota').fill('32')
  await quotas.getByLabel('Storage quota').fill('100')
  await quotas.getByRole('button', { name: 'Update quotas' }).click()
  await expectDone(page, 'Quotas')

  await step(page, 'Default IP pool').getByRole('button', { name: 'Link IP pool' }).click()
  const link = page.getByRole('dialog', { name: 'Link pool' })
  await expect(link.getByRole('checkbox', { name: 'Default pool of the silo' })).toBeChecked()
  await select(page, 'IP pool', 'public')
  await link.getByRole('button', { name: 'Link pool' }).click()
  await expectDone(page, 'Default IP pool')

  const signIn = `${empty.url}/login/acme/local`
  await expect(setup(page)).toContainText(`Its users sign in at ${signIn}`)
  await page.getByRole('button', { name: 'New user' }).click()
  const user = page.getByRole('dialog', { name: 'Create user' })
  await user.getByLabel('Username').fill('newcomer')
  await user.getByLabel('Password').fill(CHOSEN)
  await user.getByLabel('Must be changed at the next sign-in').uncheck()
  await user.getByRole('button', { name: 'Create user' }).click()
  await expect(page.getByText('User newcomer created')).toBeVisible()

  await step(page, 'First admin').getByRole('button', { name: 'Invite admin' }).click()
  const invitation = page.getByRole('dialog', { name: 'Invite person' })
  await invitation.getByLabel('Username').fill('ada')
  await expect(invitation.getByLabel('Silo role')).toHaveValue('admin')
  await expectAccessible(page)
  await invitation.getByRole('button', { name: 'Create link' }).click()
  const toAda = await linkOn(page)
  await page.getByRole('button', { name: 'Done' }).click()
  await accept(toAda, browser)
  // all done, with the next step until it is dismissed
  await expect(setup(page)).toContainText(`Done. Next: invite people. They sign in at ${signIn}.`)
  await expect(page.getByRole('row', { name: /ada/ })).toContainText('silo.admin')
  await expectAccessible(page)
  await page.setViewportSize(PHONE)
  expect(await overflow(page)).toBe(0)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.reload()
  await setup(page).getByRole('button', { name: 'Invite people' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await setup(page).getByRole('button', { name: 'Dismiss' }).click()
  await expect(setup(page)).toHaveCount(0)
  await page.reload()
  await expect(page.getByText(signIn)).toBeVisible()
  await expect(setup(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Copy invitation' }).click()
  await expect.poll(() => copiedOn(page)).toContain(`Sign in at ${signIn}`)

  // a member without a role learns whom to ask
  await forgetSession(page)
  await page.goto(signIn)
  await page.getByLabel('Username').fill('newcomer')
  await page.getByLabel('Password').fill(CHOSEN)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('You have no access to silo acme yet')).toBeVisible()
  await expect(page.getByText('A silo admin can give you a role: ada.')).toBeVisible()
  await expect(page.getByText('You are not in any groups and have no role on the silo.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Copy access request' })).toBeVisible()
  await expectAccessible(page)

  await page.request.post(`${empty.url}/v1/login/acme/local`, { data: { username: 'ada', password: CHOSEN } })
  await page.goto(`${empty.url}/projects`)
  const steps = page.getByRole('region', { name: 'First steps' })
  await expect(steps.getByRole('listitem', { name: 'IP pool: done' })).toContainText('public')
  await steps.getByRole('button', { name: 'Create project' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('web')
  await page.getByRole('dialog').getByRole('button', { name: 'Create project' }).click()
  await steps.getByRole('button', { name: 'Use starter image' }).click()
  await steps.getByRole('button', { name: 'Create instance' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create instance' }).click()
  await expect(steps.getByText('log in as root; there is no password')).toBeVisible()
  await expect(steps.getByRole('link', { name: 'invite people' })).toHaveAttribute('href', '/users')
  await steps.getByRole('link', { name: 'Connect' }).click()
  await expect(page.getByRole('application', { name: 'Serial console' })).toContainText('hello login:')
})

test(
  'by keyboard, from a new silo to its first console',
  { tag: '@server' },
  async ({ page, browser, empty, watch }) => {
    watch.expectStatus(403, 404)
    await makePool(page, empty.url)
    await page.goto(`${empty.url}/system/silos`)
    await expect(page.getByRole('link', { name: 'New silo' })).toBeVisible()
    await page.keyboard.press('c')
    const form = page.getByRole('dialog', { name: 'Create silo' })
    await fill(page, 'Name', 'acme')
    await tabTo(page, form.getByRole('radio', { name: /Single sign-on/ }))
    await page.keyboard.press('ArrowDown')
    await pressAt(page, form.getByRole('button', { name: 'Create silo' }))

    await pressAt(page, step(page, 'Quotas').getByRole('button', { name: 'Set quotas' }))
    for (const label of ['CPU quota', 'Memory quota', 'Storage quota']) await fill(page, label, '64')
    await page.keyboard.press('Enter')
    await expectDone(page, 'Quotas')

    await pressAt(page, step(page, 'Default IP pool').getByRole('button', { name: 'Link IP pool' }))
    await pickByKeys(page, page.getByRole('combobox', { name: 'IP pool' }), 'public')
    await pressAt(page, page.getByRole('dialog').getByRole('button', { name: 'Link pool' }))
    await expectDone(page, 'Default IP pool')

    await pressAt(page, step(page, 'First admin').getByRole('button', { name: 'Invite admin' }))
    await fill(page, 'Username', 'ada')
    await page.keyboard.press('Enter')
    const toAda = await linkOn(page)
    await page.keyboard.press('Escape')
    await accept(toAda, browser)
    await pressAt(page, setup(page).getByRole('button', { name: 'Dismiss' }))
    await expect(setup(page)).toHaveCount(0)
    await expect(page.getByRole('row', { name: /ada/ })).toContainText('silo.admin')
    await pressAt(page, page.getByRole('button', { name: 'Copy invitation' }))
    await expect.poll(() => copiedOn(page)).toContain(`Sign in at ${empty.url}/login/acme/local`)

    await forgetSession(page)
    await page.goto(`${empty.url}/login/acme/local`)
    await fill(page, 'Username', 'ada', page)
    await fill(page, 'Password', CHOSEN, page)
    await page.keyboard.press('Enter')
    const steps = page.getByRole('region', { name: 'First steps' })
    await pressAt(page, steps.getByRole('button', { name: 'Create project' }))
    await fill(page, 'Name', 'web')
    await page.keyboard.press('Enter')
    await pressAt(page, steps.getByRole('button', { name: 'Use starter image' }))
    await expect(steps.getByRole('listitem', { name: 'Image: done' })).toBeVisible()
    await pressAt(page, steps.getByRole('button', { name: 'Create instance' }))
    await fill(page, 'Name', 'first')
    await page.keyboard.press('Enter')
    await pressAt(page, steps.getByRole('link', { name: 'Connect' }))
    await expect(page.getByRole('application', { name: 'Serial console' })).toContainText('first login:')
  },
)

async function fill(page: Page, label: string, text: string, within: Page | Locator = page.getByRole('dialog')) {
  await tabTo(page, within.getByLabel(label, { exact: true }))
  await page.keyboard.press('Control+A')
  await page.keyboard.type(text)
}

test('what a silo lacks needs attention, for operators and members', { tag: '@server' }, async ({ page, empty }) => {
  const quotas = { cpus: 0, memory: 0, storage: 0 }
  const body = { name: 'bare', description: '', discoverable: true, identity_mode: 'local_only', quotas }
  const post = (path: string, data: object) => page.request.post(`${empty.url}/v1/${path}`, { data })
  await post('system/silos', { ...body, tls_certificates: [], mapped_fleet_roles: {} })
  await page.goto(`${empty.url}/system/issues`)
  await expect(page.getByText('Silo bare has no quota')).toBeVisible()
  await expect(page.getByText('Silo bare has no default IP pool')).toBeVisible()
  await page.getByRole('link', { name: 'View quotas: Silo bare has no quota' }).click()
  await expect(page.getByRole('button', { name: 'Edit quotas' })).toBeVisible()
  const made = await post('system/identity-providers/local/users?silo=bare', {
    external_id: 'ada',
    password: { mode: 'password', value: 'demo' },
  })
  const { id } = (await made.json()) as { id: string }
  await page.request.put(`${empty.url}/v1/system/silos/bare/policy`, {
    data: { role_assignments: [{ identity_type: 'silo_user', identity_id: id, role_name: 'viewer' }] },
  })
  await post('login/bare/local', { username: 'ada', password: 'demo' })
  await page.goto(`${empty.url}/projects`)
  const overview = page.getByRole('region', { name: 'Overview' })
  await expect(overview).toContainText('Silo bare has no quota')
  await expect(overview).toContainText('Silo bare has no default IP pool')
})

test('the first steps offer addresses for a trial', { tag: '@server' }, async ({ page, empty }) => {
  await page.goto(`${empty.url}/projects`)
  await page.getByRole('button', { name: 'Add IP pool' }).click()
  const pool = page.getByRole('dialog', { name: 'Add IP pool' })
  await expect(pool.getByRole('textbox', { name: 'Name' })).toHaveValue('public')
  await pool.getByRole('button', { name: 'Use example addresses' }).click()
  await pool.getByRole('button', { name: 'Add IP pool' }).click()
  const steps = page.getByRole('region', { name: 'First steps' })
  await expect(steps.getByRole('listitem', { name: 'IP pool: done' })).toContainText('public')
})
