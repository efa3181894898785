// Undo, in the toast of a change: it puts things back, unless someone else has changed them since.
import { call } from '../helpers/api.ts'
import { expectAccessible } from '../helpers/axe.ts'
import { FABRIC, NETWORKING } from '../helpers/fabric.ts'
import { expect, test } from '../helpers/harness.ts'
import { makeInstance } from '../helpers/instance.ts'
import { CLIENT, makeExternalSilo, startProvider } from '../helpers/oidc-provider.ts'
import { choose, makeProject, row } from '../helpers/table.ts'

test('a deleted firewall rule comes back', { tag: '@core' }, async ({ page, unique }) => {
  const project = unique('undo')
  await makeProject(page, project)
  await page.goto(`/projects/${project}/vpcs/default/firewall-rules`)
  await choose(page, 'allow-ssh', 'Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(row(page, 'allow-ssh')).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Firewall rule allow-ssh restored')).toBeVisible()
  await expect(row(page, 'allow-ssh')).toBeVisible()
})

test('what someone else has changed since stays as it is', async ({ page, context, unique }) => {
  const project = unique('undo')
  await makeProject(page, project)
  await page.goto(`/projects/${project}/vpcs/default/firewall-rules`)
  await choose(page, 'allow-ssh', 'Disable')
  await expect(page.getByText('Firewall rule allow-ssh disabled')).toBeVisible()
  await call(context, 'PUT', `/v1/vpc-firewall-rules?project=${project}&vpc=default`, { rules: [] })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Could not undo')).toBeVisible()
  await expect(page.getByText('Someone else has changed it since, so it stays as it is.')).toBeVisible()
})

test('descriptions and roles come back, by keyboard', async ({ page, context, unique }) => {
  const project = unique('undo')
  await makeProject(page, project)
  await page.goto(`/projects/${project}/edit`)
  await page.getByRole('textbox', { name: 'Description' }).fill('a mistake')
  await page.getByRole('button', { name: 'Update project' }).click()
  await expect(page.getByText(`Project ${project} updated`)).toBeVisible()
  await page.keyboard.press('F6')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText(`Project ${project} restored`)).toBeVisible()
  const { description } = (await call(context, 'GET', `/v1/projects/${project}`)) as { description: string }
  expect(description).not.toBe('a mistake')

  const { id } = (await call(context, 'GET', '/v1/me')) as { id: string }
  const role = { identity_type: 'silo_user', identity_id: id, role_name: 'admin' }
  await call(context, 'PUT', `/v1/projects/${project}/policy`, { role_assignments: [role] })
  await page.goto(`/projects/${project}/access`)
  await choose(page, 'admin', 'Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove role' }).click()
  await expect(page.getByText('Role removed')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Roles restored')).toBeVisible()
  const policy = (await call(context, 'GET', `/v1/projects/${project}/policy`)) as { role_assignments: object[] }
  expect(policy.role_assignments).toEqual([role])
})

test('edited descriptions of a VPC and a subnet come back', async ({ page, context, unique }) => {
  const project = unique('undo')
  await makeProject(page, project)
  for (const { path, noun, view } of [
    { path: 'vpcs/default/edit', noun: 'VPC', view: `/v1/vpcs/default?project=${project}` },
    {
      path: 'vpcs/default/subnets/default/edit',
      noun: 'subnet',
      view: `/v1/vpc-subnets/default?project=${project}&vpc=default`,
    },
  ]) {
    const described = async () => ((await call(context, 'GET', view)) as { description: string }).description
    const before = await described()
    await page.goto(`/projects/${project}/${path}`)
    await page.getByRole('textbox', { name: 'Description' }).fill('a mistake')
    await page.getByRole('button', { name: `Update ${noun}` }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText(/^(VPC|Subnet) default restored$/)).toBeVisible()
    expect(await described()).toBe(before)
  }
})

test('rules disabled together are enabled together', async ({ page, unique }) => {
  const project = unique('undo')
  await makeProject(page, project)
  await page.goto(`/projects/${project}/vpcs/default/firewall-rules`)
  await page.getByRole('checkbox', { name: 'Select all rows' }).check()
  await page.getByRole('button', { name: 'Disable' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Disable/ })
    .click()
  await expect(row(page, 'allow-ssh')).toContainText('disabled')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Firewall rules restored')).toBeVisible()
  await expect(row(page, 'allow-ssh')).toContainText('enabled')
})

