// Texts that say what things are in the words of users, on the pages that show them.
import { call } from '../helpers/api.ts'
import { FABRIC } from '../helpers/fabric.ts'
import { expect, test } from '../helpers/harness.ts'
import { visit } from '../helpers/instance.ts'
import { choose, makeProject, row, select } from '../helpers/table.ts'

const NO_LIMIT = 2 ** 53 - 1

test('quotas and pools of a silo', async ({ page, context, unique }) => {
  const [silo, pool] = [unique('worded'), unique('worded')]
  const body = { description: '', discoverable: true, identity_mode: 'local_only', tls_certificates: [] }
  const quotas = { cpus: 0, memory: NO_LIMIT, storage: 0 }
  await call(context, 'POST', '/v1/system/silos', { name: silo, ...body, quotas })
  await visit(page, `/system/silos/${silo}?tab=quotas`)
  await expect(page.getByText('No quota yet', { exact: true })).toHaveCount(2)
  const memory = page.getByRole('meter', { name: 'Memory provisioned' })
  await expect(memory).toHaveAttribute('aria-valuetext', '0 GiB used, no limit')

  await call(context, 'POST', '/v1/system/ip-pools', { name: pool, description: '' })
  await visit(page, `/system/silos/${silo}?tab=ip-pools`)
  await page.getByRole('button', { name: 'Link pool' }).click()
  const form = page.getByRole('dialog')
  await select(page, 'IP pool', pool)
  await form.getByRole('checkbox', { name: /default/ }).uncheck()
  await form.getByRole('button', { name: 'Link' }).click()
  await expect(page.getByText(`IP pool “${pool}” linked to silo ${silo}`)).toBeVisible()
  await choose(page, pool, 'Make default')
  const question = page.getByRole('dialog')
  await question.getByRole('button', { name: 'Make default' }).click()
  await expect(page.getByText(`“${pool}” is now the default IP pool of silo ${silo}`)).toBeVisible()
})

test('pages of the system', async ({ page }) => {
  await visit(page, '/system/silos')
  await expect(page.getByText(/^\d+ silos$/)).toBeVisible()
  await expect(row(page, 'aurora').getByText('Single sign-on', { exact: true })).toBeVisible()
  await expect(row(page, 'meridian').getByText('Local', { exact: true })).toBeVisible()
  await page.getByRole('searchbox').fill('aurora')
  await expect(page.getByText(/^1 of \d+$/)).toBeVisible()
  await page.goto('/system/silos-new')
  await expect(page.getByText('Name, identity mode and visibility cannot be changed later.')).toBeVisible()

  await visit(page, `${FABRIC}/ports`)
  await expect(page.getByRole('checkbox', { name: /^Configured ports only \(\d+\)$/ })).toBeVisible()
  await visit(page, `${FABRIC}/bgp`)
  await expect(page.getByRole('columnheader', { name: 'Uptime' })).toBeVisible()
  await visit(page, '/system/metrics?query=')
  for (const name of ['Hardware sensors', 'Instances', 'Disks', 'Provisioned resources'])
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
  for (const text of ['vCPU time by state', 'Latency', 'I/O size', 'Resets'])
    await expect(page.getByText(text, { exact: true }).first()).toBeVisible()
})

test('pages of a project and a silo', { tag: '@core' }, async ({ page, unique }) => {
  const project = unique('worded')
  await makeProject(page, project)
  await visit(page, `/projects/${project}/vpcs/default/firewall-rules`)
  await expect(page.getByText('See whether traffic is allowed, and which rule or route decides.')).toBeVisible()
  await page.getByRole('button', { name: 'Check reachability' }).click()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Check reachability' })).toBeVisible()
  await visit(page, `/projects/${project}/vpcs/default/subnets`)
  await expect(page.getByRole('columnheader', { name: 'IPv4 addresses' })).toBeVisible()

  await visit(page, '/access')
  await choose(page, 'admin', 'Delete')
  await expect(page.getByText('This is your own role. You may not be able to restore it.')).toBeVisible()
  await visit(page, '/projects/storefront/instances')
  await expect(page.getByRole('columnheader', { name: 'IP address' })).toBeVisible()
  await expect(page.getByText(/^\d+ instances$/)).toBeVisible()
})
