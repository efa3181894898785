// People: an administrator invites, creates and disables them, and they choose for themselves how they sign in. By pointer and by
// keyboard alone.
import type { Browser, Page } from '@playwright/test'
import { call } from '../helpers/api.ts'
import { expectAccessible } from '../helpers/axe.ts'
import { expect, PHONE, test } from '../helpers/harness.ts'
import { chooseByKeys, pressAt, tabTo } from '../helpers/keys.ts'
import { forgetSession } from '../helpers/navigate.ts'
import { enterPassword, HANDS, makeLocalSilo, makeUser, named, plugIn, type Hand } from '../helpers/second-factor.ts'
import { choose, openMenu, overflow, row } from '../helpers/table.ts'

const CHOSEN = 'tall giraffes eat late'
const linkOf = (page: Page) => page.getByRole('region', { name: 'Invitation link' }).getByRole('code')

/** From the button to the link. Closes the dialog. */
async function invite(page: Page, hand: Hand, name: string, role?: string): Promise<string> {
  await hand.press(page, page.getByRole('button', { name: 'Invite people' }).first())
  const form = page.getByRole('dialog', { name: 'Invite person' })
  await hand.write(page, form.getByLabel('Username'), name)
  if (role) await form.getByLabel('Silo role').selectOption(role)
  await expectAccessible(page)
  await hand.press(page, form.getByRole('button', { name: 'Create link' }))
  const link = await linkOf(page).textContent()
  await expectAccessible(page)
  await hand.press(page, page.getByRole('button', { name: 'Done' }))
  return link!
}

async function choosePassword(page: Page, hand: Hand, password: string, repeated = password): Promise<void> {
  await hand.write(page, page.getByLabel('New password', { exact: true }), password)
  await hand.write(page, page.getByLabel('Repeat new password'), repeated)
  await hand.press(page, page.getByRole('button', { name: /^(Join with a|Change) password$/ }))
}

/** The browser of somebody else. */
async function openBrowser(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext({ baseURL: baseURL!, reducedMotion: 'reduce' })
  return context.newPage()
}

