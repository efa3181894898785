// Setting up and using a second factor, by pointer or by keyboard alone.
import type { BrowserContext, Locator, Page } from '@playwright/test'
import { call } from './api.ts'
import { expectAccessible } from './axe.ts'
import { expect } from './harness.ts'
import { chooseByKeys, pressAt, tabTo } from './keys.ts'
import { choose, row } from './table.ts'
import { makeApp } from './totp.ts'

export interface Hand {
  press: (page: Page, target: Locator) => Promise<void>
  /** Into a text field, over what it has. */
  write: (page: Page, target: Locator, text: string) => Promise<void>
}

export const HANDS: Record<'pointer' | 'keyboard', Hand> = {
  pointer: {
    press: (_, target) => target.click(),
    write: (_, target, text) => target.fill(text),
  },
  keyboard: {
    press: pressAt,
    async write(page, target, text) {
      await tabTo(page, target)
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type(text)
    },
  },
}

export async function makeUser(context: BrowserContext, name: string, silo = 'recovery'): Promise<void> {
  const user = { external_id: name, password: { mode: 'password', value: 'demo' } }
  await call(context, 'POST', `/v1/system/identity-providers/local/users?silo=${silo}`, user)
}

/** A silo with the local user `first`. */
export async function makeLocalSilo(context: BrowserContext, name: string): Promise<void> {
  const quotas = { cpus: 1, memory: 2 ** 30, storage: 2 ** 30 }
  const body = { name, description: '', discoverable: false, identity_mode: 'local_only', quotas }
  await call(context, 'POST', '/v1/system/silos', { ...body, tls_certificates: [] })
  await makeUser(context, 'first', name)
}

interface Login {
  hand: Hand
  silo?: string
  to?: string
  password?: string
}

export async function enterPassword(page: Page, name: string, login: Login): Promise<void> {
  const { hand, silo = 'recovery', to = '/settings/second-factor', password = 'demo' } = login
  await page.goto(`/login/${silo}/local?redirect_uri=${encodeURIComponent(to)}`)
  await hand.write(page, page.getByLabel('Username'), name)
  await hand.write(page, page.getByLabel('Password'), password)
  await hand.press(page, page.getByRole('button', { name: 'Sign in', exact: true }))
}

export const codeField = (page: Page) => page.getByRole('textbox', { name: 'Code' })
export const newCodes = (page: Page) => page.getByRole('region', { name: 'New recovery codes' }).getByRole('listitem')

async function saveCodes(page: Page, hand: Hand): Promise<string[]> {
  await expect(newCodes(page)).toHaveCount(10)
  await expectAccessible(page)
  const codes = await newCodes(page).allTextContents()
  await hand.press(page, page.getByRole('button', { name: 'I have saved the codes' }))
  return codes
}

/** From the button to the saved recovery codes. */
export async function setUpApp(page: Page, hand: Hand) {
  await hand.press(page, page.getByRole('button', { name: 'Set up authenticator app' }))
  await expect(page.getByRole('img', { name: 'QR code for an authenticator app' })).toBeVisible()
  const key = await page.getByRole('region', { name: 'Key' }).getByRole('code').textContent()
  const app = makeApp(key!.replaceAll(' ', ''))
  await expectAccessible(page)
  await hand.write(page, codeField(page), await app())
  await hand.press(page, page.getByRole('button', { name: 'Confirm' }))
  return { app, codes: await saveCodes(page, hand) }
}

/** The first second factor of the user. */
export async function addPasskey(page: Page, hand: Hand, name: string): Promise<string[]> {
  await hand.press(page, page.getByRole('button', { name: 'Add passkey' }))
  await hand.write(page, page.getByRole('textbox', { name: 'Name' }), name)
  await hand.press(page, page.getByRole('button', { name: 'Create passkey' }))
  return saveCodes(page, hand)
}

/** Browsers refuse passkeys on 127.0.0.1. */
export const named = (baseURL: string | undefined) => baseURL!.replace('127.0.0.1', 'localhost')

/** An authenticator of the browser that recognizes its user. */
export async function plugIn(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/** An administrator resets the second factor of a user. */
export async function reset(page: Page, hand: Hand, name: string): Promise<void> {
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

export const requireFrom = (context: BrowserContext, silo: string, days: number) =>
  call(context, 'PUT', `/rackwright/silos/${silo}/second-factor-policy`, {
    time_required: new Date(Date.now() + days * 86_400_000).toISOString(),
  })
