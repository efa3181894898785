// Protection of a project: a policy is created, run and changed, and a disk, an instance and the past are restored from a point in time.
import type { BrowserContext } from '@playwright/test'
import { call } from '../helpers/api.ts'
import { expectAccessible } from '../helpers/axe.ts'
import { expect, PHONE, test } from '../helpers/harness.ts'
import { expectState, makeInstance } from '../helpers/instance.ts'
import { choose, makeProject, overflow, row } from '../helpers/table.ts'

const GIB = 2 ** 30
const CHUNK = 2 ** 19
/** A mebibyte that does not repeat. */
const PRECIOUS = Buffer.from(Array.from({ length: 2 ** 17 }, (_, n) => String(n).padStart(8, '0')).join(''))

/** A disk that begins with these bytes. */
async function importDisk(context: BrowserContext, project: string, bytes: Buffer): Promise<void> {
  const ask = (path: string, body?: object) => call(context, 'POST', `/v1/disks${path}?project=${project}`, body)
  const disk_source = { type: 'importing_blocks', block_size: 512 }
  await ask('', { name: 'data', description: '', size: GIB, disk_source })
  await ask('/data/bulk-write-start')
  for (let offset = 0; offset < bytes.length; offset += CHUNK) {
    const base64_encoded_data = bytes.subarray(offset, offset + CHUNK).toString('base64')
    await ask('/data/bulk-write', { offset, base64_encoded_data })
  }
  await ask('/data/bulk-write-stop')
  await ask('/data/finalize', {})
}

/** The first bytes of a disk or snapshot. */
async function download(context: BrowserContext, path: string): Promise<Buffer> {
  const reply = await context.request.get(path, { headers: { range: `bytes=0-${PRECIOUS.length - 1}` } })
  expect(reply.status()).toBe(206)
  return reply.body()
}

test('a policy protects a disk, which is restored @both @core', async ({ page, context, unique }) => {
  const project = unique('guarded')
  await makeProject(page, project)
  const disk = {
    type: 'create',
    name: 'data',
    description: '',
    size: GIB,
    disk_source: { type: 'blank', block_size: 512 },
  }
  await call(context, 'POST', `/v1/instances?project=${project}`, {
    name: 'db1',
    description: '',
    hostname: 'db1',
    ncpus: 1,
    memory: GIB,
    start: false,
    disks: [disk],
  })
  await page.goto(`/projects/${project}/protection`)
  await expect(page.getByText('not covered', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'New protection policy' }).click()
  const form = page.getByRole('dialog', { name: 'Create protection policy' })
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('nightly')
  await form.getByRole('radio', { name: 'By name' }).click()
  await form.getByRole('textbox', { name: 'Name pattern' }).fill('db*')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Create protection policy' }).click()
  await expect(row(page, 'nightly')).toContainText('Names like db*')
  await expect(page.getByText('not covered', { exact: true })).toHaveCount(0)
  await choose(page, 'nightly', 'Run now')
  await expect(row(page, 'nightly')).toContainText('completed', { timeout: 60_000 })
  await expectAccessible(page)
  await page.goto(`/projects/${project}/instances/db1/recovery`)
  const point = page.getByRole('row').filter({ hasText: 'nightly' })
  await expect(point).toContainText('ready')
  await point.getByRole('button').last().press('Enter')
  await page.getByRole('menuitem', { name: 'Keep' }).press('Enter')
  await expect(point).toContainText('kept')
  await point.getByRole('button').last().click()
  await page.getByRole('menuitem', { name: 'Restore data as new disk' }).click()
  const restore = page.getByRole('dialog', { name: 'Create disk' })
  await restore.getByRole('textbox', { name: 'Name', exact: true }).fill('restored')
  await restore.getByRole('button', { name: 'Create disk' }).click()
  await expect(page.getByText('Disk restored created')).toBeVisible()
})

