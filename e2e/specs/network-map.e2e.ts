// The network map and the reachability check, by keyboard alone where they must be usable that way.
import type { Page } from '@playwright/test'
import { call } from '../helpers/api.ts'
import { expectAccessible } from '../helpers/axe.ts'
import { expect, PHONE, test } from '../helpers/harness.ts'
import { visit } from '../helpers/instance.ts'
import { makeProject, overflow, row } from '../helpers/table.ts'

interface NetworkMap {
  subnets: { id: string }[]
  instances: { id: string }[]
  interfaces: { id: string }[]
}

const GIB = 2 ** 30
const idOf = (kind: number, n: number) => `00000000-0000-400${kind}-8000-${String(n).padStart(12, '0')}`
const mapOf = (project: string) => `/projects/${project}/network`

async function makeInstances(page: Page, project: string, names: string[], more = {}): Promise<void> {
  for (const name of names)
    await call(page.context(), 'POST', `/v1/instances?project=${project}`, {
      name,
      description: '',
      hostname: name,
      ncpus: 1,
      memory: GIB,
      start: false,
      ...more,
    })
}

test('the map by keyboard: move, highlight, open; problems come and go live', async ({ page, unique }) => {
  const project = unique('map')
  await makeProject(page, project)
  await makeInstances(page, project, ['front'], { external_ips: [{ type: 'ephemeral' }] })
  await visit(page, mapOf(project))
  const diagram = page.getByRole('region', { name: 'Diagram' })
  await expect(diagram.getByRole('link', { name: 'Instance front' })).toBeVisible()
  await expectAccessible(page)

  await diagram.getByRole('link', { name: 'VPC default' }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(diagram.getByRole('link', { name: 'Internet gateway default' })).toBeFocused()
  for (const name of ['Router system', 'Subnet default', 'Instance front']) {
    await page.keyboard.press('ArrowRight')
    await expect(diagram.getByRole('link', { name })).toBeFocused()
  }
  await expect(diagram.getByRole('status')).toHaveText(
    'Routes lead from front to 1 subnet and the internet through gateway default. Firewall rules still apply.',
  )

  await call(page.context(), 'POST', `/v1/floating-ips?project=${project}`, { name: 'spare', description: '' })
  // nothing is broken by it, so it is a note
  await expect(page.getByRole('list', { name: 'Notes' })).toContainText('Floating IP spare')
  await expect(page.getByRole('list', { name: 'Problems' })).toHaveCount(0)
  await expect(diagram.getByRole('link', { name: /Problem: / })).toHaveCount(0)
  await expectAccessible(page)
  await call(page.context(), 'DELETE', `/v1/floating-ips/spare?project=${project}`)
  await expect(page.getByRole('list', { name: 'Notes' })).toHaveCount(0)

  await diagram.getByRole('link', { name: 'Instance front' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/projects/${project}/instances/front/networking`)
})

test('a subnet spans its instances, which carry the color of their state', async ({ page, unique }) => {
  const project = unique('span')
  await makeProject(page, project)
  await makeInstances(page, project, ['one', 'two', 'three'])
  await visit(page, mapOf(project))
  const diagram = page.getByRole('region', { name: 'Diagram' })
  await expect(diagram.getByRole('list', { name: 'Instance states' })).toHaveText('3 stopped')
  const box = async (name: string) => (await diagram.getByRole('link', { name }).boundingBox())!
  const [subnet, ...instances] = await Promise.all(['Subnet default', 'one', 'two', 'three'].map(box))
  expect(subnet!.y).toBe(Math.min(...instances.map(({ y }) => y)))
  expect(subnet!.y + subnet!.height).toBe(Math.max(...instances.map(({ y, height }) => y + height)))
  // in forced colors too
  await page.emulateMedia({ forcedColors: 'active' })
  const lamp = diagram.getByRole('link', { name: 'Instance one' }).locator('[data-part=lamp]')
  await expect(lamp).toHaveCSS('forced-color-adjust', 'none')
})

test('many instances are a count that expands; the list shows the same', async ({ page, unique }) => {
  const project = unique('crowd')
  await makeProject(page, project)
  await makeInstances(
    page,
    project,
    Array.from({ length: 13 }, (_, n) => `node-${n}`),
  )
  await visit(page, mapOf(project))
  const diagram = page.getByRole('region', { name: 'Diagram' })
  await expect(diagram.getByRole('link', { name: /^Instance/ })).toHaveCount(0)
  await diagram.getByRole('button', { name: 'Instances 13 instances' }).press('Enter')
  await expect(diagram.getByRole('link', { name: /^Instance/ })).toHaveCount(13)
  await diagram.getByRole('button', { name: 'Instances Hide 13 instances' }).click()
  await expect(diagram.getByRole('link', { name: /^Instance/ })).toHaveCount(0)

  await page.getByRole('button', { name: 'List' }).click()
  await expect(diagram).toHaveCount(0)
  await page.getByText('13 instances', { exact: true }).click()
  await expect(page.getByRole('link', { name: 'node-12' })).toBeVisible()
  await expectAccessible(page)

  await page.setViewportSize(PHONE)
  await visit(page, mapOf(project))
  await expect(page.getByRole('button', { name: 'List' })).toHaveAttribute('aria-pressed', 'true')
  expect(await overflow(page)).toBe(0)
  await page.getByRole('button', { name: 'Diagram' }).click()
  await expect(diagram).toBeVisible()
  expect(await overflow(page)).toBe(0)
  await expectAccessible(page)
})

test('a map of 300 instances: subnets collapse, and one expands', { tag: '@server' }, async ({ page, unique }) => {
  const project = unique('large')
  await makeProject(page, project)
  await makeInstances(page, project, ['node'])
  // mocked from one instance, because creating 300 would take minutes
  await page.route('**/rackwright/network?*', async (route) => {
    const response = await route.fetch()
    const map = (await response.json()) as NetworkMap
    const [subnet, instance, nic] = [map.subnets[0]!, map.instances[0]!, map.interfaces[0]!]
    const subnets = Array.from({ length: 3 }, (_, n) => ({
      ...subnet,
      id: idOf(0, n),
      name: `net-${n}`,
      ipv4_block: `10.${n}.0.0/22`,
      interface_count: 100,
    }))
    const numbers = Array.from({ length: 300 }, (_, n) => n)
    const interfaces = numbers.map((n) => {
      const net = Math.floor(n / 100)
      return { ...nic, id: idOf(1, n), instance_id: idOf(2, n), subnet_id: idOf(0, net), ip: `10.${net}.0.${n % 100}` }
    })
    const instances = numbers.map((n) => ({ ...instance, id: idOf(2, n), name: `node-${n}` }))
    await route.fulfill({ json: { ...map, subnets, instances, interfaces } })
  })
  await visit(page, mapOf(project))
  const diagram = page.getByRole('region', { name: 'Diagram' })
  await expect(diagram.getByRole('link', { name: /^Subnet/ })).toHaveCount(3)
  await expect(diagram.getByRole('button', { name: 'Instances 100 instances' })).toHaveCount(3)
  await expect(diagram.getByRole('link', { name: /^Instance/ })).toHaveCount(0)
  await expectAccessible(page)
  await diagram.getByRole('button', { name: 'Instances 100 instances' }).first().press('Enter')
  await expect(diagram.getByRole('link', { name: /^Instance node-/ })).toHaveCount(100)
  await expect(diagram.getByRole('button', { name: 'Instances 100 instances' })).toHaveCount(2)
  await page.getByRole('button', { name: 'List' }).click()
  await expect(page.getByText('100 instances', { exact: true })).toHaveCount(3)
})

test('an empty project, a failure, and a host without the operation', async ({ page, unique, watch, host }) => {
  const project = unique('bare')
  await makeProject(page, project)
  await call(page.context(), 'DELETE', `/v1/vpc-subnets/default?vpc=default&project=${project}`)
  await call(page.context(), 'DELETE', `/v1/vpcs/default?project=${project}`)
  await visit(page, mapOf(project))
  await expect(page.getByText('No networks')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'New VPC' })).toBeVisible()
  await expectAccessible(page)
  // the preview has no requests to intercept
  if (host === 'preview') return
  watch.expectStatus(500, 404)
  await page.route('**/rackwright/network?*', (route) =>
    route.fulfill({ status: 500, json: { message: 'out of order', request_id: 'r-1', error_code: 'Internal' } }),
  )
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Network map')
  await page.unroute('**/rackwright/network?*')
  await page.route('**/rackwright/network?*', (route) =>
    route.fulfill({ status: 404, json: { message: 'Not Found', request_id: 'r-2' } }),
  )
  // on a host without the operation, the map is built from lists
  const other = unique('lists')
  await makeProject(page, other)
  await makeInstances(page, other, ['front'])
  await visit(page, mapOf(other))
  const diagram = page.getByRole('region', { name: 'Diagram' })
  await expect(diagram.getByRole('link', { name: 'Instance front' })).toBeVisible()
  await expect(diagram.getByRole('link', { name: 'Internet gateway default' })).toBeVisible()
})

test('reachability by keyboard: blocked, the suggested rule added, reachable @core', async ({ page, unique }) => {
  const project = unique('reach')
  await makeProject(page, project)
  await makeInstances(page, project, ['front'], { external_ips: [{ type: 'ephemeral' }] })
  await visit(page, `/projects/${project}/instances/front/networking`)
  await page.getByRole('button', { name: 'Check reachability' }).press('Enter')
  const form = page.getByRole('form', { name: 'Reachability' })
  await expect(form.getByRole('combobox', { name: 'Source' })).toHaveValue('Internet')
  await expect(form.getByRole('combobox', { name: 'Destination' })).toHaveValue('front')

  await form.getByRole('spinbutton', { name: 'Destination port' }).focus()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Enter')
  await expect(form.getByRole('alert')).toHaveText('Enter a port from 1 to 65535')
  await page.keyboard.type('443')
  await page.keyboard.press('Enter')
  const answer = page.getByRole('region', { name: 'Answer' })
  await expect(answer).toContainText('Blocked')
  await expect(answer.getByRole('list', { name: 'Steps' })).toContainText('no firewall rule matches')
  await expect(answer).toContainText('front is stopped.')
  await expectAccessible(page)
  await page.setViewportSize(PHONE)
  expect(await overflow(page)).toBe(0)
  await page.setViewportSize({ width: 1440, height: 900 })

  await answer.getByRole('button', { name: 'Add this rule' }).press('Enter')
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('allow-tcp-443-front')
  await page.getByRole('button', { name: 'Add rule', exact: true }).press('Enter')
  await expect(page.getByText('Firewall rule allow-tcp-443-front created')).toBeVisible()

  // the same check, on the firewall page
  await page.getByRole('button', { name: 'Check reachability' }).press('Enter')
  await form.getByRole('combobox', { name: 'Destination' }).focus()
  await page.keyboard.type('front')
  await page.keyboard.press('Enter')
  await form.getByRole('spinbutton', { name: 'Destination port' }).focus()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('443')
  await page.keyboard.press('Enter')
  await expect(answer).toContainText('Reachable')
  await answer.getByRole('link', { name: 'View firewall rule allow-tcp-443-front' }).press('Enter')
  await expect(page.getByRole('dialog', { name: 'Edit rule' })).toBeVisible()
})

test('reachability offers a disabled rule before a new one', async ({ page, unique }) => {
  const project = unique('reach')
  await makeProject(page, project)
  await makeInstances(page, project, ['front'], { external_ips: [{ type: 'ephemeral' }] })
  const at = `/v1/vpc-firewall-rules?project=${project}&vpc=default`
  const { rules } = (await call(page.context(), 'GET', at)) as { rules: { name: string }[] }
  const changed = rules.map((rule) => (rule.name === 'allow-ssh' ? { ...rule, status: 'disabled' } : rule))
  await call(page.context(), 'PUT', at, { rules: changed })
  await visit(page, `/projects/${project}/instances/front/networking`)
  await page.getByRole('button', { name: 'Check reachability' }).click()
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  const answer = page.getByRole('region', { name: 'Answer' })
  await expect(answer).toContainText('Enable firewall rule allow-ssh.')
  await expectAccessible(page)
  await answer.getByRole('button', { name: 'Enable this rule' }).click()
  await expect(page.getByRole('checkbox', { name: 'Enabled' })).toBeChecked()
  await page.getByRole('button', { name: 'Update rule' }).click()
  await expect(page.getByText('Firewall rule allow-ssh updated')).toBeVisible()
  await expect(row(page, 'allow-ssh')).toContainText('enabled')
})

test('a suggested route opens its form filled in', { tag: '@server' }, async ({ page, unique }) => {
  const project = unique('way-out')
  await makeProject(page, project)
  await makeInstances(page, project, ['front'], { external_ips: [{ type: 'ephemeral' }] })
  const at = `project=${project}&vpc=default`
  const route = `/v1/vpc-router-routes/default-v4?${at}&router=system`
  const { destination } = (await call(page.context(), 'GET', route)) as { destination: object }
  await call(page.context(), 'PUT', route, { destination, target: { type: 'drop' } })
  const answer = page.getByRole('region', { name: 'Answer' })
  const ask = async () => {
    await page.goto(`/projects/${project}/instances/front/networking`)
    await page.getByRole('button', { name: 'Check reachability' }).click()
    const form = page.getByRole('form', { name: 'Reachability' })
    for (const [end, text] of [
      ['Source', 'front'],
      ['Destination', '198.51.100.7'],
    ] as const) {
      await form.getByRole('combobox', { name: end }).fill(text)
      await page.keyboard.press('Enter')
    }
    await form.getByRole('button', { name: 'Check' }).click()
  }
  await ask()
  await answer.getByRole('button', { name: 'Change route' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit route' })
  await expect(dialog.getByRole('combobox', { name: 'Target value', exact: true })).toHaveValue('default')
  await dialog.getByRole('button', { name: 'Update route' }).click()
  await expect(page.getByText('Route default-v4 updated')).toBeVisible()

  // a router without a default route cannot be created through the API
  const router = { name: 'inspected', description: '' }
  const { id } = (await call(page.context(), 'POST', `/v1/vpc-routers?${at}`, router)) as { id: string }
  const fix = { type: 'add_route', router_id: id, destination: '0.0.0.0/0', gateway: 'default' }
  await page.route('**/rackwright/reachability?*', (asked) =>
    asked.fulfill({ json: { verdict: 'blocked', steps: [], notes: [], fix } }),
  )
  await ask()
  await answer.getByRole('button', { name: 'Add this route' }).click()
  const create = page.getByRole('dialog', { name: 'Create route' })
  await expect(create.getByRole('textbox', { name: 'Destination value' })).toHaveValue('0.0.0.0/0')
  await expect(create.getByRole('combobox', { name: 'Target value', exact: true })).toHaveValue('default')
  await create.getByRole('button', { name: 'Create route' }).click()
  await expect(page.getByText('Route to-internet created')).toBeVisible()
})