test(
  'edits of interfaces, networks, receivers, port settings and providers come back',
  { tag: '@server' },
  async ({ page, context, unique, baseURL }) => {
    const [project, name, silo] = [unique('undo'), unique('edited'), unique('undo-silo')]
    const described = { name, description: 'as it was' }
    const edit = async (view: string, button: string, done: string) => {
      const before = (await call(context, 'GET', view)) as object
      await page.getByRole('textbox', { name: 'Description' }).fill('a mistake')
      await page.getByRole('button', { name: button }).click()
      await page.getByRole('button', { name: 'Undo' }).click()
      await expect(page.getByText(done, { exact: true })).toBeVisible()
      const after = (await call(context, 'GET', view)) as object
      expect(comparable(after)).toEqual(comparable(before))
    }

    await makeProject(page, project)
    await makeInstance(page, { project, name })
    await page.getByRole('tab', { name: 'Networking' }).click()
    await choose(page, 'net0', 'Edit')
    const nic = `/v1/network-interfaces/net0?project=${project}&instance=${name}`
    await edit(nic, 'Update network interface', 'Network interface net0 restored')

    await call(context, 'POST', '/rackwright/system/external-networks', {
      ...described,
      physical_network: 'provider',
      vlan: 42,
      prefix: '10.252.0.0/24',
      next_hop: '10.252.0.1',
      dns_servers: ['10.1.1.1'],
      hosts: ['rack-1'],
    })
    await page.goto('/system/networking/external-networks')
    await choose(page, name, 'Edit')
    const network = `/rackwright/system/external-networks/${name}`
    await edit(network, 'Update external network', `External network ${name} restored`)

    const hook = { ...described, endpoint: 'http://127.0.0.1:1/alerts', secrets: ['word'] }
    await call(context, 'POST', '/v1/webhook-receivers', hook)
    await page.goto(`/system/alerts/webhooks/${name}/edit`)
    await edit(`/v1/alert-receivers/${name}`, 'Update webhook', `Webhook ${name} restored`)

    const mail = { ...described, address: 'ops@example.com', subscriptions: ['**'] }
    await call(context, 'POST', '/rackwright/email-receivers', mail)
    await page.goto(`/system/alerts/email/${name}/edit`)
    await edit(`/rackwright/email-receivers/${name}`, 'Update e-mail receiver', `E-mail receiver ${name} restored`)

    const link = { autoneg: false, mtu: 9000, speed: 'speed100_g', lldp: { enabled: true, system_name: 'rack-one' } }
    await call(context, 'POST', `${NETWORKING}/switch-port-settings`, {
      ...described,
      port_config: { geometry: 'qsfp28x1' },
      links: { phy0: link },
      interfaces: { guest: { kind: { type: 'vlan', vid: 7 }, v6_enabled: true } },
      addresses: {},
      routes: {},
      bgp_peers: {},
      groups: [],
    })
    await page.goto(`${FABRIC}/port-settings/${name}/edit`)
    const settings = `${NETWORKING}/switch-port-settings/${name}`
    await edit(settings, 'Update port settings', `Port settings ${name} restored`)

    await makeExternalSilo(context, silo)
    const { issuer, stop } = await startProvider(baseURL!, silo, name)
    const providers = `/rackwright/silos/${silo}/identity-providers`
    const redirect_uri = `${baseURL}/login/${silo}/oidc/${name}`
    await call(context, 'POST', providers, { ...described, ...CLIENT, issuer, redirect_uri })
    await page.goto(`/system/silos/${silo}/idps/oidc/${name}`)
    await edit(`${providers}/${name}`, 'Save', `Identity provider ${name} restored`)
    stop()
  },
)

/** Without times, and without the ids of parts, which are replaced together. */
const comparable = (resource: object): unknown =>
  JSON.parse(
    JSON.stringify(resource, (key, value: unknown) => (/^time_|(^|_)id$/.test(key) ? undefined : value)),
  ) as unknown
