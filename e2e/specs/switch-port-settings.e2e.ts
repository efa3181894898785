// Port settings of the fabric, from the form to an established BGP session.
import type { BrowserContext } from '@playwright/test'
import { expectAccessible } from '../helpers/axe.ts'
import { call } from '../helpers/api.ts'
import { FABRIC, freeNet, LOTS, NETWORKING } from '../helpers/fabric.ts'
import { expect, PHONE, test } from '../helpers/harness.ts'
import { choose, overflow, row, select } from '../helpers/table.ts'

interface Port {
  port_name: string
  rack_id: string
  switch_location: string
  port_settings_id: string | null
}

/** The last port of switch1 without settings. */
async function freePort(context: BrowserContext): Promise<Port> {
  const { items } = (await call(context, 'GET', '/v1/system/hardware/switch-port?limit=1000')) as { items: Port[] }
  return items.findLast((port) => port.switch_location === 'switch1' && !port.port_settings_id)!
}

/** A switch has one AS number, so a configuration already in use there must be reused. */
async function configOnSwitch1(context: BrowserContext, name: string, set: string): Promise<string> {
  const sessions = (await call(context, 'GET', `${NETWORKING}/bgp-status`)) as { local_asn: number; switch: string }[]
  const { items } = (await call(context, 'GET', `${NETWORKING}/bgp`)) as { items: { name: string; asn: number }[] }
  const asn = sessions.find((session) => session.switch === 'switch1')?.local_asn
  const known = items.find((config) => config.asn === asn)
  if (known) return known.name
  const body = { name, description: '', asn: 4_260_000_000, bgp_announce_set_id: set, vrf: null }
  await call(context, 'POST', `${NETWORKING}/bgp`, body)
  return name
}

