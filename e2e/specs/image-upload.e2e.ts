// Uploading images from real files: complete, interrupted, canceled, refused.
import { createHash, randomFillSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page, Route } from '@playwright/test'
import { expectAccessible } from '../helpers/axe.ts'
import { openGate } from '../helpers/gate.ts'
import { expect, test } from '../helpers/harness.ts'
import { makeProject, row, select } from '../helpers/table.ts'

const MiB = 2 ** 20

interface TestFile {
  path: string
  sha256: string
}

/** Random bytes, with a run of zeros at the end of the first half. */
function makeFile(name: string, length: number): TestFile {
  const bytes = randomFillSync(Buffer.alloc(length))
  bytes.fill(0, Math.floor(length / 4), Math.floor(length / 2))
  bytes.write('EFI PART', 512)
  const path = test.info().outputPath(name)
  writeFileSync(path, bytes)
  return { path, sha256: createHash('sha256').update(bytes).digest('hex') }
}

async function fillIn(page: Page, project: string, name: string, file: string, origin = ''): Promise<void> {
  await page.goto(`${origin}/projects/${project}/images`)
  await page.getByRole('link', { name: 'Upload image' }).first().click()
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('textbox', { name: 'OS' }).fill('Debian')
  await page.getByRole('textbox', { name: 'Version' }).fill('13')
  await page.getByLabel('Image file').setInputFiles(file)
}

const start = (page: Page) => page.getByRole('button', { name: 'Upload image' }).click()
const progress = (page: Page) => page.getByRole('dialog', { name: 'Image upload progress' })
const isDone = (page: Page) => progress(page).getByText('Image uploaded successfully: complete')

const tray = (page: Page) => page.getByRole('button', { name: /^Tasks/ })

/** A confirmation dialog may have closed it. */
async function openTray(page: Page): Promise<void> {
  await expect(page.getByRole('dialog', { name: 'Cancel upload' })).toHaveCount(0)
  if ((await tray(page).getAttribute('aria-expanded')) === 'false') await tray(page).click()
}

async function expectNothingLeft(page: Page, project: string): Promise<void> {
  await page.goto(`/projects/${project}/disks`)
  await expect(page.getByText('No disks')).toBeVisible()
  await page.goto(`/projects/${project}/snapshots`)
  await expect(page.getByText('No snapshots')).toBeVisible()
}

async function expectDigest(page: Page, name: string, sha256: string): Promise<void> {
  await row(page, name).getByRole('link', { name }).click()
  const facts = page.getByRole('dialog', { name: 'Project image' })
  await expect(facts).toContainText(sha256.slice(0, 15))
  await expect(facts).toContainText(sha256.slice(-15))
}

test('a file becomes an image, step by step', { tag: ['@both', '@core'] }, async ({ page, unique, watch }) => {
  watch.expectStatus(404)
  const project = unique('upload')
  const file = makeFile('small.raw', 5 * MiB)
  await makeProject(page, project)
  await fillIn(page, project, 'small', file.path)
  await expect(page.getByText('may not boot')).toHaveCount(0)
  await expectAccessible(page)
  await start(page)
  await expect(progress(page)).toBeVisible()
  await expectAccessible(page)
  await expect(isDone(page)).toBeVisible()
  for (const step of ['Upload image file', 'Create image'])
    await expect(progress(page).getByText(`${step}: complete`)).toBeVisible()
  await expect(progress(page).getByRole('progressbar', { name: 'Upload progress' })).toHaveAttribute(
    'aria-valuenow',
    '100',
  )
  await expectAccessible(page)
  await progress(page).getByRole('button', { name: 'Done' }).click()
  await expectDigest(page, 'small', file.sha256)
  await expectNothingLeft(page, project)
})

test(
  'a host with only the published operations gets the file in base64',
  { tag: '@server' },
  async ({ page, unique, watch }) => {
    watch.expectStatus(404)
    const project = unique('published')
    const file = makeFile('small.raw', 2 * MiB)
    await makeProject(page, project)
    await page.route(/\/rackwright\/(platform|image-uploads|disks)\b/, (route) =>
      route.fulfill({ status: 404, json: { message: 'Not Found' } }),
    )
    const chunks: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/bulk-write?')) chunks.push(request.url())
    })
    await fillIn(page, project, 'small', file.path)
    await start(page)
    await expect(isDone(page)).toBeVisible()
    for (const step of ['Create temporary disk', 'Upload image file', 'Create image', 'Delete disk and snapshot'])
      await expect(progress(page).getByText(`${step}: complete`)).toBeVisible()
    expect(chunks.length).toBeGreaterThan(2)
    await progress(page).getByRole('button', { name: 'Done' }).click()
    await expectDigest(page, 'small', file.sha256)
    await expectNothingLeft(page, project)
  },
)

