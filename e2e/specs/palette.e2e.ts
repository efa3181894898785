// The command palette: ranked results, recent items, and a valid empty list.
import { call } from '../helpers/api.ts'
import { expectAccessible } from '../helpers/axe.ts'
import { expect, test } from '../helpers/harness.ts'
import { makeProject } from '../helpers/table.ts'

test('exact matches come first', async ({ page, unique }) => {
  const name = unique('rank')
  // the API lists them in this order, the exact match last of the short ones
  for (const project of [`a-${name}`, `b-${name}`, name, `${name}-z`]) await makeProject(page, project)
  await page.goto('/utilization')
  await expect(page.getByRole('heading', { level: 1, name: 'Utilization' })).toBeVisible()
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Quick actions' })
  await expect(page.getByLabel('Search or run a command')).toBeFocused()
  await page.keyboard.type(name)
  const options = palette.getByRole('option')
  await expect(options).toHaveCount(4)
  await expect(options.first()).toHaveAccessibleName(new RegExp(`^${name} .*Projects$`))
  await expect(options.nth(1)).toContainText(`${name}-z`)
  await expect(options.first().locator('svg')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/projects/${name}/instances`)

  await expect(page.getByRole('heading', { level: 1, name: 'Instances' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByLabel('Search or run a command')).toBeFocused()
  await page.keyboard.type('no such thing at all')
  await expect(palette.getByText("No results for 'no such thing at all'")).toBeVisible()
  await expectAccessible(page)
})

test('visited pages come first, without the current one', async ({ page, watch }) => {
  watch.expectStatus(404)
  const palette = page.getByRole('dialog', { name: 'Quick actions' })
  const visits = () => page.evaluate(() => Object.entries(localStorage).find(([key]) => key.includes('recent-'))?.[1])
  const places = ['/system/inventory/disks', '/projects/storefront/instances/web-1/networking', '/utilization']
  for (const place of places) {
    await page.goto(place)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect.poll(visits).toContain(place)
  }
  // neither a missing page nor a form is a place to go back to
  await page.goto('/projects/no-such-project/disks')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await page.goto('/projects-new')
  await expect(page.getByRole('dialog', { name: 'Create project' })).toBeVisible()
  await page.goto('/utilization')
  await expect(page.getByRole('heading', { level: 1, name: 'Utilization' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(palette.getByRole('group').first()).toHaveAccessibleName('Recent')
  const recent = palette.getByRole('group', { name: 'Recent' }).getByRole('option')
  await expect(recent).toHaveCount(2)
  await expect(recent.first()).toHaveAccessibleName('web-1 / Networking Projects / storefront / Instances')
  await expect(recent.nth(1)).toContainText('Inventory / Disks')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/projects/storefront/instances/web-1/networking')
})

test('instances show their state; sleds and system pages are found from anywhere', async ({ page }) => {
  await page.goto('/projects')
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByLabel('Search or run a command')).toBeFocused()
  await page.keyboard.type('web-1')
  await expect(page.getByRole('option', { name: /^web-1 storefront running Instances$/ })).toBeVisible()
  await page.getByLabel('Search or run a command').fill('SIM0010')
  await expect(page.getByRole('option', { name: /^SIM0010 active Sleds$/ })).toBeVisible()
  await page.getByLabel('Search or run a command').fill('address lots')
  await expect(page.getByRole('option', { name: /^Address lots Fabric System$/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/system/networking/fabric/address-lots')
})

test('Go up leads to the parent page', async ({ page }) => {
  const palette = page.getByRole('dialog', { name: 'Quick actions' })
  const goUp = async () => {
    await page.keyboard.press('Control+k')
    await expect(page.getByLabel('Search or run a command')).toBeFocused()
    await page.keyboard.type('go up')
    await expect(palette.getByRole('option').first()).toHaveAccessibleName(/^Go up/)
    await page.keyboard.press('Enter')
  }
  await page.goto('/projects/storefront/vpcs/default/firewall-rules')
  for (const [heading, url] of [
    ['VPCs', '/projects/storefront/vpcs'],
    ['Instances', '/projects/storefront/instances'],
    ['Projects', '/projects'],
  ] as const) {
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await goUp()
    await expect(page).toHaveURL(url)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  }
  // nothing is above, and it is no recent item either
  await page.keyboard.press('Control+k')
  await expect(palette.getByRole('option').first()).toBeVisible()
  await expect(palette.getByRole('option', { name: 'Go up' })).toHaveCount(0)
})

test('an address or an ID leads to its owner', async ({ page, context }) => {
  const instance = (await call(context, 'GET', '/v1/instances/web-1?project=storefront')) as { id: string }
  const nics = (await call(context, 'GET', '/v1/network-interfaces?instance=web-1&project=storefront')) as {
    items: { ip: string; mac: string; id: string }[]
  }
  const { ip, mac, id } = nics.items[0]!
  await page.goto('/projects')
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible()
  await page.keyboard.press('Control+k')
  const field = page.getByLabel('Search or run a command')
  const found = (detail: string) => page.getByRole('option', { name: `web-1 storefront${detail} Instances` })
  for (const [text, detail] of [
    [ip, ', private IP'],
    [mac, ', MAC address'],
    // its beginning, and without colons
    [mac.slice(0, -3), ', MAC address'],
    [mac.replaceAll(':', '').slice(0, -2), ', MAC address'],
    [id, ', network interface'],
    [instance.id, ''],
    [instance.id.slice(0, 8), ''],
  ] as const) {
    await field.fill(text)
    await expect(found(detail)).toBeVisible()
  }
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/projects/storefront/instances/web-1/overview')
})

test('the beginning of an address leads to its owner', async ({ page, context, unique }) => {
  const project = unique('prefix')
  await makeProject(page, project)
  const name = unique('owner')
  const subnet = { name: 'far', description: '', ipv4_block: '10.213.77.0/24' }
  await call(context, 'POST', `/v1/vpc-subnets?project=${project}&vpc=default`, subnet)
  const nic = { name: 'net0', description: '', vpc_name: 'default', subnet_name: 'far' }
  await call(context, 'POST', `/v1/instances?project=${project}`, {
    name,
    description: '',
    hostname: name,
    ncpus: 1,
    memory: 2 ** 30,
    network_interfaces: { type: 'create', params: [nic] },
    start: false,
  })
  await page.goto('/projects')
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByLabel('Search or run a command')).toBeFocused()
  await page.keyboard.type('10.213.77.')
  const found = page.getByRole('option', { name: `${name} ${project}, private IP Instances` })
  await expect(found).toHaveAttribute('aria-selected', 'true')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/projects/${project}/instances/${name}/overview`)
})

test('a verb and a name run an action, and forms are found from anywhere', { tag: '@core' }, async ({ page }) => {
  await page.goto('/projects/storefront/vpcs')
  await expect(page.getByRole('heading', { level: 1, name: 'VPCs' })).toBeVisible()
  const type = async (text: string) => {
    await page.keyboard.press('Control+k')
    await expect(page.getByLabel('Search or run a command')).toBeFocused()
    await page.keyboard.type(text)
  }
  await type('stop web-1')
  await expect(page.getByRole('option').first()).toHaveAccessibleName('Stop web-1 storefront running Actions')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Stop instance' })).toContainText('Stop web-1?')
  await page.getByRole('button', { name: 'Cancel' }).click()
  // what is not possible says why
  await type('start web-1')
  await expect(page.getByRole('option').first()).toContainText('Start web-1')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Start web-1 is not possible')).toBeVisible()

  await type('theme dark')
  await expect(page.getByRole('option').first()).toContainText('Theme: dark')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await type('new disk')
  await expect(page.getByRole('option').first()).toContainText('New disk')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/projects/storefront/disks-new')
})
