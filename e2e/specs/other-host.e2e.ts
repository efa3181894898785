// The console in front of a host that has only the published operations.
import type { Page } from '@playwright/test'
import { paths } from '#console/paths.ts'
import { expect, PASSWORD, test as base } from '../helpers/harness.ts'
import type { Running } from '../helpers/hosts.ts'
import { navigate } from '../helpers/navigate.ts'
import { startOnOtherHost } from '../helpers/other-host.ts'
import { examples, toured } from '../helpers/places.ts'

/** Somebody has signed in there. */
const test = base.extend<{ server: Running }>({
  server: async ({ page, watch }, give) => {
    watch.expectStatus(404)
    const server = await startOnOtherHost(PASSWORD)
    await signIn(page, server.url)
    await give(server)
    // leave the page, which would report errors when the server stops
    await page.goto('about:blank')
    await server.stop()
  },
})

test.use({ stranger: true })

async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/login`)
  await page.getByLabel('Silo').fill('recovery')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Username').fill('admin')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Projects' })).toBeVisible()
}

test('every page without our additions', { tag: '@server' }, async ({ page, watch, server: _server }) => {
  test.slow()
  // the serial console tries our socket first, and its page may be left before the published one is open
  watch.expectMessage(/WebSocket connection .* (Unexpected response code: 404|closed before the connection)/)
  const missing: string[] = []
  for (const place of toured) {
    await test.step(place, async () => {
      await navigate(page, examples[place])
      const title = page.getByRole('heading', { level: 1, includeHidden: true })
      await expect(title).toBeVisible()
      await expect(title).not.toHaveText(/Page not found|Something went wrong/)
      if ((await title.textContent()) === 'Not available on this host') missing.push(place)
    })
  }
  expect(missing).toEqual([
    'secondFactorRequired',
    'accessTokens',
    'accessTokensNew',
    'sessions',
    'secondFactor',
    'siloDeleted',
    'siloAlerts',
    'systemIssues',
    'emailReceiver',
    'emailReceiverEdit',
    'raisedAlert',
    'smtpSettings',
    'auditLog',
    'auditSettings',
    'backupTargets',
    'backupTargetsNew',
    'installationBackups',
    'installationBackupSchedule',
    'instanceRecovery',
    'projectDeleted',
    'protection',
    'protectionNew',
    'protectionEdit',
    'projectAlerts',
  ])
})

test('lists that it does not offer', { tag: ['@server', '@core'] }, async ({ page, server: _server }) => {
  const notOffered = page.getByText('The API host does not offer this list.')
  await navigate(page, `${paths.silo({ silo: 'meridian' })}?tab=certificates`)
  await expect(notOffered).toBeVisible()
  await navigate(page, `${paths.silo({ silo: 'meridian' })}?tab=users`)
  await expect(page.getByRole('table', { name: 'users and groups' })).toBeVisible()
  await navigate(page, `${paths.ipPool({ pool: 'public' })}?tab=addresses`)
  await expect(notOffered).toBeVisible()
})