for (const [how, hand] of Object.entries(HANDS)) {
  test.describe(`by ${how}`, { tag: '@server' }, () => {
    test(
      'an invited person chooses a password, once',
      { tag: how === 'pointer' ? ['@core'] : [] },
      async ({ page, browser, baseURL, unique, watch }) => {
        watch.expectStatus(400, 401, 403)
        const name = unique('guest')
        await page.goto('/users')
        const link = await invite(page, hand, name)
        expect(link).toMatch(new RegExp(`^${baseURL}/invitation#[0-9a-f]{40}$`))
        await expect(page.getByRole('region', { name: 'Invitations' }).getByRole('row', { name })).toContainText(
          'admin',
        )

        const theirs = await openBrowser(browser, baseURL)
        await theirs.goto(link)
        await expect(theirs.getByRole('heading', { name: 'Join silo recovery' })).toBeVisible()
        await expect(theirs.getByText(`You are invited as ${name}, with the role silo viewer.`)).toBeVisible()
        await expectAccessible(theirs)
        await theirs.setViewportSize(PHONE)
        expect(await overflow(theirs)).toBe(0)
        await choosePassword(theirs, hand, 'short', 'other')
        await expect(theirs.getByText('New password must have at least 12 characters')).toBeVisible()
        await expect(theirs.getByText('The passwords differ')).toBeVisible()
        await choosePassword(theirs, hand, 'password-1234')
        await expect(theirs.getByRole('alert')).toContainText('too common')
        await expectAccessible(theirs)
        await choosePassword(theirs, hand, CHOSEN)
        await expect(theirs).toHaveURL(/\/projects$/)
        await expect(theirs.getByRole('heading', { name: 'Projects' })).toBeVisible()

        // the page of the administrator follows, and the link is worth nothing
        await expect(row(page, name)).toContainText('enabled')
        await expect(page.getByRole('region', { name: 'Invitations' }).getByRole('row', { name })).toHaveCount(0)
        const late = await openBrowser(browser, baseURL)
        await late.goto(link)
        await expect(late.getByRole('heading', { name: 'This invitation cannot be used' })).toBeVisible()
        await expectAccessible(late)
        await theirs.context().close()
        await late.context().close()
      },
    )

    test('an invited person creates a passkey, and signs in with it', async ({ page, browser, baseURL, unique }) => {
      const name = unique('keyed')
      await page.goto(`${named(baseURL)}/login`)
      await enterPasswordAt(page, named(baseURL))
      await page.goto(`${named(baseURL)}/users`)
      const link = await invite(page, hand, name)
      const theirs = await openBrowser(browser, named(baseURL))
      await plugIn(theirs)
      await theirs.goto(link)
      await hand.press(theirs, theirs.getByRole('button', { name: 'Join with a passkey' }))
      await expect(theirs).toHaveURL(/\/projects$/)
      await forgetSession(theirs)
      await theirs.goto('/login/recovery/local')
      await hand.press(theirs, theirs.getByRole('button', { name: 'Sign in with a passkey' }))
      await expect(theirs).toHaveURL(/\/projects$/)
      await theirs.context().close()
    })

    test('a revoked invitation is worth nothing', async ({ page, browser, baseURL, unique, watch }) => {
      watch.expectStatus(401)
      const name = unique('unwanted')
      await page.goto('/users')
      const link = await invite(page, hand, name)
      const line = page.getByRole('region', { name: 'Invitations' }).getByRole('row', { name })
      if (hand === HANDS.keyboard) await chooseByKeys(page, line, 'Revoke')
      else {
        await line.getByRole('button', { name: 'Row actions' }).click()
        await expectAccessible(page)
        await page.getByRole('menuitem', { name: 'Revoke' }).click()
      }
      await expectAccessible(page)
      await hand.press(page, page.getByRole('dialog').getByRole('button', { name: 'Revoke invitation' }))
      await expect(line).toHaveCount(0)
      const theirs = await openBrowser(browser, baseURL)
      await theirs.goto(link)
      await expect(theirs.getByRole('heading', { name: 'This invitation cannot be used' })).toBeVisible()
      await theirs.context().close()
    })

    test('a generated password is copied, and must be changed at the next sign-in', async ({
      page,
      context,
      browser,
      baseURL,
      unique,
      watch,
    }) => {
      watch.expectStatus(400, 403)
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      const name = unique('starter')
      await page.goto('/users')
      await hand.press(page, page.getByRole('button', { name: 'Create user' }))
      const form = page.getByRole('dialog', { name: 'Create user' })
      await hand.write(page, form.getByLabel('Username'), name)
      await hand.write(page, form.getByLabel('Password', { exact: true }), 'short')
      await hand.press(page, form.getByRole('button', { name: 'Create user' }))
      await expect(form.getByText('Password must have at least 12 characters')).toBeVisible()
      await hand.press(page, form.getByRole('button', { name: 'Generate and copy' }))
      await expect(page.getByText('Password copied')).toBeVisible()
      await expect(form.getByLabel('Must be changed at the next sign-in')).toBeChecked()
      await form.getByLabel('Silo role').selectOption('viewer')
      await expectAccessible(page)
      await hand.press(page, form.getByRole('button', { name: 'Create user' }))
      await expect(page.getByText(`User ${name} created as silo viewer`)).toBeVisible()
      await expect(row(page, name)).toContainText('must change password')
      await expectAccessible(page)
      const password = await page.evaluate(() => navigator.clipboard.readText())

      const theirs = await openBrowser(browser, baseURL)
      await enterPassword(theirs, name, { hand, to: '/utilization', password })
      await expect(theirs.getByRole('heading', { name: 'Choose another password' })).toBeVisible()
      await expectAccessible(theirs)
      await theirs.setViewportSize(PHONE)
      expect(await overflow(theirs)).toBe(0)
      await hand.write(theirs, theirs.getByLabel('Current password'), password)
      await choosePassword(theirs, hand, CHOSEN)
      await expect(theirs).toHaveURL(/\/utilization$/)
      await expect(row(page, name)).not.toContainText('must change password')
      await theirs.context().close()
    })

    test('an administrator sets the password of somebody else, which must be changed', async ({
      page,
      context,
      browser,
      baseURL,
      unique,
    }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      const name = unique('forgetter')
      await makeUser(context, name)
      await page.goto('/users')
      await chooseBy(page, hand, name, 'Set password')
      const form = page.getByRole('dialog', { name: `Set password for ${name}` })
      await hand.press(page, form.getByRole('button', { name: 'Generate and copy' }))
      await expect(page.getByText('Password copied')).toBeVisible()
      await expect(form.getByLabel('Must be changed at the next sign-in')).toBeChecked()
      await expectAccessible(page)
      await hand.press(page, form.getByRole('button', { name: 'Set password' }))
      await expect(page.getByText(`Password of ${name} set`)).toBeVisible()
      await expect(form).toHaveCount(0)
      await expect(row(page, name)).toContainText('must change password')
      const password = await page.evaluate(() => navigator.clipboard.readText())
      const theirs = await openBrowser(browser, baseURL)
      await enterPassword(theirs, name, { hand, to: '/utilization', password })
      await expect(theirs.getByRole('heading', { name: 'Choose another password' })).toBeVisible()
      await theirs.context().close()
      // whoever administers people changes their own password elsewhere
      if (hand === HANDS.keyboard) await pressAt(page, row(page, 'admin').getByRole('button', { name: 'Row actions' }))
      else await openMenu(page, 'admin')
      const item = page.getByRole('menuitem', { name: 'Set password' })
      await expect(item).toBeDisabled()
      await expectAccessible(page)
    })

    test('three people, and nobody types the password of somebody else', async ({
      page,
      context,
      browser,
      baseURL,
      unique,
      watch,
    }) => {
      watch.expectStatus(403)
      const silo = unique('team')
      const quotas = { cpus: 8, memory: 2 ** 34, storage: 2 ** 36 }
      const body = { name: silo, description: '', discoverable: false, identity_mode: 'local_only', quotas }
      await call(context, 'POST', '/v1/system/silos', { ...body, tls_certificates: [] })

      // the operator invites the admin of the silo
      await page.goto(`/system/silos/${silo}`)
      const setup = page.getByRole('region', { name: 'Set up this silo' })
      await hand.press(page, setup.getByRole('button', { name: 'Invite admin' }))
      const form = page.getByRole('dialog', { name: 'Invite person' })
      await hand.write(page, form.getByLabel('Username'), 'ada')
      await expect(form.getByLabel('Silo role')).toHaveValue('admin')
      await hand.press(page, form.getByRole('button', { name: 'Create link' }))
      const toAda = await linkOf(page).textContent()
      await hand.press(page, page.getByRole('button', { name: 'Done' }))

      const ada = await openBrowser(browser, baseURL)
      await ada.goto(toAda!)
      await choosePassword(ada, hand, CHOSEN)
      await expect(ada).toHaveURL(/\/projects$/)
      await expect(setup.getByRole('listitem', { name: 'First admin: done' })).toBeVisible()

      // who invites a viewer
      await ada.goto('/users')
      const toBob = await invite(ada, hand, 'bob', 'viewer')
      await ada.goto('/projects')
      await hand.press(ada, ada.getByRole('button', { name: 'Create project' }).first())
      await hand.write(ada, ada.getByRole('dialog').getByRole('textbox', { name: 'Name' }), 'web')
      await hand.press(ada, ada.getByRole('dialog').getByRole('button', { name: 'Create project' }))
      await expect(ada.getByRole('listitem', { name: 'Project: done' })).toBeVisible()

      // who sees the project, changes nothing in it, and knows whom to ask
      const bob = await openBrowser(browser, baseURL)
      await bob.goto(toBob)
      await choosePassword(bob, hand, 'short trains run on time')
      await expect(bob).toHaveURL(/\/projects$/)
      await hand.press(bob, bob.getByRole('main').getByRole('link', { name: 'web', exact: true }))
      const create = bob.getByRole('button', { name: 'New instance' }).first()
      await expect(create).toBeDisabled()
      await expect(create).toHaveAccessibleDescription(
        'You need the project collaborator role. Yours is viewer. A project or silo admin can change that.',
      )
      await bob.goto('/users')
      await expect(bob.getByRole('button', { name: 'Invite people' })).toBeDisabled()

      // and whom the admin disables
      await ada.goto('/users')
      await chooseBy(ada, hand, 'bob', 'Disable')
      await expectAccessible(ada)
      await hand.press(ada, ada.getByRole('dialog').getByRole('button', { name: 'Disable' }))
      await expect(bob).toHaveURL(/\/login/)
      await chooseBy(ada, hand, 'bob', 'Delete')
      await hand.press(ada, ada.getByRole('dialog').getByRole('button', { name: 'Delete user' }))
      await expect(row(ada, 'bob')).toHaveCount(0)
      await ada.context().close()
      await bob.context().close()
    })
  })
}

