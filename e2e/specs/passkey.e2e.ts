// Passkeys, by pointer and by keyboard alone: created, used to sign in and as a proof, recovered, reset, and required by the silo.
import type { Page } from '@playwright/test'
import { expectAccessible } from '../helpers/axe.ts'
import { expect, test } from '../helpers/harness.ts'
import { forgetSession } from '../helpers/navigate.ts'
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
  requireFrom,
  reset,
} from '../helpers/second-factor.ts'

for (const [how, hand] of Object.entries(HANDS)) {
  const submit = (page: Page) => hand.press(page, page.getByRole('button', { name: 'Sign in', exact: true }))

  test.describe(`by ${how}`, { tag: '@server' }, () => {
    test(
      'a passkey: after the password and without, proof for changes, recovered, and reset',
      { tag: how === 'pointer' ? ['@core'] : [] },
      async ({ page: admins, context, unique, browser, baseURL }) => {
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

        await forgetSession(page)
        await enterPassword(page, name, { hand })
        await expect(codeField(page)).toBeVisible()
        await usePasskey()
        await expect(list).toContainText('last used')

        // the passkey is lost
        await forgetSession(page)
        await enterPassword(page, name, { hand })
        await hand.write(page, codeField(page), codes[0]!)
        await submit(page)
        await expect(page.getByText('9 codes left')).toBeVisible()

        // instead of the password
        await forgetSession(page)
        await page.goto('/login/recovery/local?redirect_uri=%2Fsettings%2Fsecond-factor')
        await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible()
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
        await forgetSession(page)
        await reset(admins, hand, name)
        await enterPassword(page, name, { hand })
        await expect(page.getByRole('button', { name: 'Add passkey' })).toBeVisible()
        await expect(list).toHaveCount(0)
        await own.close()
      },
    )

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

test('passkeys are not offered on an IP address, and the settings say why', { tag: '@server' }, async ({ page }) => {
  await page.goto('/settings/second-factor')
  await expect(page.getByText('Browsers refuse passkeys on an IP address.')).toBeVisible()
  await page.goto('/login/recovery/local')
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toHaveCount(0)
})