test('port settings, from the form to an established BGP session @core', async ({ page, context, unique, watch }) => {
  watch.expectStatus(400)
  const [lot, set, settings] = [unique('lot'), unique('set'), unique('uplink')]
  const net = freeNet()
  const blocks = [{ first_address: `${net}.0`, last_address: `${net}.255` }]
  await call(context, 'POST', LOTS, { name: lot, description: '', kind: 'infra', blocks })
  const announcement = [{ address_lot_block: lot, network: `${net}.128/25` }]
  await call(context, 'PUT', `${NETWORKING}/bgp-announce-set`, { name: set, description: '', announcement })
  const config = await configOnSwitch1(context, unique('config'), set)

  await page.goto(`${FABRIC}/port-settings`)
  await page.getByRole('link', { name: 'New port settings' }).first().click()
  await page.getByLabel('Name', { exact: true }).fill(settings)
  await page.getByRole('button', { name: 'Edit link phy0' }).click()
  await select(page, 'Forward error correction', 'Reed-Solomon')
  await page.getByRole('button', { name: 'Update link' }).click()
  await expect(page.getByRole('button', { name: 'Add link' })).toBeDisabled()
  await page.getByRole('button', { name: 'Add address' }).click()
  await page.getByLabel('Address', { exact: true }).fill('192.0.2.1/30')
  await select(page, 'Address lot', lot)
  await page.getByRole('dialog').getByRole('button', { name: 'Add address' }).click()
  await page.getByRole('button', { name: 'Add BGP peer' }).click()
  await page.getByLabel('Peer address').fill(`${net}.2`)
  await select(page, 'BGP configuration', config)
  await page.getByLabel('MD5 key').fill('secret words')
  await page.getByRole('dialog').getByRole('button', { name: 'Add BGP peer' }).click()
  await expectAccessible(page)
  const create = page.getByRole('button', { name: 'Create port settings' })
  await create.click()
  await expect(page.getByText('Address not in lot').first()).toBeVisible()
  await page.getByRole('button', { name: 'Edit address 192.0.2.1/30' }).click()
  await page.getByLabel('Address', { exact: true }).fill(`${net}.1/30`)
  await page.getByRole('button', { name: 'Update address' }).click()

  // the same as JSON, which has more
  await page.getByRole('tab', { name: 'JSON' }).click()
  const editor = page.getByLabel('Settings as JSON')
  await expect(editor).toHaveValue(/"md5_auth_key": "secret words"/)
  const json = await editor.inputValue()
  await editor.fill(json.slice(1))
  await create.click()
  await expect(page.getByText(/^Not valid JSON/)).toBeVisible()
  await page.getByRole('tab', { name: 'Fields' }).click()
  await expect(page.getByText('The fields cannot show this JSON')).toBeVisible()
  await editor.fill(
    json.replace(
      '"interfaces": {}',
      '"interfaces": {"guest": {"kind": {"type": "vlan", "vid": 7}, "v6_enabled": true}}',
    ),
  )
  await page.getByRole('tab', { name: 'Fields' }).click()
  await expect(page.getByRole('button', { name: `Edit BGP peer ${net}.2` })).toBeVisible()
  await create.click()
  await expect(page).toHaveTitle(`${settings} / Port settings / Fabric / Rackwright`)
  await expect(page.getByRole('table', { name: 'Interfaces' })).toContainText('guestvlan7')
  await expect(page.getByRole('table', { name: 'BGP peers' })).toContainText(`${net}.2`)
  await expect(page.getByText('No static routes.')).toBeVisible()
  await expect(page.getByText('Applied to', { exact: true }).locator('xpath=..')).toContainText('—')
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'JSON' }).click()
  await expect(page.getByLabel('Settings', { exact: true })).toContainText('"md5_auth_key": "••••••••"')

  const free = await freePort(context)
  const port = free.port_name
  const portPath = `${FABRIC}/ports/${free.rack_id}/switch1/${port}`
  await page.goto(portPath)
  await expect(page.getByText('No links', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Apply settings' }).click()
  // none is preselected: applying the wrong ones interrupts traffic
  await page.getByRole('dialog').getByRole('button', { name: 'Apply settings' }).click()
  await expect(page.getByText('Port settings is required')).toBeVisible()
  await select(page, 'Port settings', settings)
  await page.getByRole('dialog').getByRole('button', { name: 'Apply settings' }).click()
  await expect(page.getByText(`${settings} applied to ${port} on switch1`)).toBeVisible()
  await expect(page.getByRole('table', { name: 'Links' })).toContainText('up')
  await expect(page.getByRole('table', { name: 'LLDP neighbors' })).toContainText(`sim-neighbor-${port}`)
  await page.getByRole('button', { name: 'Edit LLDP' }).click()
  await page.getByLabel('System name').fill('rack-one')
  await page.getByLabel('Management IP').fill(`${net}.9`)
  await page.getByRole('button', { name: 'Update LLDP' }).click()
  await expect(page.getByLabel('LLDP of phy0')).toContainText(`${net}.9/32`)
  await expectAccessible(page)
  await page.setViewportSize(PHONE)
  expect(await overflow(page)).toBe(0)
  await page.setViewportSize({ width: 1440, height: 900 })

  await page.goto(`${FABRIC}/bgp`)
  await expect(row(page, `${net}.2`)).toContainText('established')
  await page.goto(`${FABRIC}/bgp/${config}`)
  await page.getByRole('tab', { name: 'Exported routes' }).click()
  await expect(page.getByRole('table', { name: 'Exported routes' })).toContainText(`${net}.2`)
  await page.getByRole('tab', { name: 'Imported routes' }).click()
  await expect(page.getByRole('row').filter({ hasText: `${net}.2` })).toContainText('0.0.0.0/0')
  await page.getByRole('tab', { name: 'Messages' }).click()
  await page.getByLabel('Filter BGP messages').fill(`${net}.2`)
  await expect(page.getByRole('row').filter({ hasText: 'open' }).first()).toContainText('hold time 6')
  await expectAccessible(page)

  await page.goto(`${FABRIC}/port-settings/${settings}/edit`)
  await page.getByRole('button', { name: `remove BGP peer ${net}.2` }).click()
  await page.getByRole('button', { name: 'Update port settings' }).click()
  await expect(page.getByText('No static routes, no BGP peers.')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Links' })).toContainText('100 Gbit/sReed-Solomon1500')
  await page.getByRole('button', { name: 'Port settings actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByRole('dialog')).toContainText(`This turns off switch1 ${port}.`)
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.goto(`${FABRIC}/ports`)
  const front = page.getByRole('navigation', { name: 'Ports of switch1' })
  await expect(front.getByRole('link', { name: `${port}: ${settings}, up` })).toBeVisible()
  // ports with settings come first; without that, the second row would be a port without any
  const second = page.getByRole('table', { name: 'Switch ports' }).getByRole('row').nth(2)
  await expect(second.getByRole('link')).toHaveCount(2)
  await front.getByRole('link', { name: /^qsfp0: / }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await expect(front.getByRole('link', { name: /^qsfp17: / })).toBeFocused()
  await page.getByLabel('Filter switch ports').fill(settings)
  await choose(page, port, 'Clear settings')
  await page.getByRole('dialog').getByRole('button', { name: 'Clear settings' }).click()
  await expect(page.getByText(`Nothing matches '${settings}'.`)).toBeVisible()
  await page.goto(`${FABRIC}/port-settings`)
  await choose(page, settings, 'Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete port settings' }).click()
  await expect(row(page, settings)).toHaveCount(0)
})

test('configured ports come first', async ({ page }) => {
  await page.goto(`${FABRIC}/ports`)
  const rows = page.getByRole('table', { name: 'switch ports' }).locator('tbody').getByRole('row')
  await expect(rows.getByRole('link', { name: /^uplink/ }).first()).toBeVisible()
  const configured = await rows.evaluateAll((all) => all.map((row) => row.querySelectorAll('a').length > 1))
  expect(configured).toContain(false)
  expect(configured.filter(Boolean).length).toBeGreaterThan(1)
  expect(configured.lastIndexOf(true)).toBeLessThan(configured.indexOf(false))
})
