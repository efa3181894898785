// Undo, in the toast of a change: it puts things back, unless someone else has changed them since.
import { call } from '../helpers/api.ts'
import { expectAccessible } from '../helpers/axe.ts'
import { expect, test } from '../helpers/harness.ts'
import { choose, makeProject, row } from '../helpers/table.ts'

test('a deleted firewall rule comes back', async ({ page, unique }) => {
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
