// Firewall rules: every type of target and filter, validation, cloning and bulk actions.
import type { Page } from '@playwright/test'
import { expectAccessible } from '../helpers/axe.ts'
import { expect, PHONE, test } from '../helpers/harness.ts'
import { makeInstance } from '../helpers/instance.ts'
import { readRules } from '../helpers/network.ts'
import { choose, makeProject, overflow, row } from '../helpers/table.ts'

const targets = (page: Page) => page.getByRole('region', { name: 'Targets' })
const filters = (page: Page) => page.getByRole('region', { name: 'Filters' })

async function add(page: Page, type: string, label: string, value: string, where = targets(page)): Promise<void> {
  await where.getByRole('combobox', { name: /type$/ }).selectOption({ label: type })
  await where.getByRole('combobox', { name: label }).fill(value)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
}

test('a rule with every type of target and filter', { tag: '@core' }, async ({ page, unique }) => {
  const project = unique('wall')
  await makeProject(page, project)
  await makeInstance(page, { project, name: 'web' })
  await page.goto(`/projects/${project}/vpcs/default/firewall-rules`)
  await expect(row(page, 'allow-ssh')).toBeVisible()
  await page.keyboard.press('c')
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await page.keyboard.type('allow-ssh')
  await page.getByRole('button', { name: 'Add rule' }).click()
  await expect(page.getByText('Another rule has this name. Edit that rule instead.')).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill('everything')
  await page.getByRole('radio', { name: 'Deny' }).check()
  const priority = page.getByRole('spinbutton', { name: 'Priority' })
  await priority.fill('65536')
  await page.getByRole('button', { name: 'Add rule' }).click()
  await expect(page.getByText('Priority must be at most 65535')).toBeVisible()
  await priority.fill('10')

  // suggestions come from this VPC
  const type = targets(page).getByRole('combobox', { name: 'Target type' })
  for (const [kind, label, suggestion] of [
    ['VPC subnet', 'Subnet name', 'default'],
    ['Instance', 'Instance name', 'web'],
    ['IP', 'IP address', '172.30.0.5 (web)'],
    ['IP network', 'IP network', '172.30.0.0/22 (default)'],
  ] as const) {
    await type.selectOption({ label: kind })
    await targets(page).getByRole('combobox', { name: label, exact: true }).click()
    await page.getByRole('option', { name: suggestion }).click()
    await targets(page).getByRole('button', { name: 'Add target' }).click()
  }
  const table = page.getByRole('table', { name: 'Targets' })
  await expect(table.getByRole('row')).toHaveCount(6)

  // an entry is checked when it is added, then as it is typed, until one is added
  const address = targets(page).getByRole('combobox', { name: 'IP address' })
  await type.selectOption({ label: 'IP' })
  await address.fill('10.0.0')
  await expect(address).not.toHaveAttribute('aria-invalid')
  // closes the list of suggestions, which covers the rest of the form
  await page.keyboard.press('Escape')
  await targets(page).getByRole('button', { name: 'Add target' }).click()
  await expect(targets(page).getByText('Not a valid IP address')).toBeVisible()
  await address.fill('172.30.0.5')
  await expect(targets(page).getByText('Items must be unique')).toBeVisible()
  await address.fill('172.30.0.77')
  await expect(address).not.toHaveAttribute('aria-invalid')
  await page.keyboard.press('Escape')
  await targets(page).getByRole('button', { name: 'Add target' }).click()
  await expect(table).toContainText('172.30.0.77')
  await page.getByRole('button', { name: 'remove target 172.30.0.77' }).click()
  // nobody is asked about three characters
  await address.fill('10.')
  await page.keyboard.press('Escape')
  await type.selectOption({ label: 'IP network' })
  await expect(page.getByRole('dialog', { name: 'Discard text?' })).toHaveCount(0)
  await type.selectOption({ label: 'IP' })
  await expect(address).toHaveValue('')
  await address.fill('10.0')
  await page.keyboard.press('Escape')
  await expect(address).not.toHaveAttribute('aria-invalid')
  // another type discards the text, so it asks first
  await type.selectOption({ label: 'IP network' })
  const question = page.getByRole('dialog', { name: 'Discard text?' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(address).toHaveValue('10.0')
  await type.selectOption({ label: 'IP network' })
  await question.getByRole('button', { name: 'Discard' }).click()
  const network = targets(page).getByRole('combobox', { name: 'IP network', exact: true })
  for (const [text, problem] of [
    ['10.0.0.0', 'Must contain an IP address and a width, separated by a /'],
    ['10.0.0.0/x', 'Width must be an integer'],
    ['10.0.0.0/33', 'Width must be at most 32 for IPv4'],
  ] as const) {
    await network.fill(text)
    await page.keyboard.press('Escape')
    await targets(page).getByRole('button', { name: 'Add target' }).click()
    await expect(targets(page).getByText(problem)).toBeVisible()
  }
  await expectAccessible(page)
  await targets(page).getByRole('button', { name: 'Clear' }).click()
  await add(page, 'Instance', 'Instance name', 'not-there-yet')
  await expect(table).toContainText('not-there-yet')
  // the focus stays where the next entry is added or removed
  await expect(targets(page).getByRole('combobox', { name: 'Instance name' })).toBeFocused()
  await page.getByRole('button', { name: 'remove target 172.30.0.5' }).press('Enter')
  await expect(table).not.toContainText('172.30.0.5')
  await expect(page.getByRole('button', { name: 'remove target 172.30.0.0/22' })).toBeFocused()

  const port = page.getByRole('textbox', { name: 'Port filters' })
  for (const [text, problem] of [
    ['ssh', 'Must be a port, such as 22, or a range of ports, such as 6000-6100'],
    ['90-80', 'The last port must not be below the first'],
    ['65536', 'Ports must be between 1 and 65535'],
  ] as const) {
    await port.fill(text)
    await page.keyboard.press('Enter')
    await expect(filters(page).getByText(problem, { exact: true })).toBeVisible()
  }
  await port.fill('80-80')
  await page.keyboard.press('Enter')
  await port.fill('80')
  await expect(port).not.toHaveAttribute('aria-invalid')
  await page.keyboard.press('Enter')
  await expect(filters(page).getByText('Items must be unique')).toBeVisible()
  // typed but not added: submitting silently would lose it
  await port.fill('443')
  await page.getByRole('button', { name: 'Add rule' }).click()
  await expect(page.getByText('Add this port filter, or clear the field')).toBeVisible()
  await port.fill('444')
  await expect(port).not.toHaveAttribute('aria-invalid')
  await port.fill('443')
  await page.keyboard.press('Enter')
  await page.getByRole('checkbox', { name: 'TCP' }).check()
  await add(page, 'IP network', 'IP network', 'fd00::/8', filters(page))
  await page.getByRole('button', { name: 'Add rule' }).click()
  await expect(page.getByText('Firewall rule everything created')).toBeVisible()
  const rule = (await readRules(page, project)).find(({ name }) => name === 'everything')!
  expect(rule).toMatchObject({
    action: 'deny',
    direction: 'inbound',
    status: 'enabled',
    priority: 10,
    targets: [
      { type: 'vpc', value: 'default' },
      { type: 'subnet', value: 'default' },
      { type: 'instance', value: 'web' },
      { type: 'ip_net', value: '172.30.0.0/22' },
      { type: 'instance', value: 'not-there-yet' },
    ],
    filters: { ports: ['80', '443'], protocols: ['TCP'], hosts: [{ type: 'ip_net', value: 'fd00::/8' }] },
  })
  // the lowest number comes first
  await expect(page.getByRole('table', { name: 'firewall rules' }).getByRole('row').nth(1)).toContainText('everything')
  await expect(row(page, 'everything')).toContainText('TCP 80, 443')
  await expectAccessible(page)
})

test('closing the form asks about an entry that was not added', async ({ page }) => {
  await page.goto('/projects/storefront/vpcs/default/firewall-rules-new')
  const form = page.getByRole('dialog', { name: 'Add firewall rule' })
  const question = page.getByRole('dialog', { name: 'Confirm navigation' })
  for (const field of [
    targets(page).getByRole('combobox', { name: 'VPC name' }),
    filters(page).getByRole('combobox', { name: 'VPC name' }),
    page.getByRole('textbox', { name: 'Port filters' }),
  ]) {
    await field.pressSequentially('22')
    await form.getByRole('heading', { name: 'Add firewall rule' }).click()
    await page.keyboard.press('Escape')
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(field).toHaveValue('22')
    await field.fill('')
  }
})

test('cloning, editing, disabling in bulk, deleting @server', async ({ page, unique, watch }) => {
  watch.expectStatus(404)
  const project = unique('rules')
  await makeProject(page, project)
  await page.goto(`/projects/${project}/vpcs/default/firewall-rules`)
  await expect(row(page, 'allow-ssh')).toContainText('TCP 22')
  // every save gives all rules a new time
  await expect(page.getByRole('columnheader', { name: 'Created' })).toHaveCount(0)
  await expect(page.getByText('All other traffic: inbound is denied, outbound is allowed.')).toBeVisible()
  await choose(page, 'allow-ssh', 'Clone')
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('allow-ssh-copy')
  await expect(page.getByRole('table', { name: 'Port filters' })).toContainText('22')
  await page.getByRole('button', { name: 'Add rule' }).click()
  await expect(page.getByText('Firewall rule allow-ssh-copy created')).toBeVisible()

  await row(page, 'allow-ssh-copy').getByRole('link').click()
  await page.getByLabel('Name', { exact: true }).fill('office-ssh')
  await page.getByRole('checkbox', { name: 'Enabled' }).uncheck()
  await page.getByRole('button', { name: 'Update rule' }).click()
  await expect(page.getByText('Firewall rule office-ssh updated')).toBeVisible()
  await expect(row(page, 'office-ssh')).toContainText('disabled')
  await choose(page, 'office-ssh', 'Enable')
  await expect(row(page, 'office-ssh')).toContainText('enabled')

  // one write for all of them
  const writes: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT') writes.push(request.url())
  })
  await page.getByRole('checkbox', { name: 'Select all rows' }).check()
  await page.getByRole('button', { name: 'Disable' }).click()
  await page.getByRole('dialog', { name: 'Disable 4 firewall rules' }).getByRole('button', { name: 'Disable' }).click()
  await expect(page.getByText('Disabled 4 firewall rules.')).toBeVisible()
  // the report is enough
  await expect(page.getByText(/^Firewall rule .* disabled$/)).toHaveCount(0)
  expect((await readRules(page, project)).map(({ status }) => status)).toEqual(Array(4).fill('disabled'))
  expect(writes).toHaveLength(1)

  await page.getByRole('checkbox', { name: 'Select all rows' }).check()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog', { name: 'Delete 4 firewall rules' }).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No firewall rules')).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize(PHONE)
  expect(await overflow(page)).toBe(0)
  await page.goto(`/projects/${project}/vpcs/default/firewall-rules/gone/edit`)
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
})
