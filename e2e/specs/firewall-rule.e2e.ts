// Firewall rules: every type of target and filter, validation, cloning, bulk actions, and two windows that edit at once.
import type { Page } from '@playwright/test'
import { expectAccessible } from '../helpers/axe.ts'
import { expect, PHONE, test } from '../helpers/harness.ts'
import { makeInstance } from '../helpers/instance.ts'
import { readRules, writeRules } from '../helpers/network.ts'
import { choose, makeProject, overflow, row } from '../helpers/table.ts'

const targets = (page: Page) => page.getByRole('region', { name: 'Targets' })
const filters = (page: Page) => page.getByRole('region', { name: 'Filters' })

async function add(page: Page, type: string, label: string, value: string, where = targets(page)): Promise<void> {
  await where.getByRole('combobox', { name: /type$/ }).selectOption({ label: type })
  await where.getByRole('combobox', { name: label }).fill(value)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
}

test('a rule with every type of target and filter', async ({ page, unique }) => {
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

  // each entry is checked as it is typed
  const address = targets(page).getByRole('combobox', { name: 'IP address' })
  await type.selectOption({ label: 'IP' })
  await address.fill('10.0.0')
  await expect(targets(page).getByText('Not a valid IP address')).toBeVisible()
  await address.fill('172.30.0.5')
  await expect(targets(page).getByText('Items must be unique')).toBeVisible()
  // closes the list of suggestions, which covers the rest of the form
  await page.keyboard.press('Escape')
  await type.selectOption({ label: 'IP network' })
  const network = targets(page).getByRole('combobox', { name: 'IP network', exact: true })
  for (const [text, problem] of [
    ['10.0.0.0', 'Must contain an IP address and a width, separated by a /'],
    ['10.0.0.0/x', 'Width must be an integer'],
    ['10.0.0.0/33', 'Width must be at most 32 for IPv4'],
  ] as const) {
    await network.fill(text)
    await expect(targets(page).getByText(problem)).toBeVisible()
  }
  await page.keyboard.press('Escape')
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
    await expect(filters(page).getByText(problem, { exact: true })).toBeVisible()
  }
  await port.fill('80-80')
  await page.keyboard.press('Enter')
  await port.fill('80')
  await expect(filters(page).getByText('Items must be unique')).toBeVisible()
  // typed but not added: submitting silently would lose it
  await port.fill('443')
  await page.getByRole('button', { name: 'Add rule' }).click()
  await expect(page.getByText('Add this port filter, or clear the field')).toBeVisible()
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
  await expectAccessible(page)
})

test('cloning, editing, disabling in bulk, deleting @server', async ({ page, unique, watch }) => {
  watch.expectStatus(404)
  const project = unique('rules')
  await makeProject(page, project)
  await page.goto(`/projects/${project}/vpcs/default/firewall-rules`)
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
  await expect(page.getByText('Disable: 4 done, 0 failed')).toBeVisible()
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

test('two windows edit the same rules', async ({ page, openWindow, unique, watch }) => {
  watch.expectStatus(412)
  const project = unique('both')
  await makeProject(page, project)
  const other = await openWindow()
  for (const window of [page, other])
    await window.goto(`/projects/${project}/vpcs/default/firewall-rules/allow-ssh/edit`)
  await expect(other.getByLabel('Description')).toBeVisible()

  await page.getByLabel('Description').fill('from the first window')
  await page.getByRole('button', { name: 'Update rule' }).click()
  await expect(page.getByText('Firewall rule allow-ssh updated')).toBeVisible()

  await other.getByRole('spinbutton', { name: 'Priority' }).fill('7')
  await other.getByRole('button', { name: 'Update rule' }).click()
  const conflict = other.getByRole('dialog', { name: 'Firewall rules have changed' })
  await expect(conflict.getByRole('listitem')).toContainText('allow-ssh')
  await expect(conflict.getByRole('listitem')).toContainText('from the first window')
  await expectAccessible(other)
  // Esc goes back to the form, and nothing is lost
  await other.keyboard.press('Escape')
  await expect(other.getByRole('spinbutton', { name: 'Priority' })).toHaveValue('7')
  await expect(other.getByText('Your changes are not saved yet.')).toBeVisible()

  // another rule changes too; merging keeps it
  const rules = await readRules(page, project)
  await writeRules(
    page,
    project,
    rules.map((rule) => (rule.name === 'allow-icmp' ? { ...rule, status: 'disabled' } : rule)),
  )
  await other.getByRole('button', { name: 'Update rule' }).click()
  await expect(conflict.getByRole('listitem').filter({ hasText: 'allow-icmp' })).toContainText('disabled')
  await conflict.getByRole('button', { name: 'Keep both and save' }).click()
  await expect(other.getByText('Firewall rule allow-ssh updated')).toBeVisible()
  const merged = await readRules(page, project)
  expect(merged.find(({ name }) => name === 'allow-icmp')).toMatchObject({ status: 'disabled' })
  expect(merged.find(({ name }) => name === 'allow-ssh')).toMatchObject({
    priority: 7,
    description: 'from the first window',
  })

  // discarding leaves the other's version alone
  await page.goto(`/projects/${project}/vpcs/default/firewall-rules/allow-icmp/edit`)
  await page.getByLabel('Description').fill('will be discarded')
  await writeRules(
    page,
    project,
    merged.filter(({ name }) => name !== 'allow-internal-inbound'),
  )
  await page.getByRole('button', { name: 'Update rule' }).click()
  const second = page.getByRole('dialog', { name: 'Firewall rules have changed' })
  await expect(second.getByRole('listitem')).toContainText('removed')
  await second.getByRole('button', { name: 'Discard my change' }).click()
  await expect(page.getByText('Your change was discarded.')).toBeVisible()
  await expect(page).toHaveURL(`/projects/${project}/vpcs/default/firewall-rules`)
  const left = await readRules(page, project)
  expect(left.map(({ name }) => name)).toEqual(['allow-icmp', 'allow-ssh'])
  expect(left[0]).not.toMatchObject({ description: 'will be discarded' })
})

// the preview's worker answers requests before the browser can change them
test('a host without entity tags: the rules are reread before writing @server', async ({ page, unique }) => {
  const project = unique('plain')
  await makeProject(page, project)
  await page.route('**/v1/vpc-firewall-rules**', async (route) => {
    const headers = { ...route.request().headers() }
    expect(headers['if-match']).toBeUndefined()
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), etag: '' } })
  })
  await page.goto(`/projects/${project}/vpcs/default/firewall-rules/allow-ssh/edit`)
  await page.getByLabel('Description').fill('mine')
  const rules = await readRules(page, project)
  await writeRules(
    page,
    project,
    rules.filter(({ name }) => name !== 'allow-icmp'),
  )
  await page.getByRole('button', { name: 'Update rule' }).click()
  const conflict = page.getByRole('dialog', { name: 'Firewall rules have changed' })
  await expect(conflict.getByRole('listitem')).toContainText('allow-icmp')
  await conflict.getByRole('button', { name: 'Keep both and save' }).click()
  await expect(page.getByText('Firewall rule allow-ssh updated')).toBeVisible()
  expect((await readRules(page, project)).map(({ name }) => name)).toEqual(['allow-internal-inbound', 'allow-ssh'])
})