test('protect, ruin, restore: every byte is back', { tag: '@server' }, async ({ page, context, unique }) => {
  const project = unique('bytes')
  const at = `project=${project}`
  const ask = (method: string, path: string, body?: object) => call(context, method, path, body)
  await makeProject(page, project)
  await importDisk(context, project, PRECIOUS)
  await ask('POST', `/v1/instances?${at}`, {
    name: 'db1',
    description: '',
    hostname: 'db1',
    ncpus: 1,
    memory: GIB,
    start: false,
    disks: [{ type: 'attach', name: 'data' }],
  })
  await ask('POST', `/rackwright/protection-policies?${at}`, {
    name: 'hourly',
    description: '',
    schedule: { kind: 'hours', every: 1, zone: 'UTC' },
    keep: { hourly: 3, daily: 0, weekly: 0, monthly: 0 },
    covers: { kind: 'all' },
  })
  await page.goto(`/projects/${project}/protection`)
  await choose(page, 'hourly', 'Run now')
  await expect(row(page, 'hourly')).toContainText('completed', { timeout: 60_000 })

  // somebody overwrites it
  await ask('POST', `/v1/instances/db1/disks/detach?${at}`, { disk: 'data' })
  await ask('DELETE', `/v1/disks/data?${at}`)
  const ruined = Buffer.alloc(PRECIOUS.length, 'ruined')
  await importDisk(context, project, ruined)
  await ask('POST', `/v1/instances/db1/disks/attach?${at}`, { disk: 'data' })

  await page.goto(`/projects/${project}/instances/db1/recovery`)
  const point = page.getByRole('row').filter({ hasText: 'hourly' })
  await point.getByRole('button').last().click()
  await page.getByRole('menuitem', { name: 'Restore data as new disk' }).click()
  const restore = page.getByRole('dialog', { name: 'Create disk' })
  await restore.getByRole('textbox', { name: 'Name', exact: true }).fill('restored')
  await restore.getByRole('button', { name: 'Create disk' }).click()
  await expect(page.getByText('Disk restored created')).toBeVisible()
  await point.getByRole('button').last().click()
  await page.getByRole('menuitem', { name: 'Go back' }).click()
  const goBack = page.getByRole('dialog', { name: 'Go back' })
  await goBack.getByRole('button', { name: 'Go back' }).click()
  await expect(goBack).toHaveCount(0)
  await expect(page.getByRole('row').filter({ hasText: 'Before going back' })).toContainText('ready', {
    timeout: 60_000,
  })
  await expectState(page, 'stopped')

  await page.goto(`/projects/${project}/disks`)
  await expect(row(page, 'restored')).toContainText('detached')
  expect(Buffer.compare(await download(context, `/rackwright/disks/restored/content?${at}`), PRECIOUS)).toBe(0)
  await ask('POST', `/v1/instances/db1/disks/detach?${at}`, { disk: 'data' })
  expect(Buffer.compare(await download(context, `/rackwright/disks/data/content?${at}`), PRECIOUS)).toBe(0)
  const { items } = (await ask('GET', `/v1/snapshots?${at}`)) as { items: { id: string; name: string }[] }
  const before = items.find(({ name }) => name.startsWith('before-going-back-'))!
  expect(Buffer.compare(await download(context, `/rackwright/snapshots/${before.id}/content`), ruined)).toBe(0)
})

test('protect, ruin, go back, and restore as a new instance @both', async ({ page, context, unique }) => {
  const project = unique('ruined')
  await makeProject(page, project)
  await makeInstance(page, { project, name: 'shop', start: true })
  await expectState(page, 'running')
  await call(context, 'POST', `/rackwright/protection-policies?project=${project}`, {
    name: 'hourly',
    description: '',
    schedule: { kind: 'hours', every: 1, zone: 'UTC' },
    keep: { hourly: 3, daily: 0, weekly: 0, monthly: 0 },
    covers: { kind: 'all' },
  })
  await page.goto(`/projects/${project}/protection`)
  await choose(page, 'hourly', 'Run now')
  await expect(row(page, 'hourly')).toContainText('completed', { timeout: 60_000 })
  const disks = async () => {
    const found = await call(context, 'GET', `/v1/disks?project=${project}`)
    return (found as { items: { id: string; name: string }[] }).items
  }
  const [ruined] = await disks()

  await page.goto(`/projects/${project}/instances/shop/recovery`)
  const point = page.getByRole('row').filter({ hasText: 'hourly' })
  await point.getByRole('button').last().click()
  await page.getByRole('menuitem', { name: 'Go back' }).click()
  const goBack = page.getByRole('dialog', { name: 'Go back' })
  await expect(goBack).toContainText('The instance stops. Running programs end.')
  await expect(goBack).toContainText('before-going-back-')
  await expect(goBack).toContainText('Disk shop-boot is replaced by a copy from that time.')
  await expectAccessible(page)
  await goBack.getByRole('button', { name: 'Go back' }).click()
  await expect(goBack).toHaveCount(0)
  await page.getByRole('button', { name: /^Tasks/ }).click()
  await expect(page.getByRole('link', { name: 'Go back with shop' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('row').filter({ hasText: 'Before going back' })).toContainText('ready', {
    timeout: 60_000,
  })
  await expectState(page, 'running')
  const [now, ...others] = await disks()
  expect([now!.name, others]).toEqual([ruined!.name, []])
  expect(now!.id).not.toBe(ruined!.id)
  await expectAccessible(page)

  await page.setViewportSize(PHONE)
  expect(await overflow(page)).toBe(0)
  await point.getByRole('button').last().click()
  await page.getByRole('menuitem', { name: 'Restore as new instance' }).click()
  const restore = page.getByRole('dialog', { name: 'Restore as new instance' })
  await restore.getByRole('textbox', { name: 'Name' }).fill('shop-2')
  await expectAccessible(page)
  expect(await overflow(page)).toBe(0)
  await restore.getByRole('button', { name: 'Restore instance' }).click()
  await expect(restore).toHaveCount(0)
  await page.goto(`/projects/${project}/instances/shop-2`)
  await expectState(page, 'stopped')
})
