// Hosts. This rack takes none, and its pages say so. The flow of a rack with an engine runs on canned answers of the API; the real one needs
// SSH and libvirt.
import type { Page } from '@playwright/test'
import { expectAccessible } from '../helpers/axe.ts'
import { expect, test } from '../helpers/harness.ts'

const HOSTS = '/system/inventory/hosts'
const ID = '40570000-0000-4000-8000-000000000001'
const fingerprint = `SHA256:${'A'.repeat(43)}`
const SERIAL = '4c4c4544-0042-3510-8054-b7c04f4d3232'

const failed = { name: 'volumes', state: 'failed', text: 'The volumes are not there.', remedy: 'Mount them.' }
const fine = { name: 'kvm', state: 'ok', text: 'Machines use KVM.', remedy: null }

/** A server whose rack takes hosts, and knows this one once it is added. */
async function withEngine(page: Page) {
  const host = {
    id: ID,
    address: '192.0.2.12',
    port: 22,
    user: 'rackwright',
    state: '',
    fingerprint,
    checks: [] as object[],
    sled_id: null as string | null,
    serial: null as string | null,
  }
  const sent: string[] = []
  const setup = {
    from: [],
    network_database: null,
    sha256: 'a'.repeat(64),
    public_key: 'ssh-ed25519 AAAAC3Nza',
    user: 'rackwright',
    needs_network: false,
  }
  await page.route('**/rackwright/platform', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), takes_hosts: true } })
  })
  await page.route('**/rackwright/host-setup', (route) => route.fulfill({ json: setup }))
  await page.route('**/v1/system/hardware/sleds-uninitialized*', (route) =>
    route.fulfill({
      json: {
        items: [{ baseboard: { part: 'Debian', serial: SERIAL, revision: 0 }, cubby: 1, rack_id: ID }],
        next_page: null,
      },
    }),
  )
  await page.route('**/v1/system/hardware/sleds', (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    sent.push(`add ${String(route.request().postDataJSON().serial)}`)
    Object.assign(host, { state: 'in_service' })
    return route.fulfill({ status: 201, json: { id: ID } })
  })
  await page.route('**/rackwright/hosts**', async (route) => {
    const request = route.request()
    const path = new URL(request.url()).pathname
    const method = request.method()
    if (method === 'POST' && path.endsWith('/hosts')) {
      sent.push(`create ${String(request.postDataJSON().address)}`)
      host.state = 'waiting'
      return route.fulfill({ status: 201, json: host })
    }
    if (path.endsWith('/trust')) {
      sent.push(`trust ${String(request.postDataJSON().fingerprint)}`)
      Object.assign(host, { state: 'unfit', checks: [fine, failed], sled_id: ID, serial: SERIAL })
      return route.fulfill({ status: 202, json: host })
    }
    if (path.endsWith('/check')) {
      sent.push('check')
      Object.assign(host, { state: 'ready', checks: [fine] })
      return route.fulfill({ status: 202, json: host })
    }
    if (path.endsWith(ID)) return route.fulfill({ json: host })
    return route.fulfill({ json: { items: host.state ? [host] : [], next_page: null } })
  })
  return { host, sent }
}

test('a rack without an engine says that it takes none', async ({ page }) => {
  await page.goto('/system/inventory/sleds')
  await page
    .getByRole('tab', { name: 'Hosts' })
    .or(page.getByRole('link', { name: 'Hosts', exact: true }))
    .click()
  await expect(page).toHaveURL(HOSTS)
  await expect(page.getByText('Hosts cannot be added to this rack')).toBeVisible()
  await expect(page.getByRole('link', { name: 'About hosts' })).toBeVisible()
  await expectAccessible(page)
})

test('a host from the button to the rack, by pointer', { tag: '@core' }, async ({ page }) => {
  const { sent } = await withEngine(page)
  await page.goto(HOSTS)
  await page.getByRole('link', { name: 'Add host' }).click()
  const form = page.getByRole('dialog', { name: 'Add host' })
  // the console is open at an address of this machine
  await expect(form.getByText('Other machines cannot open')).toBeVisible()
  await expect(form.getByRole('link', { name: 'Download the script' })).toHaveAttribute(
    'href',
    /\/rackwright\/hosts\/setup$/,
  )
  await expect(form.getByText(/sha256sum -c && sudo sh/)).toBeVisible()
  await expectAccessible(page)
  await form.getByLabel('Address').fill('-oProxyCommand=x')
  await form.getByRole('button', { name: 'Add host' }).click()
  await expect(form.getByText(/Expected a host name or an IP address/)).toBeVisible()
  await form.getByLabel('Address').fill('192.0.2.12')
  await form.getByRole('button', { name: 'Add host' }).click()

  await expect(page).toHaveURL(`${HOSTS}/${ID}`)
  await expect(page.getByRole('region', { name: 'Compare the fingerprint' })).toContainText(fingerprint)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'The fingerprints are the same' }).click()
  await expect(page.getByRole('row', { name: /Volumes/ })).toContainText('Mount them.')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Check again' }).click()
  await page.getByRole('button', { name: 'Add to rack' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Add to rack' }).click()
  await expect(page.getByText('in service')).toBeVisible()
  expect(sent).toEqual(['create 192.0.2.12', `trust ${fingerprint}`, 'check', `add ${SERIAL}`])
})

test('a host is added and trusted by keyboard', async ({ page }) => {
  const { sent } = await withEngine(page)
  await page.goto(HOSTS)
  await page.getByRole('link', { name: 'Add host' }).focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('Address').focus()
  await page.keyboard.type('192.0.2.12')
  await page.keyboard.press('Enter')
  const trust = page.getByRole('button', { name: 'The fingerprints are the same' })
  await trust.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row', { name: /Volumes/ })).toBeVisible()
  expect(sent).toEqual(['create 192.0.2.12', `trust ${fingerprint}`])
})
