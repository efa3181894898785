// New instances in projects that have no default VPC.
import { call } from '../helpers/api.ts'
import { expect, test } from '../helpers/harness.ts'
import { visit } from '../helpers/instance.ts'
import { makeProject, select } from '../helpers/table.ts'

test('a project without a VPC, then with one that is not the default', { tag: '@core' }, async ({ page, unique }) => {
  const project = unique('offline')
  const context = page.context()
  await makeProject(page, project)
  await call(context, 'DELETE', `/v1/vpc-subnets/default?project=${project}&vpc=default`)
  await call(context, 'DELETE', `/v1/vpcs/default?project=${project}`)
  await visit(page, `/projects/${project}/instances-new`)
  await expect(page.getByText('To connect the instance, create a VPC first.')).toBeVisible()
  await page.getByRole('button', { name: 'Networking' }).click()
  for (const name of [/^Default/, /^Custom/]) await expect(page.getByRole('radio', { name })).toBeDisabled()
  await page.getByLabel('Name', { exact: true }).fill('alone')
  await select(page, 'Image', /debian-12/)
  await page.getByRole('button', { name: 'Create instance' }).click()
  await expect(page.getByText('Instance alone created')).toBeVisible()

  await call(context, 'POST', `/v1/vpcs?project=${project}`, { name: 'web', description: '', dns_name: 'web' })
  await visit(page, `/projects/${project}/instances-new`)
  await page.getByRole('button', { name: 'Networking' }).click()
  await page.getByRole('radio', { name: /^Custom/ }).check()
  await page.getByRole('button', { name: 'Add network interface' }).click()
  // the only VPC is selected, which is no input of the user's
  const form = page.getByRole('dialog', { name: 'Add network interface' })
  await expect(form.getByRole('combobox', { name: 'VPC' })).toHaveValue('web')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
