// Changing the own password on the profile, and the proofs that changes of a second factor ask for, by pointer and by keyboard alone.
import type { Page } from '@playwright/test'
import { expectAccessible } from '../helpers/axe.ts'
import { expect, test } from '../helpers/harness.ts'
import { forgetSession } from '../helpers/navigate.ts'
import {
  codeField,
  enterPassword,
  HANDS,
  makeUser,
  named,
  plugIn,
  setUpApp,
  type Hand,
} from '../helpers/second-factor.ts'

const NEW = 'tall giraffes eat late'
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Change password' })

async function openForm(page: Page, hand: Hand) {
  await hand.press(
    page,
    page.getByRole('region', { name: 'Password' }).getByRole('button', { name: 'Change password' }),
  )
  return dialogOf(page)
}

async function choosePassword(page: Page, hand: Hand, password: string, repeated = password): Promise<void> {
  const form = dialogOf(page)
  await hand.write(page, form.getByLabel('New password', { exact: true }), password)
  await hand.write(page, form.getByLabel('Repeat new password'), repeated)
  await hand.press(page, form.getByRole('button', { name: 'Change password' }))
}

for (const [how, hand] of Object.entries(HANDS)) {
  test.describe(`by ${how}`, { tag: '@server' }, () => {
    test(
      'with the old password: refusals keep the form, and other browsers are signed out',
      { tag: how === 'pointer' ? ['@core'] : [] },
      async ({ page, context, unique, watch, browser, baseURL }) => {
        // 403: a link that gets the focus loads its page ahead, and this user has no role
        watch.expectStatus(400, 401, 403)
        const name = unique('renewed')
        await makeUser(context, name)
        await forgetSession(page)
        await enterPassword(page, name, { hand, to: '/settings/profile' })
        const other = await browser.newContext({ baseURL: baseURL! })
        const elsewhere = await other.newPage()
        await enterPassword(elsewhere, name, { hand: HANDS.pointer, to: '/settings/sessions' })
        await expect(elsewhere.getByRole('heading', { name: 'Sessions' })).toBeVisible()

        const form = await openForm(page, hand)
        await expectAccessible(page)
        const current = form.getByLabel('Current password')
        await hand.write(page, current, 'not this one')
        await choosePassword(page, hand, 'short', 'other')
        await expect(form.getByText('New password must have at least 12 characters')).toBeVisible()
        await expect(form.getByText('The passwords differ')).toBeVisible()
        await choosePassword(page, hand, 'Password2026!')
        await expect(form.getByRole('alert')).toContainText('The password is too common')
        await choosePassword(page, hand, NEW)
        await expect(form.getByRole('alert')).toContainText('The password is wrong')
        await expect(form.getByLabel('Repeat new password')).toHaveValue(NEW)
        await expectAccessible(page)
        await hand.write(page, current, 'demo')
        await hand.press(page, form.getByRole('button', { name: 'Change password' }))
        await expect(page.getByText('You are signed out everywhere else.')).toBeVisible()
        await expect(form).toHaveCount(0)

        await page.reload()
        await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()
        await elsewhere.reload()
        await expect(elsewhere).toHaveURL(/\/login\?/)
        await enterPassword(elsewhere, name, { hand: HANDS.pointer })
        await expect(elsewhere.getByRole('alert')).toBeVisible()
        await enterPassword(elsewhere, name, { hand: HANDS.pointer, password: NEW })
        await expect(elsewhere.getByRole('heading', { name: 'Second factor' })).toBeVisible()
        await other.close()
      },
    )

    test('with a recovery code, for who has forgotten it; but not with a factor that was added just now', async ({
      page,
      context,
      unique,
      watch,
    }) => {
      watch.expectStatus(400, 401, 403)
      const name = unique('forgetful')
      await makeUser(context, name)
      await forgetSession(page)
      await enterPassword(page, name, { hand })
      const { codes } = await setUpApp(page, hand)
      const byCode = async (code: string) => {
        await page.goto('/settings/profile')
        const form = await openForm(page, hand)
        const choice = form.getByRole('radio', { name: 'Code from your app, or a recovery code' })
        if (hand === HANDS.pointer) await choice.check()
        else {
          await form.getByRole('radio', { name: 'Current password' }).focus()
          await page.keyboard.press('ArrowDown')
        }
        await expect(choice).toBeChecked()
        await expectAccessible(page)
        await hand.write(page, form.getByLabel('Code', { exact: true }), code)
        await choosePassword(page, hand, NEW)
        return form
      }
      const form = await byCode(codes[0]!)
      await expect(form.getByRole('alert')).toContainText('This session has added that second factor')

      await forgetSession(page)
      await enterPassword(page, name, { hand })
      await hand.write(page, codeField(page), codes[0]!)
      await hand.press(page, page.getByRole('button', { name: 'Sign in', exact: true }))
      await expect(page.getByText('9 codes left')).toBeVisible()
      await byCode(codes[1]!)
      await expect(page.getByText('You are signed out everywhere else.')).toBeVisible()
    })

    test('another factor needs a proof of the first, and keeps what was typed', async ({
      context,
      unique,
      browser,
      baseURL,
    }) => {
      const name = unique('twofold')
      await makeUser(context, name)
      const own = await browser.newContext({ baseURL: named(baseURL) })
      const page = await own.newPage()
      await plugIn(page)
      await enterPassword(page, name, { hand })
      const { codes } = await setUpApp(page, hand)
      await hand.press(page, page.getByRole('button', { name: 'Add passkey' }))
      await hand.write(page, page.getByRole('textbox', { name: 'Name' }), 'laptop')
      await hand.press(page, page.getByRole('button', { name: 'Create passkey' }))
      await expect(codeField(page)).toBeFocused()
      await expectAccessible(page)
      await hand.write(page, codeField(page), '000000')
      await hand.press(page, page.getByRole('button', { name: 'Continue' }))
      await expect(page.getByRole('alert')).toContainText('The code is wrong or was used before')
      await hand.press(page, page.getByRole('button', { name: 'Cancel' }))
      await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('laptop')
      await hand.press(page, page.getByRole('button', { name: 'Create passkey' }))
      await hand.write(page, codeField(page), codes[0]!)
      await hand.press(page, page.getByRole('button', { name: 'Continue' }))
      await expect(page.getByRole('list', { name: 'Passkeys' })).toContainText('laptop')
      await own.close()
    })

    test('long after signing in, the first factor needs the password', async ({ page, context, unique, watch }) => {
      watch.expectStatus(400, 403)
      const name = unique('late')
      await makeUser(context, name)
      await forgetSession(page)
      await enterPassword(page, name, { hand })
      // ten minutes are too long for a test: what the server would say
      const late = { error_code: 'ProofRequired', message: 'you signed in more than ten minutes ago', request_id: '0' }
      await page.route('**/rackwright/me/second-factor', (route) =>
        route.request().postData() === '{}' ? route.fulfill({ status: 400, json: late }) : route.fallback(),
      )
      await hand.press(page, page.getByRole('button', { name: 'Set up authenticator app' }))
      const password = page.getByLabel('Password')
      await expect(password).toBeFocused()
      await expect(page.getByRole('alert')).toHaveCount(0)
      await expectAccessible(page)
      await hand.write(page, password, 'not this one')
      await hand.press(page, page.getByRole('button', { name: 'Continue' }))
      await expect(page.getByRole('alert')).toContainText('The password is wrong')
      await hand.write(page, password, 'demo')
      await hand.press(page, page.getByRole('button', { name: 'Continue' }))
      await expect(page.getByRole('img', { name: 'QR code for an authenticator app' })).toBeVisible()
    })
  })
}
