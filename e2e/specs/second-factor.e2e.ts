// The second factor, by pointer and by keyboard alone: set up, used at sign-in, recovered, reset by an administrator, and required by the
// silo. And the command line, which logs in through a browser.
import type { BrowserContext, Page } from '@playwright/test'
import { call } from '../helpers/api.ts'
import { expectAccessible } from '../helpers/axe.ts'
import { expect, test } from '../helpers/harness.ts'
import { chooseByKeys } from '../helpers/keys.ts'
import { programIn } from '../helpers/program.ts'
import {
  addPasskey,
  codeField,
  enterPassword,
  HANDS,
  makeLocalSilo,
  makeUser,
  named,
  newCodes,
  plugIn,
  setUpApp,
  type Hand,
} from '../helpers/second-factor.ts'
import { choose, row } from '../helpers/table.ts'

/** An administrator resets the second factor of a user. */
async function reset(page: Page, hand: Hand, name: string): Promise<void> {
  await page.goto('/users')
  if (hand === HANDS.keyboard) await chooseByKeys(page, row(page, name), 'View tokens and sessions')
  else await choose(page, name, 'View tokens and sessions')
  const panel = page.getByRole('dialog', { name: 'Tokens and sessions' })
  await hand.press(page, panel.getByRole('region', { name: 'Second factor' }).getByRole('button', { name: 'Reset' }))
  const question = page.getByRole('dialog', { name: 'Reset second factor' })
  await hand.press(page, question.getByRole('button', { name: 'Reset second factor' }))
  await expect(page.getByText(`Second factor of ${name} reset`)).toBeVisible()
  await expect(panel.getByText('Not set up.')).toBeVisible()
}

const requireFrom = (context: BrowserContext, silo: string, days: number) =>
  call(context, 'PUT', `/rackwright/silos/${silo}/second-factor-policy`, {
    time_required: new Date(Date.now() + days * 86_400_000).toISOString(),
  })

