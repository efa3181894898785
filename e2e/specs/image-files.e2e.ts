// Image files that are not raw, and URLs: the file comes first, the host unpacks it, an interrupted upload continues, and an image can be
// downloaded again.
import { createHash, randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import type { Page, Route } from '@playwright/test'
import { call } from '../helpers/api.ts'
import { expectAccessible } from '../helpers/axe.ts'
import { expect, test } from '../helpers/harness.ts'
import { choose, makeProject, row } from '../helpers/table.ts'

const MiB = 2 ** 20
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

interface Packed {
  path: string
  bytes: Buffer
  /** of the disk inside */
  digest: string
}

function packedFile(name: string, length: number): Packed {
  const disk = randomBytes(length)
  const bytes = gzipSync(disk)
  const path = test.info().outputPath(name)
  writeFileSync(path, bytes)
  return { path, bytes, digest: sha256(disk) }
}

const refuse = (route: Route) => route.fulfill({ status: 503, json: { message: 'not now' } })

async function openForm(page: Page, project: string): Promise<void> {
  await page.goto(`/projects/${project}/images`)
  await page.getByRole('link', { name: 'Upload image' }).first().click()
}

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const start = (page: Page) => page.getByRole('button', { name: 'Upload image' }).click()
const progress = (page: Page) => page.getByRole('dialog', { name: 'Image upload progress' })

async function expectImage(page: Page, name: string, digest: string): Promise<void> {
  await expect(progress(page).getByText('Image uploaded successfully: complete')).toBeVisible({ timeout: 30_000 })
  await progress(page).getByRole('button', { name: 'Done' }).click()
  await row(page, name).getByRole('link', { name }).click()
  await expect(page.getByRole('dialog', { name: 'Project image' })).toContainText(digest.slice(0, 15))
}

test('a compressed file fills in the form and becomes an image @both @core', async ({ page, unique, watch }) => {
  watch.expectStatus(404)
  const project = unique('packed')
  const file = packedFile('debian-13-generic.raw.gz', 2 * MiB)
  await makeProject(page, project)
  await openForm(page, project)
  await page.getByLabel('Image file').setInputFiles(file.path)
  await expect(field(page, 'Name')).toHaveValue('debian-13-generic')
  await expect(field(page, 'OS')).toHaveValue('Debian')
  await expect(field(page, 'Version')).toHaveValue('13')
  await expectAccessible(page)
  await start(page)
  await expectImage(page, 'debian-13-generic', file.digest)
})

/** Begins an upload of which only the first piece arrives. Returns what lets the others through. */
async function beginCutOff(page: Page, project: string, path: string): Promise<() => Promise<void>> {
  const later = /\/image-uploads\/.*\/content\?offset=[^0]/
  await page.route(later, refuse)
  await openForm(page, project)
  await page.getByLabel('Image file').setInputFiles(path)
  await field(page, 'OS').fill('Debian')
  await field(page, 'Version').fill('13')
  await start(page)
  return () => page.unroute(later, refuse)
}

test('an interrupted upload continues with the same file', { tag: '@server' }, async ({ page, unique, watch }) => {
  watch.expectStatus(404, 503)
  const project = unique('resumed')
  const file = packedFile('resumed.gz', 9 * MiB)
  await makeProject(page, project)
  const reconnect = await beginCutOff(page, project, file.path)
  await expect(progress(page).getByRole('alert')).toContainText('upload the same file again', { timeout: 45_000 })
  await expectAccessible(page)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/content?')) sent.push(new URL(request.url()).searchParams.get('offset') ?? '')
  })
  // as if the browser had been closed
  await reconnect()
  await page.goto(`/projects/${project}/images`)
  await expect(row(page, 'resumed')).toContainText('interrupted', { timeout: 30_000 })
  await choose(page, 'resumed', 'Continue')
  await expect(page.getByText('4 MiB of 9 MiB have arrived')).toBeVisible()
  await expect(field(page, 'Version')).toHaveValue('13')
  await page.getByLabel('Image file').setInputFiles(file.path)
  await expect(field(page, 'OS')).toHaveValue('Debian')
  await start(page)
  await expectImage(page, 'resumed', file.digest)
  expect(sent).toEqual([String(4 * MiB), String(8 * MiB)])
})

