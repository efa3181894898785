// Two windows that edit the firewall rules of a VPC at once.
import { expectAccessible } from '../helpers/axe.ts'
import { expect, test } from '../helpers/harness.ts'
import { readRules, writeRules } from '../helpers/network.ts'
import { makeProject } from '../helpers/table.ts'

test('two windows edit the same rules', { tag: '@core' }, async ({ page, openWindow, unique, watch }) => {
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