async function chooseBy(page: Page, hand: Hand, name: string, item: string): Promise<void> {
  if (hand === HANDS.keyboard) await chooseByKeys(page, row(page, name), item)
  else await choose(page, name, item)
}

async function enterPasswordAt(page: Page, url: string): Promise<void> {
  const reply = await page.request.post(`${url}/v1/login/recovery/local`, {
    data: { username: 'admin', password: 'browser tests' },
  })
  expect(reply.ok()).toBe(true)
}

test(
  'a silo sets a minimum for passwords',
  { tag: '@server' },
  async ({ page, context, browser, baseURL, unique, watch }) => {
    watch.expectStatus(403)
    const silo = unique('strict')
    await makeLocalSilo(context, silo)
    await page.goto(`/system/silos/${silo}?tab=users`)
    const card = page.getByRole('region', { name: 'Passwords' })
    await expect(card).toContainText('New passwords need at least 12 characters.')
    await card.getByRole('button', { name: 'Change minimum' }).click()
    await page.getByRole('checkbox', { name: 'Set a minimum for every new password' }).check()
    await page.getByLabel('Minimum length').fill('16')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(card).toContainText(
      'New passwords need at least 16 characters, and those set through the API at least 16.',
    )
    await expect(page.getByRole('dialog')).toHaveCount(0)

    // by keyboard, which finds what was saved
    await HANDS.keyboard.press(page, card.getByRole('button', { name: 'Change minimum' }))
    const minimum = page.getByRole('checkbox', { name: 'Set a minimum for every new password' })
    await tabTo(page, minimum)
    await page.keyboard.press('Space')
    await expect(minimum).not.toBeChecked()
    await page.keyboard.press('Space')
    await expect(minimum).toBeChecked()
    await HANDS.keyboard.write(page, page.getByLabel('Minimum length'), '18')
    await HANDS.keyboard.press(page, page.getByRole('button', { name: 'Save' }))
    await expect(card).toContainText('New passwords need at least 18 characters')
    await expect(page.getByRole('dialog')).toHaveCount(0)

    // forms say it before anything is sent: to an administrator, and to the person
    await chooseByKeys(page, row(page, 'first'), 'Set password')
    const form = page.getByRole('dialog', { name: 'Set password for first' })
    const password = form.getByLabel('Password', { exact: true })
    await expect(form).toContainText('At least 18 characters.')
    await HANDS.keyboard.write(page, password, 'seventeen letters')
    await HANDS.keyboard.press(page, form.getByRole('button', { name: 'Set password' }))
    await expect(form.getByText('Password must have at least 18 characters')).toBeVisible()
    await expectAccessible(page)
    await password.fill(CHOSEN)
    await form.getByRole('button', { name: 'Set password' }).click()
    await expect(page.getByText('Password of first set')).toBeVisible()
    const theirs = await openBrowser(browser, baseURL)
    await enterPassword(theirs, 'first', { hand: HANDS.pointer, silo, to: '/settings/profile', password: CHOSEN })
    await expect(theirs.getByRole('heading', { name: 'Choose another password' })).toBeVisible()
    await expect(theirs.getByText('At least 18 characters.')).toBeVisible()
    await theirs.getByLabel('Current password').fill(CHOSEN)
    await choosePassword(theirs, HANDS.pointer, 'short trains run on time')
    await expect(theirs.getByText('You sign in with your display name, which cannot be changed.')).toBeVisible()
    await theirs.getByRole('button', { name: 'Change password' }).click()
    await expect(theirs.getByRole('dialog', { name: 'Change password' })).toContainText('At least 18 characters.')
    await expectAccessible(theirs)
    await theirs.context().close()
  },
)