for (const [how, hand] of Object.entries(HANDS)) {
  const submit = (page: Page) => hand.press(page, page.getByRole('button', { name: 'Sign in', exact: true }))

  test.describe(`by ${how}`, () => {
    test('set up, sign in with a code, with a recovery code, and turn off', async ({
      page,
      context,
      unique,
      watch,
    }) => {
      watch.expectStatus(401, 400)
      const name = unique('careful')
      await makeUser(context, name)
      await context.clearCookies()
      await enterPassword(page, name, { hand })
      await expectAccessible(page)
      const { app, codes } = await setUpApp(page, hand)
      await expect(page.getByText('10 codes left')).toBeVisible()

      await context.clearCookies()
      await enterPassword(page, name, { hand })
      await expect(codeField(page)).toBeFocused()
      await expectAccessible(page)
      await submit(page)
      await expect(page.getByText('Code is required')).toBeVisible()
      await hand.write(page, codeField(page), '000000')
      await submit(page)
      await expect(page.getByRole('alert')).toContainText('The code is wrong or was used before.')
      await hand.write(page, codeField(page), await app())
      await submit(page)
      await expect(page.getByText('10 codes left')).toBeVisible()

      await context.clearCookies()
      await enterPassword(page, name, { hand })
      await hand.write(page, codeField(page), codes[0]!)
      await submit(page)
      await expect(page.getByText('9 codes left')).toBeVisible()

      await hand.press(page, page.getByRole('button', { name: 'Turn off' }))
      await hand.write(page, codeField(page), codes[1]!)
      await hand.press(page, page.getByRole('button', { name: 'Turn off' }))
      await expect(page.getByRole('button', { name: 'Set up authenticator app' })).toBeVisible()
    })

    test('replace the recovery codes, then an administrator resets the second factor', async ({
      page,
      context,
      unique,
      browser,
      baseURL,
    }) => {
      const name = unique('a-forgetful')
      await makeUser(context, name)
      const other = await browser.newContext({ baseURL: baseURL! })
      const theirs = await other.newPage()
      await enterPassword(theirs, name, { hand })
      const { codes } = await setUpApp(theirs, hand)
      await hand.press(theirs, theirs.getByRole('button', { name: 'Replace codes' }))
      await hand.write(theirs, codeField(theirs), codes[0]!)
      await hand.press(theirs, theirs.getByRole('button', { name: 'Replace codes' }))
      await expect(newCodes(theirs)).toHaveCount(10)
      expect(await newCodes(theirs).allTextContents()).not.toContain(codes[1])
      await other.clearCookies()

      await reset(page, hand, name)
      await enterPassword(theirs, name, { hand })
      await expect(theirs.getByRole('button', { name: 'Set up authenticator app' })).toBeVisible()
      await other.close()
    })

    test('a silo requires it: users can only set one up, then they get where they wanted', async ({
      page,
      context,
      unique,
      watch,
      browser,
      baseURL,
    }) => {
      watch.expectStatus(403)
      const silo = unique('strict')
      await makeLocalSilo(context, silo)
      await page.goto(`/system/silos/${silo}?tab=users`)
      const card = page.getByRole('region', { name: 'Second factor' })
      await expect(card).toContainText('do not need one')
      await hand.press(page, card.getByRole('button', { name: 'Change requirement' }))
      const form = page.getByRole('dialog', { name: 'Change second factor requirement' })
      const isRequired = form.getByLabel('Require a second factor')
      await isRequired.focus()
      await page.keyboard.press('Space')
      await expect(isRequired).toBeChecked()
      await hand.write(page, form.getByLabel('Grace period'), '0')
      await expectAccessible(page)
      await hand.press(page, form.getByRole('button', { name: 'Save' }))
      await expect(card).toContainText('must set one up before they can do anything else')

      const other = await browser.newContext({ baseURL: baseURL! })
      const theirs = await other.newPage()
      const login = { hand, silo, to: '/settings/profile' }
      await enterPassword(theirs, 'first', login)
      await expect(theirs.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible()
      await theirs.goto('/projects')
      await expect(theirs.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible()
      await enterPassword(theirs, 'first', login)
      await setUpApp(theirs, hand)
      await expect(theirs.getByRole('heading', { name: 'Profile' })).toBeVisible()
      await other.close()
    })

    test('a passkey: after the password and without, proof for changes, recovered, and reset', async ({
      page: admins,
      context,
      unique,
      browser,
      baseURL,
    }) => {
      const name = unique('a-modern')
      await makeUser(context, name)
      const own = await browser.newContext({ baseURL: named(baseURL) })
      const page = await own.newPage()
      await plugIn(page)
      await enterPassword(page, name, { hand })
      const codes = await addPasskey(page, hand, 'laptop')
      const list = page.getByRole('list', { name: 'Passkeys' })
      await expect(list).toContainText('never used')
      await expectAccessible(page)
      const usePasskey = () => hand.press(page, page.getByRole('button', { name: 'Sign in with a passkey' }))

      await own.clearCookies()
      await enterPassword(page, name, { hand })
      await expect(codeField(page)).toBeVisible()
      await usePasskey()
      await expect(list).toContainText('last used')

      // the passkey is lost
      await own.clearCookies()
      await enterPassword(page, name, { hand })
      await hand.write(page, codeField(page), codes[0]!)
      await submit(page)
      await expect(page.getByText('9 codes left')).toBeVisible()

      // instead of the password
      await own.clearCookies()
      await page.goto('/login/recovery/local?redirect_uri=%2Fsettings%2Fsecond-factor')
      await expectAccessible(page)
      await usePasskey()
      await hand.press(page, page.getByRole('button', { name: 'Replace codes' }))
      await expectAccessible(page)
      await hand.press(page, page.getByRole('button', { name: 'Use a passkey' }))
      await expect(newCodes(page)).toHaveCount(10)
      await hand.press(page, page.getByRole('button', { name: 'I have saved the codes' }))
      await hand.press(page, page.getByRole('button', { name: 'Delete passkey laptop' }))
      await hand.press(page, page.getByRole('button', { name: 'Use a passkey' }))
      await expect(page.getByText('Passkey laptop deleted')).toBeVisible()
      await expect(list).toHaveCount(0)

      await addPasskey(page, hand, 'phone')
      await own.clearCookies()
      await reset(admins, hand, name)
      await enterPassword(page, name, { hand })
      await expect(page.getByRole('button', { name: 'Add passkey' })).toBeVisible()
      await expect(list).toHaveCount(0)
      await own.close()
    })

    test('a silo requires it, and a passkey is one', async ({ context, unique, browser, baseURL }) => {
      const silo = unique('strict')
      await makeLocalSilo(context, silo)
      await requireFrom(context, silo, 0)
      const own = await browser.newContext({ baseURL: named(baseURL) })
      const page = await own.newPage()
      await plugIn(page)
      await enterPassword(page, 'first', { hand, silo, to: '/settings/profile' })
      await expect(page.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible()
      await addPasskey(page, hand, 'laptop')
      await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()
      await own.close()
    })
  })
}

test('during the grace period every page says so, until there is one', async ({
  context,
  unique,
  browser,
  baseURL,
}) => {
  const silo = unique('soon')
  await makeLocalSilo(context, silo)
  await requireFrom(context, silo, 7)
  const own = await browser.newContext({ baseURL: baseURL! })
  const page = await own.newPage()
  await enterPassword(page, 'first', { hand: HANDS.pointer, silo, to: '/projects' })
  const banner = page.getByRole('complementary', { name: 'Second factor' })
  await expect(banner).toContainText(`Silo ${silo} requires a second factor from`)
  await expectAccessible(page)
  await banner.getByRole('button', { name: 'Close' }).click()
  await expect(banner).toHaveCount(0)
  await page.goto('/settings/profile')
  await banner.getByRole('link', { name: 'Set one up' }).click()
  await setUpApp(page, HANDS.pointer)
  await expect(page.getByText('10 codes left')).toBeVisible()
  await expect(banner).toHaveCount(0)
  await own.close()
})

test('passkeys are not offered on an IP address, and the settings say why', async ({ page }) => {
  await page.goto('/settings/second-factor')
  await expect(page.getByText('Browsers refuse passkeys on an IP address.')).toBeVisible()
  await page.goto('/login/recovery/local')
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toHaveCount(0)
})

test(
  'the command line logs in through a browser that asks for a second factor',
  { tag: '@server' },
  async ({ context, browser, baseURL, running, unique }, info) => {
    const name = unique('terminal')
    await makeUser(context, name)
    const own = await browser.newContext({ baseURL: baseURL! })
    const page = await own.newPage()
    await enterPassword(page, name, { hand: HANDS.pointer })
    const { app } = await setUpApp(page, HANDS.pointer)
    await own.clearCookies()

    const cli = programIn(info.outputPath('home'))
    const login = cli.start('login', running.url)
    await login.sees(/[A-Z]{4}-[A-Z]{4}/)
    await enterPassword(page, name, { hand: HANDS.pointer, to: '/device/verify' })
    await codeField(page).fill(await app())
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Letter 1 of 8' })).toBeFocused()
    await page.keyboard.type(/[A-Z]{4}-[A-Z]{4}/.exec(login.text())![0].replace('-', ''))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Device logged in' })).toBeVisible()
    expect([await login.ends, login.text()]).toEqual([0, expect.stringContaining(`as ${name} (silo recovery)`)])
    expect((await cli.run('whoami', '--format', 'yaml')).text).toContain(`display_name: ${name}`)
    await own.close()
  },
)
