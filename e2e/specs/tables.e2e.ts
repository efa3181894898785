// Tables use the whole list for search, sort, totals and export, not just the rows on the page.
import { readFile } from 'node:fs/promises'
import { call } from '../helpers/api.ts'
import { expect, test } from '../helpers/harness.ts'
import { makeProject, row } from '../helpers/table.ts'

const COUNT = 30

test('search, sort, total and export cover rows beyond the page', { tag: '@core' }, async ({ page, unique }) => {
  const project = unique('wide')
  await makeProject(page, project)
  const names = Array.from({ length: COUNT }, (_, index) => `float-${String(index).padStart(2, '0')}`)
  for (const [index, name] of names.entries()) {
    const body = {
      name,
      description: `number ${String(COUNT - index).padStart(2, '0')}`,
      size: 2 ** 30,
      disk_source: { type: 'blank', block_size: 512 },
    }
    await call(page.context(), 'POST', `/v1/disks?project=${project}`, body)
  }
  await page.goto(`/projects/${project}/disks`)
  await expect(row(page, 'float-24')).toBeVisible()
  await expect(row(page, 'float-25')).toHaveCount(0)
  const size = row(page, 'float-24').getByRole('cell', { name: '1 GiB' })
  await expect(size).toHaveCSS('text-align', 'right')
  await expect(size).toHaveCSS('font-variant-numeric', 'tabular-nums')
  // it would space the hyphens of a name like figures
  await expect(row(page, 'float-24').getByText('float-24', { exact: true })).toHaveCSS('font-variant-numeric', 'normal')
  await expect(page.getByText(`${COUNT} disks`)).toBeVisible()
  await expect(page.getByText('rows per page')).toBeVisible()

  const nameHeader = page.getByRole('columnheader', { name: 'Name' })
  const { width, x: left } = (await nameHeader.boundingBox())!
  await page.getByRole('searchbox', { name: 'Filter disks' }).fill('float-29')
  await expect(row(page, 'float-29')).toBeVisible()
  await expect(page.getByText(`1 of ${COUNT}`)).toBeVisible()
  expect(Math.abs((await nameHeader.boundingBox())!.width - width)).toBeLessThan(2)
  await page.getByRole('searchbox', { name: 'Filter disks' }).fill('nothing')
  await expect(page.getByText("No disks match 'nothing'.")).toBeVisible()
  expect(Math.abs((await nameHeader.boundingBox())!.x - left)).toBeLessThan(2)
  await page.getByRole('searchbox', { name: 'Filter disks' }).fill('')

  // the API cannot sort by creation time
  const created = page.getByRole('button', { name: 'Created' })
  await created.click()
  await created.click()
  await expect(page.getByRole('columnheader', { name: 'Created' })).toHaveAttribute('aria-sort', 'descending')
  await expect(page.getByRole('row').nth(1)).toContainText('float-29')
  await page.getByRole('button', { name: 'next' }).click()
  await expect(row(page, 'float-00')).toBeVisible()

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export these rows as CSV' }).click()
  const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\n')
  expect(lines).toHaveLength(COUNT + 1)
  expect(lines[1]).toContain('float-29')

  // the last page is full
  for (const name of names.slice(25)) await call(page.context(), 'DELETE', `/v1/disks/${name}?project=${project}`)
  await page.reload()
  await expect(page.getByText('25 disks')).toBeVisible()
  await expect(page.getByRole('button', { name: 'next' })).toBeDisabled()
})

test('the access and affinity lists have filters', async ({ page }) => {
  await page.goto('/access')
  const rows = page.getByRole('table', { name: 'Access' }).getByRole('row')
  await expect(rows.nth(1)).toBeVisible()
  await page.getByRole('searchbox', { name: 'Filter access' }).fill('no such person')
  await expect(rows).toHaveCount(1)
  await expect(page.getByText("Nothing matches 'no such person'.")).toBeVisible()

  await page.goto('/projects/storefront/affinity')
  const groups = page.getByRole('table').getByRole('row')
  await expect(groups.nth(1)).toBeVisible()
  const filter = page.getByRole('searchbox', { name: 'Filter affinity groups' })
  await filter.fill('CATALOG')
  await expect(groups).toHaveCount(2)
  await expect(row(page, 'catalog')).toBeVisible()
  await filter.fill('no such group')
  await expect(groups).toHaveCount(1)
  await expect(page.getByText("Nothing matches 'no such group'.")).toBeVisible()
})
