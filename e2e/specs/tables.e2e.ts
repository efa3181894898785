// Tables use the whole list for search, sort, totals and export, not just the rows on the page.
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { call } from '../helpers/api.ts'
import { expectAccessible } from '../helpers/axe.ts'
import { expect, PHONE, test } from '../helpers/harness.ts'
import { makeProject, overflow, row } from '../helpers/table.ts'

const COUNT = 30

const group = (name: string) => ({ name, description: '', policy: 'allow', failure_domain: 'sled' })

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

async function makeDisks(page: Page, project: string, count: number): Promise<void> {
  await makeProject(page, project)
  for (let index = 0; index < count; index += 1) {
    const name = `disk-${String(index).padStart(2, '0')}`
    const body = { name, description: '', size: 2 ** 30, disk_source: { type: 'blank', block_size: 512 } }
    await call(page.context(), 'POST', `/v1/disks?project=${project}`, body)
  }
}

test('sort and filter are in the address; going back, a reload and a form keep them', async ({ page, unique }) => {
  const project = unique('view')
  await makeDisks(page, project, 4)
  const list = `/projects/${project}/disks`
  await page.goto(list)
  const header = (name: string) => page.getByRole('columnheader', { name })
  // how the list comes is visible before anything is sorted
  await expect(header('Name')).toHaveAttribute('aria-sort', 'ascending')
  await expect(header('Size').locator('svg')).toBeVisible()
  await expectAccessible(page)

  // by keyboard
  await page.getByRole('button', { name: 'Name', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(header('Name')).toHaveAttribute('aria-sort', 'descending')
  await expect(page).toHaveURL(`${list}?sort=-name`)
  await page.keyboard.press('/')
  await page.keyboard.type('disk-0')
  await expect(page).toHaveURL(`${list}?sort=-name&filter=disk-0`)
  await expect(page.getByRole('row').nth(1)).toContainText('disk-03')

  await page.reload()
  const filter = page.getByRole('searchbox', { name: 'Filter disks' })
  await expect(filter).toHaveValue('disk-0')
  await expect(page.getByRole('row').nth(1)).toContainText('disk-03')

  await page.getByRole('link', { name: 'New Disk' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(`${list}?sort=-name&filter=disk-0`)
  await expect(filter).toHaveValue('disk-0')

  await page.getByRole('link', { name: 'Snapshots' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Snapshots' })).toBeVisible()
  await page.goBack()
  await expect(filter).toHaveValue('disk-0')
  await expect(header('Name')).toHaveAttribute('aria-sort', 'descending')

  await filter.fill('')
  await expect(page).toHaveURL(`${list}?sort=-name`)
})

test('the rows per page are chosen once for all tables', async ({ page, unique }) => {
  const project = unique('size')
  await makeDisks(page, project, 27)
  await page.goto(`/projects/${project}/disks`)
  await expect(page.getByText('27 disks')).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(26)
  await page.getByRole('button', { name: 'next' }).click()
  await expect(row(page, 'disk-26')).toBeVisible()
  const size = page.getByRole('button', { name: 'Rows per page: 25' })
  await size.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitemradio')).toHaveText(['25', '50', '100'])
  await expectAccessible(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  // from the first page on
  await expect(page.getByRole('row')).toHaveCount(28)
  await expect(row(page, 'disk-00')).toBeVisible()
  await expect(page.getByRole('button', { name: 'next' })).toBeDisabled()
  await page.goto('/system/audit')
  await expect(page.getByRole('button', { name: 'Rows per page: 50' })).toBeVisible()
  await expect(page.getByText(/^(\d+|more than 1,000) entries$/)).toBeVisible()
  await page.getByRole('button', { name: 'Rows per page: 50' }).click()
  await page.getByRole('menuitemradio', { name: '25' }).click()
  await expect(page.getByRole('button', { name: 'Rows per page: 25' })).toBeVisible()
  await page.setViewportSize(PHONE)
  expect(await overflow(page)).toBe(0)
})

test(
  'of very long lists only the first thousand rows are counted, once',
  { tag: '@server' },
  async ({ page, unique }) => {
    const project = unique('long')
    await makeDisks(page, project, 2)
    let counts = 0
    await page.route('**/v1/disks?**', async (route) => {
      const url = new URL(route.request().url())
      const limit = Number(url.searchParams.get('limit'))
      if (limit === 1001) counts += 1
      // the server does not know the token below
      const first = new URL(url)
      first.searchParams.delete('page_token')
      const answer = await route.fetch({ url: first.href })
      const { items } = await answer.json()
      const from = url.searchParams.has('page_token') ? 25 : 0
      const many = Array.from({ length: limit }, (_, at) => ({
        ...items[0],
        id: `00000000-0000-4000-8000-${String(from + at).padStart(12, '0')}`,
        name: `disk-${String(from + at).padStart(4, '0')}`,
      }))
      await route.fulfill({ response: answer, json: { items: many, next_page: 'more' } })
    })
    await page.goto(`/projects/${project}/disks`)
    await expect(page.getByText('more than 1,000 disks')).toBeVisible()
    await page.getByRole('button', { name: 'next' }).click()
    await expect(row(page, 'disk-0030')).toBeVisible()
    expect(counts).toBe(1)
    await expectAccessible(page)
  },
)

test('tables whose rows are all here sort too, keep it in the address, and have pages', async ({
  page,
  context,
  unique,
}) => {
  const project = unique('whole')
  await makeProject(page, project)
  for (let at = 1; at <= 26; at += 1)
    await call(context, 'POST', `/v1/anti-affinity-groups?project=${project}`, group(`group-${at}`))
  await page.goto(`/projects/${project}/affinity`)
  const names = page.getByRole('table', { name: 'Affinity groups' }).getByRole('link')
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
  await expect(page).toHaveURL(/sort=name/)
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending')
  await expect(names.nth(1)).toHaveText('group-2')
  await expect(names).toHaveCount(25)
  await page.getByRole('button', { name: 'next' }).click()
  await expect(names).toHaveText(['group-26'])
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').press('Enter')
  await expect(names.first()).toHaveText('group-26')
  await expect(names).toHaveCount(25)
  await expect(page).toHaveURL(/sort=-name/)
  await page.reload()
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'descending')
  await expect(names.first()).toHaveText('group-26')
  await expectAccessible(page)
})

/** Runs in the browser: timers shorter than a second wait for `runHeld`, which runs them in one task. */
function holdTimers(): void {
  const { setTimeout: set, clearTimeout: clear } = window
  const held = new Map<number, () => void>()
  let last = 1_000_000_000
  window.setTimeout = ((work: () => void, delay = 0, ...rest: unknown[]) => {
    if (delay < 100 || delay >= 1000) return set(work, delay, ...rest)
    held.set(++last, work)
    return last
  }) as typeof setTimeout
  window.clearTimeout = (timer) => void (held.delete(Number(timer)) || clear(timer))
  Object.assign(window, {
    runHeld() {
      Object.assign(window, { setTimeout: set, clearTimeout: clear })
      for (const work of held.values()) work()
      return location.pathname + location.search
    },
  })
}

const runHeld = (page: Page) => page.evaluate<string>('runHeld()')

test(
  'the address keeps every change, also those made before the page has rendered the one before',
  { tag: '@server' },
  async ({ page, unique }) => {
    const project = unique('swift')
    await makeDisks(page, project, 3)
    const list = `/projects/${project}/disks`
    await page.goto(list)
    const header = page.getByRole('columnheader', { name: 'Name' })
    const filter = page.getByRole('searchbox', { name: 'Filter disks' })
    await expect(row(page, 'disk-00')).toBeVisible()
    await page.evaluate(holdTimers)
    await header.getByRole('button').click()
    await expect(header).toHaveAttribute('aria-sort', 'descending')
    await filter.fill('disk-01')
    await expect(row(page, 'disk-00')).toHaveCount(0)
    expect(await runHeld(page)).toBe(`${list}?sort=-name&filter=disk-01`)
    await expect(filter).toHaveValue('disk-01')

    // what was just cleared does not come back
    await page.evaluate(holdTimers)
    await filter.fill('')
    await expect(row(page, 'disk-00')).toBeVisible()
    await header.getByRole('button').click()
    await expect(header).toHaveAttribute('aria-sort', 'ascending')
    expect(await runHeld(page)).toBe(`${list}?sort=name`)

    // nor does it follow to a page that the router has just reached
    await page.evaluate(holdTimers)
    await filter.fill('disk-02')
    await expect(row(page, 'disk-00')).toHaveCount(0)
    await page.evaluate(() => {
      const write = history.pushState.bind(history)
      history.pushState = (...entry) => {
        history.pushState = write
        write(...entry)
        queueMicrotask(() => (window as unknown as { runHeld(): void }).runHeld())
      }
    })
    await page.getByRole('link', { name: 'Snapshots' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Snapshots' })).toBeVisible()
    await expect(page).toHaveURL(`/projects/${project}/snapshots`)

    // the audit log loads what it filters before its address changes
    await page.goto('/system/audit?silo=recovery&result=denied')
    const [silo, result] = await Promise.all(
      ['Silo', 'Result'].map(async (label) => (await page.getByLabel(label, { exact: true }).elementHandle())!),
    )
    await page.evaluate(
      (fields) => {
        for (const field of fields) {
          ;(field as HTMLSelectElement).value = ''
          field.dispatchEvent(new Event('change', { bubbles: true }))
        }
      },
      [silo!, result!],
    )
    await expect(page).toHaveURL('/system/audit')
    await expect(page.getByLabel('Result')).toHaveValue('')
  },
)

test('other filters begin at the first page', { tag: '@server' }, async ({ page, context, unique }) => {
  const newest = unique('newest')
  await call(context, 'POST', '/v1/projects', { name: newest, description: '' })
  await page.goto('/system/audit')
  const entry = page.getByRole('table', { name: 'Audit log' }).getByRole('row').filter({ hasText: newest })
  await expect(entry).toBeVisible()
  await page.getByRole('button', { name: 'next' }).click()
  await expect(entry).toHaveCount(0)
  await page.getByLabel('Result').selectOption('Succeeded')
  await expect(page).toHaveURL(/result=ok/)
  await expect(entry).toBeVisible()
  await expect(page.getByRole('button', { name: 'prev' })).toBeDisabled()
})
