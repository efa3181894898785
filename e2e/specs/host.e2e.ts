// Hosts. This rack takes none, and its pages say so. The flow of a rack with an engine runs on canned answers of the API; the real one needs
// SSH and libvirt.
import { expectAccessible } from '../helpers/axe.ts'
import { expect, test } from '../helpers/harness.ts'
import { FINGERPRINT, HOST_ID, SERIAL, withEngine } from '../helpers/host-engine.ts'

const HOSTS = '/system/inventory/hosts'
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

  await expect(page).toHaveURL(`${HOSTS}/${HOST_ID}`)
  await expect(page.getByRole('region', { name: 'Compare the fingerprint' })).toContainText(FINGERPRINT)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'The fingerprints are the same' }).click()
  await expect(page.getByRole('row', { name: /Volumes/ })).toContainText('Mount them.')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Check again' }).click()
  await page.getByRole('button', { name: 'Add to rack' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Add to rack' }).click()
  await expect(page.getByText('in service')).toBeVisible()
  expect(sent).toEqual(['create 192.0.2.12', `trust ${FINGERPRINT}`, 'check', `add ${SERIAL}`])
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
  expect(sent).toEqual(['create 192.0.2.12', `trust ${FINGERPRINT}`])
})

test('a host that does not answer says so, and one with another key is compared again', async ({ page }) => {
  const { host, sent } = await withEngine(page)
  Object.assign(host, { state: 'unreachable', sled_id: HOST_ID, serial: SERIAL })
  await page.goto(`${HOSTS}/${HOST_ID}`)
  await expect(page.getByText('This host does not answer')).toBeVisible()
  await expect(page.getByText('Their states are kept, and none are restarted.')).toBeVisible()
  await expectAccessible(page)

  host.checks = [{ name: 'key', state: 'failed', text: 'It shows another key.', remedy: 'Find out why.' }]
  await page.reload()
  await expect(page.getByText('The key of this host has changed')).toBeVisible()
  await expect(page.getByText(/^Connections to it are refused/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Trust new key' }).click()
  const form = page.getByRole('dialog', { name: 'Trust new key' })
  const fingerprint = `SHA256:${'B'.repeat(43)}`
  await form.getByLabel('Fingerprint').fill(fingerprint)
  await form.getByRole('button', { name: 'Trust new key' }).click()
  await expect(page.getByText('The key of 192.0.2.12 is trusted')).toBeVisible()
  expect(sent).toEqual([`trust ${fingerprint}`])
})
