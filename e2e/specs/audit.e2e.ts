// The audit log: filters, live entries, details and export.
import { readFileSync } from 'node:fs'
import { call } from '../helpers/api.ts'
import { expectAccessible } from '../helpers/axe.ts'
import { makeFleetViewer } from '../helpers/fleet.ts'
import { expect, PHONE, test } from '../helpers/harness.ts'
import { chooseByKeys, pickByKeys, tabTo } from '../helpers/keys.ts'
import { signIn } from '../helpers/people.ts'
import { overflow } from '../helpers/table.ts'

const AUDIT = '/system/audit'

test('find an entry, open it, follow new ones and export @core', async ({ page, context, host, unique }) => {
  const name = unique('audited')
  await call(context, 'POST', '/v1/projects', { name, description: '' })
  await page.goto(AUDIT)
  const table = page.getByRole('table', { name: 'Audit log' })
  const entry = table.getByRole('row').filter({ hasText: name })
  await expect(entry).toContainText('admin')
  await expect(entry).toContainText('Succeeded')
  // the sentence first, the operation second
  await expect(entry).toContainText(new RegExp(`created project ${name}\\s*project_create`))
  await entry.getByText('project_create').click()
  await expect(entry).toContainText('Request ID')
  await expect(entry).toContainText('POST')
  await expect(entry).toContainText('/v1/projects')
  // requests to a worker have no such header
  if (host === 'server') await expect(entry).toContainText('User agent')
  await expect(entry).toContainText('Signed in with')
  await expectAccessible(page)

  await page.getByLabel('Result').selectOption('Refused')
  await expect(page).toHaveURL(/result=denied/)
  await expect(entry).toHaveCount(0)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await entry.getByRole('button', { name: 'Row actions' }).click()
  await page.getByRole('menuitem', { name: 'Only this operation' }).click()
  await expect(page).toHaveURL(/operation=project_create/)
  await chooseByKeys(page, entry, 'Only this target')
  await expect(table.getByRole('row')).toHaveCount(2)
  await page.getByLabel('Actor', { exact: true }).fill('admin')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/actor=admin/)
  await expect(entry).toBeVisible()
  await page.getByLabel('Target ID').fill('not an id')
  await expect(page.getByText('Enter a whole ID')).toBeVisible()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const lines = readFileSync(await (await saved).path(), 'utf8')
    .trim()
    .split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(`project_create,POST,/v1/projects,${name}`)

  await page.goto(AUDIT)
  await page.getByRole('button', { name: 'Live' }).click()
  await expect(page.getByRole('button', { name: 'Live' })).toHaveAttribute('aria-pressed', 'true')
  const late = unique('late')
  await call(context, 'POST', '/v1/projects', { name: late, description: '' })
  await expect(table.getByRole('row').filter({ hasText: late })).toBeVisible()
  await page.goto(`${AUDIT}?operation=project_create&start=2001-01-01T00:00:00Z&end=2001-01-02T00:00:00Z`)
  await expect(page.getByText('No entries match these filters.')).toBeVisible()
  await page.setViewportSize(PHONE)
  expect(await overflow(page)).toBe(0)

  const viewer = unique('watcher')
  await makeFleetViewer(context, viewer)
  await signIn(page, host, 'recovery', viewer, AUDIT)
  await expect(table.getByRole('row').nth(1)).toBeVisible()
})

