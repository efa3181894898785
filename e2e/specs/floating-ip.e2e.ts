// Floating IPs: created, edited, attached, detached and deleted.
import { call } from '../helpers/api.ts'
import { expectAccessible } from '../helpers/axe.ts'
import { expect, PHONE, test } from '../helpers/harness.ts'
import { makeInstance } from '../helpers/instance.ts'
import { makeProjectMember, signIn } from '../helpers/people.ts'
import { choose, makeProject, openMenu, overflow, row, select } from '../helpers/table.ts'

test('a floating IP from creation to deletion', { tag: '@core' }, async ({ page, unique, watch }) => {
  watch.expectStatus(400)
  const project = unique('float')
  await makeProject(page, project)
  await makeInstance(page, { project, name: 'web' })
  await page.goto(`/projects/${project}/floating-ips`)
  await expect(page.getByText('No floating IPs')).toBeVisible()
  await page.keyboard.press('c')
  await expect(page.getByLabel('Name')).toBeFocused()
  await page.keyboard.type('front')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create floating IP' }).click()
  await expect(page.getByText('Floating IP front created')).toBeVisible()
  await expect(row(page, 'front')).toContainText('none')

  await choose(page, 'front', 'Attach')
  const attach = page.getByRole('dialog', { name: 'Attach floating IP' })
  await attach.getByRole('button', { name: 'Attach floating IP' }).click()
  await expect(attach.getByText('Instance is required')).toBeVisible()
  await select(page, 'Instance', /^web/)
  await attach.getByRole('button', { name: 'Attach floating IP' }).click()
  await expect(page.getByText('Floating IP front attached')).toBeVisible()
  const link = row(page, 'front').getByRole('link', { name: 'web' })
  await expect(link).toHaveAttribute('href', `/projects/${project}/instances/web/networking`)
  await expectAccessible(page)

  await openMenu(page, 'front')
  const remove = page.getByRole('menuitem', { name: 'Delete' })
  await expect(remove).toBeDisabled()
  await remove.hover()
  await expect(page.getByText('Detach the floating IP first.')).toBeVisible()
  await page.keyboard.press('Escape')

  // the instance links back
  await link.click()
  await page.getByRole('table', { name: 'External IPs' }).getByRole('link', { name: 'front' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit floating IP' })
  await expect(edit.getByRole('link', { name: 'web' })).toBeVisible()
  await expectAccessible(page)
  await edit.getByLabel('Name').fill('entry')
  await edit.getByRole('button', { name: 'Update floating IP' }).click()
  await expect(page.getByText('Floating IP entry updated')).toBeVisible()

  await choose(page, 'entry', 'Detach')
  const detach = page.getByRole('dialog', { name: 'Detach floating IP' })
  await expect(detach).toContainText('The project keeps the address.')
  await detach.getByRole('button', { name: 'Detach floating IP' }).click()
  await expect(page.getByText('Floating IP entry detached')).toBeVisible()

  await page.setViewportSize(PHONE)
  expect(await overflow(page)).toBe(0)
  await choose(page, 'entry', 'Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete floating IP' }).click()
  await expect(page.getByText('Floating IP entry deleted')).toBeVisible()
  await expect(page.getByText('No floating IPs')).toBeVisible()
})

test('a chosen address: invalid, taken, and free', async ({ page, unique, watch, host }) => {
  watch.expectStatus(400)
  const project = unique('chosen')
  await makeProject(page, project)
  const taken = (await call(page.context(), 'POST', `/v1/floating-ips?project=${project}`, {
    name: 'first',
    description: '',
  })) as { ip: string }
  await page.goto(`/projects/${project}/floating-ips-new`)
  await page.getByLabel('Name').fill('second')
  await page.getByRole('radio', { name: 'Specific address' }).check()
  const address = page.getByRole('textbox', { name: 'IP address' })
  await address.fill('300.1.1.1')
  await page.getByRole('button', { name: 'Create floating IP' }).click()
  await expect(page.getByText('Not a valid IP address')).toBeVisible()
  await address.fill(taken.ip)
  await page.getByRole('button', { name: 'Create floating IP' }).click()
  await expect(page.getByText('Requested external IP address not available').first()).toBeVisible()
  await call(page.context(), 'DELETE', `/v1/floating-ips/first?project=${project}`)
  await page.getByRole('button', { name: 'Create floating IP' }).click()
  await expect(row(page, 'second')).toContainText(taken.ip)

  // members of the project without a role on the silo cannot list pools, but use them
  watch.expectStatus(403)
  const member = unique('member')
  await makeProjectMember(page.context(), project, member)
  await signIn(page, host, 'recovery', member, `/projects/${project}/floating-ips`)
  await expect(row(page, 'second')).toContainText('public')
  await page.keyboard.press('c')
  await page.getByLabel('Name').fill('third')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create floating IP' }).click()
  await expect(row(page, 'third')).toContainText('public')
  for (const path of ['vpcs/default/internet-gateways/default', 'instances-new']) {
    await page.goto(`/projects/${project}/${path}`)
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Something went wrong')
  }
})
