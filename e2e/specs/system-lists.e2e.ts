// Every list of the system pages without anything in it, on a server without demo data, and when it cannot be read.
import { paths } from '#console/paths.ts'
import { expectAccessible } from '../helpers/axe.ts'
import { expect, PASSWORD, test } from '../helpers/harness.ts'
import { startEmpty } from '../helpers/hosts.ts'

const EMPTY: Record<string, readonly string[]> = {
  [`${paths.silo({ silo: 'recovery' })}?tab=idps`]: ['No identity providers'],
  [`${paths.silo({ silo: 'recovery' })}?tab=ip-pools`]: ['No IP pools'],
  [`${paths.silo({ silo: 'recovery' })}?tab=certificates`]: ['No certificates'],
  [paths.ipPools()]: ['No IP pools'],
  [paths.serviceIpPool()]: ['No IP ranges'],
  [paths.portSettings()]: ['No port settings'],
  [paths.addressLots()]: ['No address lots'],
  [paths.loopbackAddresses()]: ['No loopback addresses'],
  [paths.loopbackAddressesNew()]: ['A loopback address comes from an address lot. Create one first.'],
  [paths.bgp()]: ['No BGP sessions', 'No BGP configurations'],
  [paths.announceSets()]: ['No announce sets'],
  [paths.bfd()]: ['No BFD sessions'],
  [paths.supportBundles()]: ['No support bundles'],
  [paths.targetRelease()]: ['No changes recorded.'],
}

test('empty lists say what belongs there', { tag: ['@server', '@core'] }, async ({ page }) => {
  const empty = await startEmpty(PASSWORD)
  await page.request.post(`${empty.url}/v1/login/recovery/local`, { data: { username: 'admin', password: PASSWORD } })
  for (const [path, texts] of Object.entries(EMPTY)) {
    await test.step(path, async () => {
      await page.goto(empty.url + path)
      for (const text of texts) await expect(page.getByText(text, { exact: true })).toBeVisible()
      await expectAccessible(page)
    })
  }
  await page.goto(empty.url + paths.switchPorts())
  await expect(page.getByRole('row', { name: /qsfp0/ }).first()).toBeVisible()
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  // the page would complain about a server that is gone
  await page.goto('about:blank')
  await empty.stop()
})

const LISTS = [
  paths.silos(),
  paths.systemIssues(),
  paths.auditLog(),
  paths.systemUtilization(),
  paths.sleds(),
  paths.physicalDisks(),
  paths.switches(),
  paths.ipPools(),
  paths.serviceIpPool(),
  paths.switchPorts(),
  paths.portSettings(),
  paths.addressLots(),
  paths.loopbackAddresses(),
  paths.bgp(),
  paths.announceSets(),
  paths.bfd(),
  paths.allowList(),
  paths.supportBundles(),
  paths.targetRelease(),
]

test('lists that cannot be read say so in the frame', { tag: '@server' }, async ({ page, watch }) => {
  watch.expectStatus(500)
  // all but what decides whether the reader sees these pages at all
  const reads = /\/(v1\/system\/(?!policy)|experimental\/v1\/system\/|rackwright\/(audit|issues))/
  await page.route(reads, (route) =>
    route.fulfill({ status: 500, json: { error_code: 'Internal', message: 'no', request_id: 'f00d' } }),
  )
  const sidebar = page.getByRole('navigation', { name: 'Sidebar navigation' })
  for (const path of LISTS) {
    await test.step(path, async () => {
      await page.goto(path)
      await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
      await expect(page.getByText(/^Could not load .+ data: No$/)).toBeVisible()
      await expect(sidebar.getByRole('link', { name: 'Inventory' })).toBeVisible()
    })
  }
})