test('verify the log, export it and set its retention', { tag: '@server' }, async ({ page, context, host, unique }) => {
  await call(context, 'POST', '/v1/projects', { name: unique('sealed'), description: '' })
  await page.goto(AUDIT)
  const sealing = page.getByRole('region', { name: 'Sealing' })
  await sealing.getByRole('button', { name: 'Verify log' }).click()
  await expect(sealing.getByText('The sealed log is unchanged')).toBeVisible()
  await expect(sealing.getByText('That the end of the log was not removed')).toBeVisible()
  await expectAccessible(page)

  const saved = page.waitForEvent('download')
  await sealing.getByRole('button', { name: 'Export JSON lines' }).click()
  const lines = readFileSync(await (await saved).path(), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { type: string })
  expect(lines[0]).toMatchObject({ type: 'header', format: 1 })
  expect(lines.at(-1)).toMatchObject({ type: 'end' })

  await sealing.getByRole('link', { name: 'Settings' }).click()
  const form = page.getByRole('dialog', { name: 'Audit log settings' })
  await form.getByLabel('For a number of days').check()
  await form.getByLabel('Days', { exact: true }).fill('730')
  await form.getByLabel('Syslog server').check()
  await expect(form.getByText('Forwarding begins with the next entry')).toBeVisible()
  await form.getByLabel('Nowhere').check()
  await form.getByRole('button', { name: 'Save settings' }).click()
  await expect(sealing.getByText('kept for 730 days')).toBeVisible()
  await page.setViewportSize(PHONE)
  expect(await overflow(page)).toBe(0)

  const viewer = unique('verifier')
  await makeFleetViewer(context, viewer)
  await signIn(page, host, 'recovery', viewer, AUDIT)
  await sealing.getByRole('button', { name: 'Verify log' }).click()
  await expect(sealing.getByText('The sealed log is unchanged')).toBeVisible()
  await expect(sealing.getByRole('button', { name: 'Export JSON lines' })).toBeDisabled()
})

test(
  'by keyboard, filters combine while the log is slow, and each can be cleared',
  { tag: '@server' },
  async ({ page }) => {
    await page.goto(AUDIT)
    const operation = page.getByRole('combobox', { name: 'Operation' })
    await tabTo(page, operation)
    await page.keyboard.type('login_local')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/operation=login_local/)
    await expect(page.getByRole('table', { name: 'Audit log' }).getByText('admin (signing in)').first()).toBeVisible()
    let release!: () => void
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/rackwright/audit?*', async (route) => {
      await held
      await route.continue()
    })
    const result = page.getByLabel('Result')
    await pickByKeys(page, result, 'Refused')
    await expect(result).toHaveValue('denied')
    await tabTo(page, page.getByLabel('Time'))
    await page.keyboard.press('ArrowDown')
    // the field for a period takes its place, with the focus
    const period = page.getByLabel('Choose a time range preset')
    await expect(period).toBeFocused()
    await pickByKeys(page, period, 'Last 30 days')
    await expect(result).toHaveValue('denied')
    release()
    await expect(page).toHaveURL(/operation=login_local&result=denied&start=/)
    await page.keyboard.press('Home')
    await expect(page.getByLabel('Time')).toBeFocused()
    await expect(page).toHaveURL(/operation=login_local&result=denied$/)
    await operation.fill('')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\?result=denied$/)
  },
)

test(
  'a period of my choice, and only refusals stand out',
  { tag: '@server' },
  async ({ page, context, unique, watch }) => {
    watch.expectStatus(400)
    const name = unique('chosen')
    await call(context, 'POST', '/v1/projects', { name, description: '' })
    // it still has a VPC
    await expect(call(context, 'DELETE', `/v1/projects/${name}`)).rejects.toThrow('was answered 400')
    await page.goto(AUDIT)
    await page.getByLabel('Time').selectOption('Custom')
    await expect(page).toHaveURL(/start=.*&end=/)
    await expect(page.getByRole('button', { name: 'Choose a date range' })).toBeVisible()
    const entries = page.getByRole('table', { name: 'Audit log' }).getByRole('row').filter({ hasText: name })
    await expect(entries).toHaveCount(2)
    const color = (text: string) =>
      entries.getByText(text, { exact: true }).evaluate((box) => getComputedStyle(box).color)
    const muted = await page
      .getByRole('columnheader', { name: 'Result' })
      .evaluate((box) => getComputedStyle(box).color)
    expect(await color('Succeeded')).toBe(muted)
    expect(await color('Refused')).not.toBe(muted)

    await page.getByRole('button', { name: 'Choose a date range' }).click()
    await page.getByRole('textbox', { name: 'End time' }).fill('12:00 AM')
    await page.keyboard.press('Escape')
    await expect(entries).toHaveCount(0)
  },
)

test('a log that fails', { tag: '@server' }, async ({ page, watch }) => {
  watch.expectStatus(500)
  await page.route('**/rackwright/audit?*', (route) =>
    route.fulfill({ status: 500, json: { message: 'no', request_id: 'x' } }),
  )
  await page.goto(AUDIT)
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
})
