// Support bundles: collected, browsed, downloaded, resumed, deleted, and refused when there are too many.
import { readFileSync } from 'node:fs'
import { unzipSync } from 'fflate'
import { call } from '../helpers/api.ts'
import { expectAccessible } from '../helpers/axe.ts'
import { expect, PHONE, test } from '../helpers/harness.ts'
import { choose, overflow, row } from '../helpers/table.ts'

const PAGE = '/system/support-bundles'
const API = '/experimental/v1/system/support-bundles'

test('a support bundle from creation to deletion', { tag: ['@both', '@core'] }, async ({ page }) => {
  await page.goto(PAGE)
  await expect(page.getByText('No support bundles')).toBeVisible()
  await page.getByRole('button', { name: 'New support bundle' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create support bundle' }).click()
  await expect(page).toHaveTitle(/^[0-9a-f]{8} \/ Support bundles \/ Rackwright$/)
  const files = page.getByRole('navigation', { name: 'Files in the bundle' })
  await files.getByRole('link', { name: 'versions.json' }).click()
  await expect(page.getByLabel('Contents of versions.json')).toContainText('"rackwright"')
  await files.getByRole('link', { name: 'hardware/sled.json' }).click()
  await expect(page.getByLabel('Contents of hardware/sled.json')).toContainText('serial')
  await expect(page).toHaveURL(/\/files\/hardware%2Fsled\.json$/)
  await page.reload()
  await expect(page.getByLabel('Contents of hardware/sled.json')).toContainText('serial')
  await expectAccessible(page)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download file' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('hardware-sled.json')
  const [zip] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download bundle' }).click(),
  ])
  expect(Object.keys(unzipSync(readFileSync(await zip.path())))).toContain('versions.json')
  await page.setViewportSize(PHONE)
  expect(await overflow(page)).toBe(0)
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Support bundle actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete support bundle' }).click()
  await expect(page).toHaveURL(PAGE)
  await expect(page.getByText('No support bundles')).toBeVisible()
})

test('a download that breaks is resumed', { tag: '@server' }, async ({ page, context }) => {
  const { id } = (await call(context, 'POST', API)) as { id: string }
  // the first download breaks after 100 bytes, like a lost connection
  await page.addInitScript(() => {
    const { fetch } = window
    let isFirst = true
    window.fetch = async (input, init) => {
      const response = await fetch(input, init)
      if (!String(input).endsWith('/download') || init?.method === 'HEAD' || !isFirst) return response
      isFirst = false
      const bytes = new Uint8Array(await response.arrayBuffer()).subarray(0, 100)
      const parts = [bytes]
      const body = new ReadableStream({
        pull(controller) {
          const part = parts.shift()
          if (part) controller.enqueue(part)
          else controller.error(new TypeError('network error'))
        },
      })
      return new Response(body, { headers: response.headers })
    }
  })
  const ranges: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.method() === 'GET' && request.url().endsWith(`${id}/download`)) ranges.push(request.headers().range)
  })
  await page.goto(`${PAGE}/${id}`)
  await page.getByRole('button', { name: 'Download bundle' }).click()
  await expect(page.getByRole('alert')).toContainText('The download stopped')
  await expectAccessible(page)
  const [zip] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Resume download' }).click(),
  ])
  expect(Object.keys(unzipSync(readFileSync(await zip.path())))).toContain('bundle.json')
  expect(ranges).toEqual([undefined, 'bytes=100-'])
  await expect(page.getByRole('link', { name: 'Direct link' })).toHaveAttribute('href', `${API}/${id}/download`)
  await page.goto(PAGE)
  await choose(page, id.slice(0, 8), 'Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete support bundle' }).click()
  await expect(row(page, id.slice(0, 8))).toHaveCount(0)
})

test('too many bundles, a failed one, and a list that fails', { tag: '@server' }, async ({ page, watch }) => {
  watch.expectStatus(500, 507)
  const message = 'Insufficient capacity: Current policy limits support bundle creation to 10 bundles.'
  const failed = {
    id: '7d1f6d1c-5a31-4c6e-9d0e-6c1d0a2b3c4d',
    reason_for_creation: 'Created by external API',
    reason_for_failure: 'the bundle is larger than 64 bytes',
    state: 'failed',
    time_created: '2026-11-01T12:00:00Z',
  }
  await page.route(`**${API}*`, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 507, json: { message, error_code: 'InsufficientCapacity', request_id: 'x' } })
      : route.fulfill({ json: { items: [failed] } }),
  )
  await page.route(`**${API}/${failed.id}`, (route) => route.fulfill({ json: failed }))
  await page.goto(PAGE)
  await page.getByRole('button', { name: 'New support bundle' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create support bundle' }).click()
  await expect(page.getByText(/limits support bundle creation/).first()).toBeVisible()
  await page.goto(`${PAGE}/${failed.id}`)
  await expect(page.getByText('the bundle is larger than 64 bytes')).toBeVisible()
  await page.getByRole('button', { name: 'Support bundle actions' }).click()
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeDisabled()
  await page.unroute(`**${API}*`)
  await page.route(`**${API}*`, (route) => route.fulfill({ status: 500, json: { message: 'no', request_id: 'x' } }))
  await page.goto(PAGE)
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
})