test('after a reload, the same file continues where it was', { tag: '@server' }, async ({ page, unique, watch }) => {
  watch.expectStatus(404)
  const project = unique('reload')
  const file = makeFile('half.raw', 16 * MiB)
  await makeProject(page, project)
  const held: Route[] = []
  const afterFirst = /\/image-uploads\/.*\/content\?offset=[^0]/
  const hold = (route: Route) => void held.push(route)
  await page.route(afterFirst, hold)
  await fillIn(page, project, 'half', file.path)
  await start(page)
  await expect.poll(() => held.length).toBe(1)
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await page.unroute(afterFirst, hold)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/content?')) sent.push(new URL(request.url()).search)
  })
  await fillIn(page, project, 'half', file.path)
  await start(page)
  await expect(isDone(page)).toBeVisible()
  expect(sent).toEqual([`?offset=${4 * MiB}&zeros=${4 * MiB}`, `?offset=${8 * MiB}`, `?offset=${12 * MiB}`])
  await progress(page).getByRole('button', { name: 'Done' }).click()
  await expectDigest(page, 'half', file.sha256)
})

test('a reload after an upgrade waits while the form has changes', async ({ page, watch }) => {
  // the console asks whether the host is there, and a static host has no file for this path
  watch.expectStatus(404)
  await page.goto('/projects/billing/images-new')
  const upgrade = () =>
    page.evaluate(async () => {
      const reachable = new Promise<void>((resolve) => {
        const { fetch } = globalThis
        globalThis.fetch = (...request) => fetch(...request).finally(() => setTimeout(resolve, 200))
      })
      sessionStorage.removeItem('rackwright-reloaded')
      Object.assign(globalThis, { isOldPage: true })
      dispatchEvent(new Event('vite:preloadError'))
      await reachable
    })
  const name = page.getByRole('textbox', { name: 'Name' })
  await name.fill('half-typed')
  await upgrade()
  await expect(name).toHaveValue('half-typed')
  expect(await page.evaluate(() => 'isOldPage' in globalThis)).toBe(true)

  await name.fill('')
  await upgrade().catch(() => undefined)
  await expect.poll(() => page.evaluate(() => 'isOldPage' in globalThis).catch(() => true)).toBe(false)
})

