// Pages follow changes made elsewhere, with and without the event stream.
import { call } from '../helpers/api.ts'
import { expect, test } from '../helpers/harness.ts'
import { makeProject, row } from '../helpers/table.ts'

test('without the event stream the console polls and says so @server @core', async ({ page, unique, watch }) => {
  watch.expectStatus(500)
  await page.clock.install()
  await page.route('/rackwright/events', (route) => route.fulfill({ status: 500 }))
  await page.goto('/projects')
  await expect(row(page, 'analytics')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Live updates off' })).toBeVisible()
  const name = unique('a-polled')
  await makeProject(page, name)
  await page.clock.fastForward(61_000)
  await expect(row(page, name)).toBeVisible()

  await page.unroute('/rackwright/events')
  await page.clock.fastForward(60_000)
  await expect(page.getByText('Live updates off')).toHaveCount(0)
})

test('a change before the first hello is not lost', { tag: '@server' }, async ({ page, context, unique }) => {
  const name = unique('a-early')
  let isHeld = true
  await page.route('/rackwright/events', async (route) => {
    await expect.poll(() => isHeld).toBe(false)
    await route.continue()
  })
  await page.goto('/projects')
  await expect(row(page, 'analytics')).toBeVisible()
  await call(context, 'POST', '/v1/projects', { name, description: '' })
  isHeld = false
  await expect(row(page, name)).toBeVisible()
})

test('reads before the first hello are not repeated without a change', { tag: '@server' }, async ({ page }) => {
  await page.goto('/projects')
  await expect(row(page, 'analytics')).toBeVisible()
  const reads: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'GET' && request.url().includes('/v1/projects?')) reads.push(request.url())
  })
  const greeted = page.waitForResponse('**/rackwright/events')
  await page.reload()
  await greeted
  await expect(row(page, 'analytics')).toBeVisible()
  await expect(page.getByText('Live updates off')).toHaveCount(0)
  // any refetch would have been requested before this one
  await page.evaluate(() => fetch('/v1/ping'))
  expect(reads).toEqual([...new Set(reads)])
})
