// External networks as fleet admin, and the hosts of a network. The servers of these tests have simulated networks, so what only OVN
// says comes from a changed response.
import type { Page } from '@playwright/test'
import { expectAccessible } from '../helpers/axe.ts'
import { call } from '../helpers/api.ts'
import { expect, PHONE, test } from '../helpers/harness.ts'
import { choose, makeProject, overflow, row, select } from '../helpers/table.ts'

const NETWORKS = '/system/networking/external-networks'

const part = (kind: string, name: string, state: string) => ({ kind, name, state, version: '23.03.1', address: null })

/** Answers this read with changes. */
const changing = (page: Page, url: string, changes: object) =>
  page.route(url, async (route) => {
    const response = await route.fetch({ maxRetries: 2 })
    await route.fulfill({ response, json: { ...((await response.json()) as object), ...changes } })
  })

test('an external network from creation to deletion', { tag: '@core' }, async ({ page, context, unique }) => {
  const [name, pool] = [unique('campus'), unique('campus-pool')]
  const third = Math.floor(Math.random() * 250)
  await call(context, 'POST', '/v1/system/ip-pools', { name: pool, description: '' })
  const range = { first: `10.251.${third}.10`, last: `10.251.${third}.20` }
  await call(context, 'POST', `/v1/system/ip-pools/${pool}/ranges/add`, range)
  await page.goto(NETWORKS)
  await expect(page.getByText('Networks are simulated')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('c')
  const form = page.getByRole('dialog', { name: 'Create external network' })
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await form.getByLabel('Physical network').fill('the provider')
  await form.getByLabel('VLAN').fill('4095')
  await form.getByLabel('Prefix').fill('192.0.2.0/24')
  await form.getByLabel('Next hop').fill('198.51.100.1')
  await select(page, 'IP pools', pool)
  await form.getByRole('button', { name: 'Add IP pool' }).click()
  await expect(form.getByText(`IP pool ${pool} does not fit`)).toBeVisible()
  await expect(form.getByText(`The range ${range.first}-${range.last} is not in 192.0.2.0/24.`)).toBeVisible()
  const submit = form.getByRole('button', { name: 'Create external network' })
  await submit.click()
  await expect(form.getByText('Can only contain letters, numbers')).toBeVisible()
  await expect(form.getByText('VLAN must be at most 4094')).toBeVisible()
  await expect(form.getByText('The next hop 198.51.100.1 must be in 192.0.2.0/24')).toBeVisible()
  await expectAccessible(page)
  await form.getByLabel('Physical network').fill('provider')
  await form.getByLabel('VLAN').fill('42')
  await form.getByLabel('Prefix').fill(`10.251.${third}.0/24`)
  await form.getByLabel('Next hop').fill(`10.251.${third}.1`)
  await expect(form.getByText('does not fit')).toBeHidden()
  const servers = form.getByRole('textbox', { name: 'DNS servers' })
  await servers.fill('nowhere')
  await servers.press('Enter')
  await expect(form.getByText('Must be an IPv4 address')).toBeVisible()
  for (const server of ['10.1.1.1', '10.1.1.2', '10.1.1.3', '10.1.1.4']) {
    await servers.fill(server)
    await servers.press('Enter')
  }
  await expect(form.getByText('At most 3 can be added')).toBeVisible()
  await servers.fill('')
  await form.getByRole('textbox', { name: 'Hosts' }).fill('rack-1')
  await form.getByRole('button', { name: 'Add host' }).click()
  await submit.click()
  await expect(page.getByText(`External network ${name} created`)).toBeVisible()
  await expect(row(page, name)).toContainText('provider, VLAN 42')
  await expect(row(page, name).getByRole('link', { name: pool })).toBeVisible()
  await expect(row(page, name)).toContainText('rack-1')

  await choose(page, name, 'Edit')
  const edit = page.getByRole('dialog', { name: 'Edit external network' })
  await edit.getByLabel('VLAN').fill('')
  await edit.getByRole('button', { name: 'Update external network' }).click()
  await expect(page.getByText(`External network ${name} updated`)).toBeVisible()
  await expect(row(page, name)).not.toContainText('VLAN')

  await row(page, name).getByRole('link', { name: pool }).click()
  await expect(page.getByRole('link', { name })).toHaveAttribute('href', NETWORKS)
  await page.getByRole('link', { name }).click()
  await choose(page, name, 'Delete')
  await expect(page.getByText('Pools are kept.')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete external network' }).click()
  await expect(row(page, name)).toBeHidden()
})

test('the hosts and databases of a network', { tag: '@server' }, async ({ page }) => {
  await page.goto('/system/networking/hosts')
  await expect(page.getByText('Networks are simulated: no host carries their traffic.')).toBeVisible()
  const parts = [
    { ...part('host', 'rack-1', 'up'), address: '10.0.0.1' },
    part('host', 'rack-2', 'lagging'),
    part('database', 'northbound', 'down'),
  ]
  await changing(page, '**/rackwright/system/network', { network: 'ovn', parts })
  await page.reload()
  await expect(row(page, 'rack-1')).toContainText(/host\s*up\s*23\.03\.1\s*10\.0\.0\.1/)
  await expect(row(page, 'rack-2')).toContainText('lagging')
  await expect(row(page, 'northbound')).toContainText('down')
  await expectAccessible(page)
  await page.setViewportSize(PHONE)
  expect(await overflow(page)).toBe(0)
  // the form offers the hosts
  await page.goto(`${NETWORKS}-new`)
  await select(page, 'Hosts', 'rack-2')
  await page.getByRole('button', { name: 'Add host' }).click()
  await expect(page.getByRole('table', { name: 'Hosts' })).toContainText('rack-2')
})

test('issues lead to the hosts', { tag: '@server' }, async ({ page }) => {
  const none = { since: null, count: 1, resource: null, percent: null, time_expires: null, alert_id: null }
  const unnamed = { silo_name: null, project_name: null, target_id: null }
  const issue = { kind: 'network_host_down', severity: 'error', target_name: 'rack-1', ...none, ...unnamed }
  await page.route('**/rackwright/issues', (route) => route.fulfill({ json: { items: [issue] } }))
  await page.goto('/system/issues')
  await expect(page.getByText('Network host rack-1 does not answer')).toBeVisible()
  await expect(page.getByText(/^Its guests keep the rules they had/)).toBeVisible()
  await page.getByRole('link', { name: /^View network/ }).click()
  await expect(page.getByRole('tab', { name: 'Hosts' })).toHaveAttribute('aria-selected', 'true')
})

test(
  'reachability shows where the network disagrees with the rules',
  { tag: '@server' },
  async ({ page, context, unique }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const output = 'ls_in_acl: drop;'
    await changing(page, '**/rackwright/reachability?*', { network: { is_delivered: false, agrees: false, output } })
    const project = unique('reach')
    await makeProject(page, project)
    const front = { name: 'front', description: '', hostname: 'front', ncpus: 1, memory: 2 ** 30, start: false }
    const external_ips = [{ type: 'ephemeral' }]
    await call(context, 'POST', `/v1/instances?project=${project}`, { ...front, external_ips })
    await page.goto(`/projects/${project}/instances/front/networking`)
    await page.getByRole('button', { name: 'Check reachability' }).click()
    await page.getByRole('form', { name: 'Reachability' }).getByRole('button', { name: 'Check', exact: true }).click()
    const answer = page.getByRole('region', { name: 'Answer' })
    await expect(answer.getByText('The network disagrees')).toBeVisible()
    await expect(answer.getByText(/This is a fault of Rackwright/)).toBeVisible()
    await answer.getByText('What the network said').click()
    await expect(answer.getByText(output)).toBeVisible()
    await expectAccessible(page)
    await answer.getByRole('button', { name: 'Copy both answers' }).click()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toMatch(/^TCP port 22 from the internet to .*\nRules: \w+\n- /)
    expect(copied).toContain(`Network: dropped\n${output}`)
  },
)
