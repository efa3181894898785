// VPCs: created with their own IPv6 prefix, edited, walked through by keyboard, deleted.
import { call } from '../helpers/api.ts'
import { expectAccessible } from '../helpers/axe.ts'
import { expect, PHONE, test } from '../helpers/harness.ts'
import { choose, makeProject, openMenu, overflow, row } from '../helpers/table.ts'

test('a VPC from creation to deletion', { tag: '@core' }, async ({ page, unique }) => {
  const project = unique('nets')
  await makeProject(page, project)
  await page.goto(`/projects/${project}/vpcs`)
  await expect(row(page, 'default').getByRole('link', { name: '3 firewall rules of default' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('c')
  await page.getByLabel('Name', { exact: true }).fill('office')
  await page.getByLabel('DNS name').fill('office')
  const prefix = page.getByLabel('IPv6 prefix')
  const create = page.getByRole('button', { name: 'Create VPC' })
  for (const [text, problem] of [
    ['fd00:1:2::', 'Must contain an IP address and a width, separated by a /'],
    ['fd00:1:2::/wide', 'Width must be an integer'],
    ['fd00:1:2::/129', 'Width must be at most 128 for IPv6'],
    ['fd00:1:2::/64', 'Must be a /48 in fd00::/8'],
  ] as const) {
    await prefix.fill(text)
    await create.click()
    await expect(page.getByText(problem, { exact: true })).toBeVisible()
  }
  await expectAccessible(page)
  await prefix.fill('fd00:1:2::/48')
  await create.click()
  await expect(page.getByText('VPC office created')).toBeVisible()
  await expect(page).toHaveURL(`/projects/${project}/vpcs/office/firewall-rules`)
  await expect(page).toHaveTitle(`Firewall rules / office / VPCs / ${project} / Projects / Rackwright`)
  await expect(page.getByText('fd00:1:2::/48')).toBeVisible()

  // tabs by keyboard
  await page.getByRole('tab', { name: 'Firewall rules' }).focus()
  for (const tab of ['Subnets', 'Routers', 'Internet gateways']) {
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('tab', { name: tab })).toHaveAttribute('aria-selected', 'true')
    await expect(row(page, tab === 'Routers' ? 'system' : 'default')).toBeVisible()
    await expectAccessible(page)
  }
  await page.setViewportSize(PHONE)
  expect(await overflow(page)).toBe(0)

  await page.getByRole('button', { name: 'VPC actions' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByLabel('Name', { exact: true }).fill('branch')
  await page.getByRole('button', { name: 'Update VPC' }).click()
  await expect(page.getByRole('heading', { name: 'branch' })).toBeVisible()
  // the default rules still name the VPC office, which the API refuses in the next write
  await choose(page, 'allow-icmp', 'Disable')
  await expect(page.getByText('Rules that named this VPC by its old name now name branch.')).toBeVisible()
  await expect(row(page, 'allow-icmp')).toContainText('disabled')

  // a VPC with subnets cannot be deleted, here and in the list, and says why up front
  const why = page.getByText('The VPC has a subnet. Delete subnets first.')
  await page.getByRole('button', { name: 'VPC actions' }).click()
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeDisabled()
  await page.getByRole('menuitem', { name: 'Delete' }).hover()
  await expect(why).toBeVisible()
  await page.goto(`/projects/${project}/vpcs`)
  await openMenu(page, 'branch')
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeDisabled()
  await call(page.context(), 'DELETE', `/v1/vpc-subnets/default?project=${project}&vpc=branch`)
  await page.goto(`/projects/${project}/vpcs/branch`)
  await page.getByRole('button', { name: 'VPC actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete VPC' }).click()
  await expect(page.getByText('VPC branch deleted')).toBeVisible()
  await expect(page).toHaveURL(`/projects/${project}/vpcs`)
  await expect(row(page, 'branch')).toHaveCount(0)
})

test('a missing VPC, a taken name, and a project without VPCs', async ({ page, unique, watch }) => {
  watch.expectStatus(400, 404)
  const project = unique('none')
  await makeProject(page, project)
  await page.goto(`/projects/${project}/vpcs/missing/subnets`)
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await page.goto(`/projects/${project}/vpcs-new`)
  await page.getByLabel('Name', { exact: true }).fill('default')
  await page.getByLabel('DNS name').fill('other')
  await page.getByRole('button', { name: 'Create VPC' }).click()
  await expect(page.getByText('name already exists', { exact: true })).toBeVisible()
  await call(page.context(), 'DELETE', `/v1/vpc-subnets/default?project=${project}&vpc=default`)
  await page.goto(`/projects/${project}/vpcs`)
  await choose(page, 'default', 'Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete VPC' }).click()
  await expect(page.getByText('No VPCs')).toBeVisible()
})

test('networking pages without content, and without an answer', { tag: '@server' }, async ({ page, unique, watch }) => {
  watch.expectStatus(500)
  const project = unique('quiet')
  await makeProject(page, project)
  const at = `project=${project}&vpc=default`
  await call(page.context(), 'DELETE', `/v1/vpc-subnets/default?${at}`)
  await call(page.context(), 'DELETE', `/v1/internet-gateways/default?${at}&cascade=true`)
  const vpc = `/projects/${project}/vpcs/default`
  for (const [path, text] of [
    [`${vpc}/subnets`, 'No subnets'],
    [`${vpc}/internet-gateways`, 'No internet gateways'],
    [`${vpc}/routers/system`, 'No routes'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByText(text, { exact: true })).toBeVisible()
  }
  for (const [path, operation, noun] of [
    [`/projects/${project}/floating-ips`, 'floating-ips', 'floating IP'],
    [`/projects/${project}/vpcs`, 'vpcs', 'VPC'],
    [`${vpc}/firewall-rules`, 'vpc-firewall-rules', 'firewall rule'],
    [`${vpc}/subnets`, 'vpc-subnets', 'VPC subnet'],
    [`${vpc}/internet-gateways`, 'internet-gateways', 'internet gateway'],
    [`${vpc}/routers/system`, 'vpc-router-routes', 'VPC router route'],
    [`${vpc}/routers`, 'vpc-routers', 'VPC router'],
  ] as const) {
    await page.route(`**/v1/${operation}?*`, (route) =>
      route.fulfill({ status: 500, json: { message: 'out of order', request_id: 'r-1', error_code: 'Internal' } }),
    )
    await page.goto(path)
    await expect(page.getByText(`Could not load ${noun} data: Out of order`)).toBeVisible()
    await page.unroute(`**/v1/${operation}?*`)
  }
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(row(page, 'system')).toBeVisible()
  // a rule's targets are not called missing while it is unknown what exists
  await page.route('**/v1/vpc-subnets?*', (route) => route.fulfill({ status: 500, json: { message: 'no' } }))
  await page.goto('/projects/billing/vpcs/payments/firewall-rules')
  const target = row(page, 'banks-only').getByRole('cell', { name: 'Subnet gateways' })
  await expect(target).toBeVisible()
  await expect(target.locator('[tabindex="0"]')).toHaveCount(0)
})

test('forms keep what was typed when the server refuses', { tag: '@server' }, async ({ page, watch }) => {
  watch.expectStatus(403, 507)
  const full = 'Insufficient capacity: No external IP addresses available'
  const refusals = [
    [403, 'Forbidden', 'Forbidden', 'Action not authorized'],
    [507, 'InsufficientCapacity', full, full],
  ] as const
  for (const [path, operation, submit] of [
    ['floating-ips-new', 'floating-ips', 'Create floating IP'],
    // writes all rules of the VPC
    ['vpcs/default/firewall-rules-new', 'vpc-firewall-rules', 'Add rule'],
  ] as const) {
    await page.goto(`/projects/storefront/${path}`)
    const form = page.getByRole('dialog')
    await form.getByLabel('Name', { exact: true }).fill('kept')
    await form.getByLabel('Description').fill('typed before the refusal')
    for (const [status, error_code, message, shown] of refusals) {
      await page.route(`**/v1/${operation}?*`, (route) =>
        route.request().method() === 'GET'
          ? route.fallback()
          : route.fulfill({ status, json: { error_code, message, request_id: 'r-1' } }),
      )
      await form.getByRole('button', { name: submit }).click()
      await expect(form.getByText(shown)).toBeVisible()
      await expect(form.getByLabel('Name', { exact: true })).toHaveValue('kept')
      await expect(form.getByLabel('Description')).toHaveValue('typed before the refusal')
      await expect(form.getByRole('button', { name: submit })).toBeEnabled()
      await page.unroute(`**/v1/${operation}?*`)
    }
    await expectAccessible(page)
  }
})

test('a VPC says so until the network has confirmed a change', { tag: '@server' }, async ({ page, unique }) => {
  const project = unique('late')
  await makeProject(page, project)
  let isApplied = true
  let reads = 0
  await page.route('**/rackwright/vpcs/default/network-status?*', async (route) => {
    reads += 1
    const confirmed = isApplied ? {} : { is_applied: false, time_wanted: new Date().toISOString() }
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), ...confirmed } })
  })
  await page.goto(`/projects/${project}/vpcs/default/firewall-rules`)
  await expect(row(page, 'allow-ssh')).toBeVisible()
  const badge = page.getByRole('status').filter({ hasText: 'Applying' })
  await expect.poll(() => reads).toBeGreaterThan(0)
  await expect(badge).toBeHidden()

  isApplied = false
  await choose(page, 'allow-ssh', 'Disable')
  await expect(row(page, 'allow-ssh')).toContainText('disabled')
  await expect(badge).toBeVisible()
  await expectAccessible(page)
  await badge.getByText('Applying').hover()
  await expect(page.getByText('The last changes are stored, but not in force yet.')).toBeVisible()
  isApplied = true
  await expect(badge).toBeHidden()
  // and then it asks no more
  const before = reads
  await page.waitForTimeout(2500)
  expect(reads).toBe(before)
})

test(
  'a VPC says which part of the network has not confirmed a change',
  { tag: '@server' },
  async ({ page, unique }) => {
    const project = unique('silent')
    await makeProject(page, project)
    let silent_hosts = 1
    await page.route('**/rackwright/vpcs/default/network-status?*', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), silent_hosts } })
    })
    await page.goto(`/projects/${project}/vpcs/default/firewall-rules`)
    const badge = page.getByText('In force except on 1 host', { exact: true })
    await expect(badge).toBeVisible()
    await expectAccessible(page)
    await badge.hover()
    await expect(page.getByText('This host does not answer. Its guests keep the rules they had.')).toBeVisible()
    await page.setViewportSize(PHONE)
    expect(await overflow(page)).toBe(0)
    silent_hosts = 2
    await expect(page.getByText('In force except on 2 hosts', { exact: true })).toBeVisible()
    silent_hosts = 0
    await expect(page.getByText('In force except on')).toHaveCount(0)
  },
)
