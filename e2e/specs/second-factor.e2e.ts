// The second factor, by pointer and by keyboard alone: set up, used at sign-in, recovered, reset by an administrator, and required by the
// silo. And the command line, which logs in through a browser.
import type { Page } from '@playwright/test'
import { expectAccessible } from '../helpers/axe.ts'
import { expect, test } from '../helpers/harness.ts'
import { forgetSession } from '../helpers/navigate.ts'
import { programIn } from '../helpers/program.ts'
import {
  codeField,
  enterPassword,
  HANDS,
  makeLocalSilo,
  makeUser,
  newCodes,
  requireFrom,
  reset,
  setUpApp,
} from '../helpers/second-factor.ts'

for (const [how, hand] of Object.entries(HANDS)) {
  const submit = (page: Page) => hand.press(page, page.getByRole('button', { name: 'Sign in', exact: true }))

  test.describe(`by ${how}`, { tag: '@server' }, () => {
    test(
      'set up, sign in with a code, with a recovery code, and turn off',
      { tag: how === 'pointer' ? ['@core'] : [] },
      async ({ page, context, unique, watch }) => {
        // 403: a link that gets the focus loads its page ahead, and this user has no role
        watch.expectStatus(401, 400, 403)
        const name = unique('careful')
        await makeUser(context, name)
        await forgetSession(page)
        await enterPassword(page, name, { hand })
        await expectAccessible(page)
        const { app, codes } = await setUpApp(page, hand)
        await expect(page.getByText('10 codes left')).toBeVisible()

        await forgetSession(page)
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

        await forgetSession(page)
        await enterPassword(page, name, { hand })
        await hand.write(page, codeField(page), codes[0]!)
        await submit(page)
        await expect(page.getByText('9 codes left')).toBeVisible()

        await hand.press(page, page.getByRole('button', { name: 'Turn off' }))
        await hand.write(page, codeField(page), codes[1]!)
        await hand.press(page, page.getByRole('button', { name: 'Turn off' }))
        await expect(page.getByRole('button', { name: 'Set up authenticator app' })).toBeVisible()
      },
    )

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
      await forgetSession(theirs)

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
  })
}

test(
  'during the grace period every page says so, until there is one',
  { tag: '@server' },
  async ({ context, unique, browser, baseURL }) => {
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
  },
)

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