test('missing or doubtful input is reported before anything is sent', async ({ page }) => {
  await page.goto('/projects/billing/images-new')
  await start(page)
  for (const label of ['Name', 'OS', 'Version', 'Image file'])
    await expect(page.getByText(`${label} is required`)).toBeVisible()
  await page.getByLabel('Image file').setInputFiles({ name: 'a.qcow2', mimeType: '', buffer: Buffer.alloc(512, 1) })
  await expect(page.getByText('looks compressed')).toBeVisible()
  const table = Buffer.alloc(4608)
  table.write('EFI PART', 4096)
  await page.getByLabel('Image file').setInputFiles({ name: 'a.raw', mimeType: '', buffer: table })
  await expect(page.getByText('partition table for 4096-byte blocks')).toBeVisible()
  await expectAccessible(page)
  await select(page, 'Block size', '4096')
  await expect(page.getByText('partition table for')).toHaveCount(0)
  const odd = Buffer.concat([table, Buffer.alloc(100)])
  await page.getByLabel('Image file').setInputFiles({ name: 'a.raw', mimeType: '', buffer: odd })
  await expect(page.getByText('The file size is not a multiple of 4096 bytes')).toBeVisible()
  await page.getByRole('textbox', { name: 'Name' }).fill('settlement-base')
  await page.getByRole('textbox', { name: 'OS' }).fill('Debian')
  await page.getByRole('textbox', { name: 'Version' }).fill('13')
  await start(page)
  await expect(page.getByText('name already exists', { exact: true })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
})

test('canceled half-way, nothing is left', { tag: '@both' }, async ({ page, unique, watch }) => {
  watch.expectStatus(404)
  const project = unique('cancel')
  await makeProject(page, project)
  // large and slow enough to still run until the end of the test; the preview has its own delays
  await page.route('**/rackwright/image-uploads/*/content?*', async (route) => {
    await sleep(500)
    await route.continue().catch(() => undefined)
  })
  const path = test.info().outputPath('half.raw')
  writeFileSync(path, Buffer.alloc(512 * MiB, 'not zero '))
  await fillIn(page, project, 'half', path)
  await start(page)
  await expect(progress(page).getByRole('progressbar')).toBeVisible()
  // the upload continues in the tray after closing the dialog or navigating
  await progress(page).getByRole('button', { name: 'Continue in background' }).click()
  await expect(page).toHaveURL(`/projects/${project}/images`)
  await page.getByRole('link', { name: 'Snapshots' }).click()
  await page.getByRole('button', { name: 'Tasks: 1 running' }).click()
  const task = page.getByRole('listitem', { name: 'Upload image half' })
  await expect(task.getByRole('progressbar', { name: 'Upload image half' })).toBeVisible()
  await expectAccessible(page)
  let asked = ''
  page.once('dialog', (dialog) => {
    asked = dialog.type()
    void dialog.dismiss()
  })
  await page.evaluate(() => void setTimeout(() => location.reload()))
  await expect.poll(() => asked).toBe('beforeunload')
  const question = page.getByRole('dialog', { name: 'Cancel upload' })
  await task.getByRole('button', { name: 'Cancel' }).click()
  await question.getByRole('button', { name: 'Keep uploading' }).click()
  await openTray(page)
  await task.getByRole('button', { name: 'Cancel' }).click()
  await question.getByRole('button', { name: 'Cancel upload' }).click()
  await openTray(page)
  await expect(task).toContainText('Canceled')
  await task.getByRole('button', { name: 'Dismiss' }).click()
  await expect(tray(page)).toHaveCount(0)
  await expectNothingLeft(page, project)
})

test(
  'a failed upload shows its reason in the tray and is retried',
  { tag: '@server' },
  async ({ page, unique, watch }) => {
    watch.expectStatus(400, 404)
    const project = unique('retry')
    const file = makeFile('small.raw', MiB)
    await makeProject(page, project)
    const held: Route[] = []
    const refusal = { status: 400, json: { error_code: 'InvalidRequest', message: 'images are closed today' } }
    const pieces = '**/rackwright/image-uploads/*/content?*'
    const hold = (route: Route) => void held.push(route)
    await page.route(pieces, hold)
    await fillIn(page, project, 'small', file.path)
    await start(page)
    await progress(page).getByRole('button', { name: 'Continue in background' }).click()
    await page.getByRole('link', { name: 'Disks' }).click()
    await expect(page.getByRole('heading', { name: 'Disks' })).toBeVisible()
    await expect.poll(() => held.length).toBe(1)
    await held[0]!.fulfill(refusal)
    await page.getByRole('button', { name: 'Tasks: 1 failed' }).click()
    const task = page.getByRole('listitem', { name: 'Upload image small' })
    await expect(task).toContainText('Images are closed today')
    await expectAccessible(page)
    await page.unroute(pieces, hold)
    await task.getByRole('button', { name: 'Try again' }).click()
    await expect(task).toContainText('1 MiB uploaded')
    await task.getByRole('link', { name: 'Upload image small' }).click()
    await expectDigest(page, 'small', file.sha256)
    await expectNothingLeft(page, project)
  },
)

test('users without permission see the failed step and can go back', { tag: '@server' }, async ({ page, watch }) => {
  watch.expectStatus(403, 404)
  // the role is lost after the form has opened
  const refusal = { message: 'Forbidden', error_code: 'Forbidden', request_id: 'r-1' }
  await page.route('**/rackwright/image-uploads?*', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 403, json: refusal }) : route.fallback(),
  )
  await fillIn(page, 'analytics', 'refused', makeFile('refused.raw', MiB).path)
  await start(page)
  await expect(progress(page).getByText('Upload image file: failed')).toBeVisible()
  await expect(progress(page).getByRole('alert')).toContainText('Action not authorized')
  // nothing was created, so nothing was deleted
  await expect(progress(page).getByText('deleted')).toHaveCount(0)
  await expectAccessible(page)
  await expect(progress(page).getByRole('button', { name: 'Try again' })).toBeVisible()
  await progress(page).getByRole('button', { name: 'Back' }).click()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('refused')
})

test(
  '64 MB arrive complete although the connection was cut at 40 %',
  { tag: '@server' },
  async ({ page, running, unique, watch }) => {
    // 409: the host has the piece, and its response was cut off
    watch.expectStatus(404, 409)
    watch.expectMessage(/ERR_|failed:/)
    const project = unique('cut')
    const file = makeFile('large.raw', 64_000_000)
    await makeProject(page, project)
    const gate = await openGate(running.url)
    try {
      await fillIn(page, project, 'large', file.path, gate.url)
      // a quarter of the file is zeros and is not sent
      const blocked = gate.blockAfter(64_000_000 * 0.75 * 0.4)
      await start(page)
      await blocked
      gate.unblock()
      gate.cut(1)
      await expect(isDone(page)).toBeVisible({ timeout: 90_000 })
      await progress(page).getByRole('button', { name: 'Done' }).click()
      await expectDigest(page, 'large', file.sha256)
    } finally {
      await gate.close()
    }
    await page.goto(`${running.url}/projects/${project}/disks`)
    await expectNothingLeft(page, project)
  },
)
