// Logins with an OpenID Connect provider that are refused: the browser ends on a page that says so and how to go on, without a session.
import type { BrowserContext, Page } from '@playwright/test'
import { CLIENT as LIARS_CLIENT, LIES, startIssuer } from '#control/testing/oidc-issuer.ts'
import { call } from '../helpers/api.ts'
import { expectAccessible } from '../helpers/axe.ts'
import { expect, test } from '../helpers/harness.ts'
import { CLIENT, makeExternalSilo, signInThere, startProvider } from '../helpers/oidc-provider.ts'

/** A silo with a provider named corp. */
async function connect(context: BrowserContext, site: string, silo: string, issuer: string, client: typeof CLIENT) {
  await makeExternalSilo(context, silo)
  const redirect_uri = `${site}/login/${silo}/oidc/corp`
  const provider = { name: 'corp', description: '', issuer, redirect_uri, ...client }
  await call(context, 'POST', `/rackwright/silos/${silo}/identity-providers`, provider)
}

const begin = (page: Page) => page.getByRole('button', { name: 'Sign in with corp' }).click()
/** From a blank page: the console would react. */
async function forgetSession(page: Page) {
  await page.goto('about:blank')
  await page.context().clearCookies({ name: 'session' })
}

const statusOfMe = async (page: Page) => (await page.context().request.get('/v1/me')).status()

async function expectRefused(page: Page, silo: string) {
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('Sign-in failed')
  await expect(alert).toContainText('The response of the identity provider was refused. You are not signed in.')
  await expect(alert).toContainText(/Try again\. If it fails again, ask your administrator about request \S+\./)
  await expect(page.getByRole('button', { name: 'Sign in with corp' })).toBeVisible()
  expect(new URL(page.url())).toMatchObject({ pathname: `/login/${silo}/oidc/corp`, search: '' })
  expect(await statusOfMe(page)).toBe(401)
}

test(
  'tokens that lie, and a login that is completed twice',
  { tag: '@server' },
  async ({ context, browser, baseURL, unique }) => {
    const idp = await startIssuer()
    const silo = unique('liar')
    await connect(context, baseURL!, silo, idp.issuer, LIARS_CLIENT)
    const visitor = await browser.newContext({ baseURL: baseURL! })
    const page = await visitor.newPage()
    let asked = ''
    page.on('request', (request) => {
      if (request.url().startsWith(`${idp.issuer}/authorize`)) asked = request.url()
    })
    for (const [what, lies] of LIES)
      await test.step(what, async () => {
        await page.goto(`/login/${silo}/oidc/corp`)
        idp.lie(lies)
        await begin(page)
        await expectRefused(page, silo)
      })
    await expectAccessible(page)

    // the same button goes on once the provider is honest
    idp.lie({})
    await begin(page)
    await expect(page).toHaveURL(/\/projects$/)
    expect(await statusOfMe(page)).toBe(200)

    await forgetSession(page)
    // another code for a login that is complete
    await page.goto(`/login/${silo}/oidc/corp?${idp.authorize(asked)}`)
    await expectRefused(page, silo)
    // a failure is not written in the address, where anyone could write one
    await page.goto(`/login/${silo}/oidc/corp?problem=Call+us`)
    await expect(page.getByRole('button', { name: 'Sign in with corp' })).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await visitor.close()
    await idp.stop()
  },
)

test(
  'a genuine response with another state, in another browser, at another silo, and a second time',
  { tag: ['@server', '@core'] },
  async ({ context, browser, baseURL, unique }) => {
    const [silo, rival] = [unique('genuine'), unique('rival')]
    const provider = await startProvider(baseURL!, silo, 'corp')
    for (const each of [silo, rival]) await connect(context, baseURL!, each, provider.issuer, CLIENT)
    const [visitor, stranger] = [
      await browser.newContext({ baseURL: baseURL! }),
      await browser.newContext({ baseURL: baseURL! }),
    ]
    const [page, other] = [await visitor.newPage(), await stranger.newPage()]

    // the connection breaks before the response reaches the server
    const completion = `**/rackwright/login/${silo}/oidc/corp`
    let response = ''
    await page.route(completion, (route) => {
      response = `?${(route.request().postDataJSON() as { response: string }).response}`
      return route.abort()
    })
    await page.goto(`/login/${silo}/oidc/corp`)
    await begin(page)
    await signInThere(page, 'grace')
    await expect(page.getByRole('alert')).toContainText('Sign-in failed')
    await page.unroute(completion)

    await test.step('another state', async () => {
      const changed = response.replace(/(state=[^&]*)(.)(?=&|$)/, (_, rest, last) => rest + (last === '0' ? '1' : '0'))
      expect(changed).not.toBe(response)
      await page.goto(`/login/${silo}/oidc/corp${changed}`)
      await expectRefused(page, silo)
    })
    await test.step('another browser, which has begun a login of its own', async () => {
      await other.goto(`/login/${silo}/oidc/corp`)
      await begin(other)
      await expect(other.locator('input[name=login]')).toBeVisible()
      await other.goto(`/login/${silo}/oidc/corp${response}`)
      await expectRefused(other, silo)
    })
    await test.step('another silo with the same provider', async () => {
      await page.goto(`/login/${rival}/oidc/corp${response}`)
      await expectRefused(page, rival)
    })
    await test.step('unchanged, it signs in, but only once', async () => {
      await page.goto(`/login/${silo}/oidc/corp${response}`)
      await expect(page).toHaveURL(/\/projects$/)
      await forgetSession(page)
      await page.goto(`/login/${silo}/oidc/corp${response}`)
      await expectRefused(page, silo)
    })
    await Promise.all([visitor.close(), stranger.close()])
    provider.stop()
  },
)