test(
  'an upload that is cut off says so at once, and continues',
  { tag: '@server' },
  async ({ page, unique, watch }) => {
    watch.expectStatus(404, 503)
    const project = unique('cut-off')
    const file = packedFile('cut-off.gz', 9 * MiB)
    await makeProject(page, project)
    const reconnect = await beginCutOff(page, project, file.path)
    await expect(progress(page).getByText('Interrupted. Trying again…')).toBeVisible()
    await expect(progress(page).getByText('Upload interrupted')).toBeVisible({ timeout: 45_000 })
    await reconnect()
    await progress(page).getByRole('button', { name: 'Continue' }).press('Enter')
    await expectImage(page, 'cut-off', file.digest)
  },
)

test('a URL is fetched by the host, with progress in the tray', { tag: '@server' }, async ({ page, unique, watch }) => {
  watch.expectStatus(404)
  const project = unique('fetched')
  const { bytes, digest } = packedFile('alpine-3.20.img.gz', MiB)
  const server = createServer((_, response) => response.writeHead(200, { 'content-length': bytes.length }).end(bytes))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  try {
    await makeProject(page, project)
    await openForm(page, project)
    await page.getByRole('radio', { name: 'URL' }).check()
    await start(page)
    await expect(page.getByText('URL is required')).toBeVisible()
    await field(page, 'URL').fill('ftp://nowhere')
    await expect(page.getByText('URL must begin with http:// or https://')).toBeVisible()
    const { port } = server.address() as AddressInfo
    await field(page, 'URL').fill(`http://127.0.0.1:${port}/alpine-3.20.img.gz`)
    await expect(field(page, 'Name')).toHaveValue('alpine-3-20')
    await expectAccessible(page)
    await start(page)
    await progress(page)
      .getByRole('button', { name: /Continue in background|Done/ })
      .click()
    await row(page, 'alpine-3-20').getByRole('link', { name: 'alpine-3-20' }).click({ timeout: 30_000 })
    await expect(page.getByRole('dialog', { name: 'Project image' })).toContainText(digest.slice(0, 15))
  } finally {
    server.close()
  }
})

test('uploads that are not images yet are listed', { tag: '@server' }, async ({ page, context, unique, watch }) => {
  watch.expectStatus(404)
  const project = unique('unfinished')
  await makeProject(page, project)
  const begin = (name: string, source: object) => {
    const image = { name, description: '', os: 'Debian', version: '13', block_size: 512 }
    return call(context, 'POST', `/rackwright/image-uploads?project=${project}`, { ...image, source })
  }
  await page.goto(`/projects/${project}/images`)
  await expect(page.getByText('No images')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Uploads' })).toHaveCount(0)
  await begin('half', { type: 'file', size: 8 * MiB, fingerprint: 'half' })
  await begin('lost', { type: 'url', url: 'http://127.0.0.1:9/lost.img' })

  const uploads = page.getByRole('table', { name: 'Uploads' })
  await expect(uploads.getByRole('row', { name: /^half/ })).toContainText(/(uploading|interrupted).*0 B of 8 MiB/)
  await expect(uploads.getByRole('row', { name: /^lost/ })).toContainText('failed', { timeout: 30_000 })
  await expectAccessible(page)
  await choose(page, 'lost', 'Remove from list')
  await expect(row(page, 'lost')).toHaveCount(0)
  await choose(page, 'half', 'Cancel upload')
  await page.getByRole('dialog', { name: 'Cancel upload' }).getByRole('button', { name: 'Cancel upload' }).click()
  await expect(page.getByText('Upload of half canceled')).toBeVisible()
  await expect(uploads).toHaveCount(0)
})

test('an image is downloaded as a raw file', { tag: '@server' }, async ({ page, unique, watch }) => {
  watch.expectStatus(404)
  const project = unique('downloaded')
  const file = packedFile('saved.gz', MiB)
  await makeProject(page, project)
  await openForm(page, project)
  await page.getByLabel('Image file').setInputFiles(file.path)
  await field(page, 'OS').fill('Debian')
  await field(page, 'Version').fill('13')
  await start(page)
  await expectImage(page, 'saved', file.digest)
  await page.keyboard.press('Escape')
  // a gibibyte, mostly zeros: only the beginning counts here
  await page.route('**/images/*/content', (route) =>
    route.continue({ headers: { ...route.request().headers(), range: `bytes=0-${MiB - 1}` } }),
  )
  const saved = page.waitForEvent('download')
  await choose(page, 'saved', 'Download')
  const download = await saved
  expect(download.suggestedFilename()).toBe('saved.raw')
  expect(download.url()).toContain('/rackwright/images/')
  const path = await download.path().catch(() => undefined)
  if (path) expect(sha256(readFileSync(path).subarray(0, MiB))).toBe(file.digest)
})
