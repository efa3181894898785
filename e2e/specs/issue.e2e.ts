// Issues: the empty state, and the list of issues.
import { call } from '../helpers/api.ts'
import { expectAccessible } from '../helpers/axe.ts'
import { makeFleetViewer } from '../helpers/fleet.ts'
import { expect, PHONE, test } from '../helpers/harness.ts'
import { pressAt } from '../helpers/keys.ts'
import { signIn } from '../helpers/people.ts'
import { overflow } from '../helpers/table.ts'

const ISSUES = '/system/issues'

test('an exhausted quota is listed and counted, links to the silo and disappears @core', async ({
  page,
  context,
  host,
  unique,
}) => {
  const { allocated } = (await call(context, 'GET', '/v1/system/utilization/silos/recovery')) as {
    allocated: { cpus: number; memory: number; storage: number }
  }
  await page.goto('/system/silos')
  const quotas = (storage: number) => call(context, 'PUT', '/v1/system/silos/recovery/quotas', { storage })
  await quotas(1)
  const link = page.getByRole('navigation', { name: 'Sidebar navigation' }).getByRole('link', { name: /Issues/ })
  await expect(link).toHaveAccessibleName(/Issues \d+ issues?/)
  await link.click()
  await expect(page).toHaveTitle('Issues / Rackwright')
  const entry = page.getByRole('listitem').filter({ hasText: /Silo recovery .*of its storage quota/ })
  await expect(entry).toContainText('Error')
  await expect(entry).toContainText('no disk, snapshot or image can be created')
  await expect(entry).toContainText(/\d+ \w+ ago/)
  await expectAccessible(page)
  await page.setViewportSize(PHONE)
  expect(await overflow(page)).toBe(0)

  const viewer = unique('watcher')
  await makeFleetViewer(context, viewer)
  await signIn(page, host, 'recovery', viewer, ISSUES)
  await expect(entry).toBeVisible()
  await entry.getByRole('link', { name: 'View quotas' }).click()
  await expect(page).toHaveURL('/system/silos/recovery?tab=quotas')
  await signIn(page, host, 'recovery', 'admin', ISSUES)
  await quotas(allocated.storage)
  await expect(entry).toHaveCount(0)
})

test('amber sleds are issues, and issues name their silo and lead to what they are about', async ({ page }) => {
  await page.goto('/system/inventory/sleds')
  // a sled that has never been open is gray
  const amber = page.getByRole('link', { name: /^Sled \w+,/ }).filter({ has: page.locator('.fill-notice-fill') })
  await expect(amber.first()).toBeVisible()
  const names = await amber.evaluateAll((all) => all.map((sled) => sled.ariaLabel!.replace(/,.*/, '')))
  await page.goto(ISSUES)
  for (const name of names) {
    const entry = page.getByRole('listitem').filter({ hasText: `${name} is not accepting new instances` })
    await expect(entry).toContainText('Warning')
    await expect(entry).toContainText('Instances on it keep running.')
  }
  await expect(page.getByText(/ is not accepting new instances$/)).toHaveCount(names.length)

  const failed = page.getByRole('listitem').filter({ hasText: 'in project staging' })
  await expect(failed).toContainText(
    'Silo recovery. Failed instances restart by themselves, at most once an hour, unless their auto-restart is off.',
  )
  await expect(failed).toContainText(/\d+ days ago/)
  await pressAt(page, failed.getByRole('link', { name: 'View instances' }))
  await expect(page).toHaveURL('/projects/staging/instances?state=failed')
})

test('no issues, and a list that fails', { tag: '@server' }, async ({ page, watch }) => {
  watch.expectStatus(500)
  await page.route('**/rackwright/issues', (route) => route.fulfill({ json: { items: [] } }))
  await page.goto(ISSUES)
  await expect(page.getByText('Nothing needs attention')).toBeVisible()
  const down = { kind: 'bgp_session_down', severity: 'error', since: new Date().toISOString(), count: 1 }
  await page.route('**/rackwright/issues', (route) =>
    route.fulfill({ json: { items: [{ ...down, target_name: '198.18.0.2' }] } }),
  )
  await page.reload()
  await expect(page.getByRole('listitem').filter({ hasText: 'No routes are exchanged' })).toContainText('Error')
  await page.getByRole('link', { name: 'BGP session with 198.18.0.2 is down' }).click()
  await expect(page.getByRole('heading', { name: 'BGP sessions' })).toBeVisible()
  await page.goBack()
  await expectAccessible(page)
  await page.route('**/rackwright/issues', (route) =>
    route.fulfill({ status: 500, json: { message: 'no', request_id: 'x' } }),
  )
  await page.goto(ISSUES)
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
})
