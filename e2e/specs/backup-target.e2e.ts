// Backups: an operator adds a target and gives it to a silo; a policy stores a disk there, which is restored.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { APIRequestContext } from '@playwright/test'
import { whyNot } from '../../scripts/needs.mjs'
import { expectAccessible } from '../helpers/axe.ts'
import { expect, PASSWORD, test as base } from '../helpers/harness.ts'
import { startEmpty, type Running } from '../helpers/hosts.ts'
import { choose, row } from '../helpers/table.ts'

/** A server with a directory for backups. */
const test = base.extend<{ root: string; server: Running }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright requires a destructured parameter, even without fixtures
  root: async ({}, give) => {
    const root = mkdtempSync(join(tmpdir(), 'rackwright-backups-'))
    mkdirSync(join(root, 'tapes'))
    await give(root)
    rmSync(root, { recursive: true, force: true })
  },
  server: async ({ page, root }, give) => {
    const running = await startEmpty(PASSWORD, '--backup-root', root)
    await give(running)
    // leave the page, which would report errors when the server stops
    await page.goto('about:blank')
    await running.stop()
  },
})

const TARGETS = '/rackwright/system/backup-targets'

test.skip(() => whyNot('restic') !== undefined, 'restic is not installed')

test('a disk is stored at a target, and restored @core', async ({ page, server: { url } }) => {
  test.setTimeout(180_000)
  const post = async (path: string, data: unknown) => {
    const answer = await page.request.post(url + path, { data })
    expect(answer.ok(), await answer.text()).toBe(true)
  }
  await post('/v1/login/recovery/local', { username: 'admin', password: PASSWORD })
  await post('/v1/projects', { name: 'shop', description: '' })
  const blank = { type: 'blank', block_size: 512 }
  await post('/v1/disks?project=shop', { name: 'data', description: '', size: 2 ** 30, disk_source: blank })
  await post('/rackwright/protection-policies?project=shop', {
    name: 'nightly',
    description: '',
    schedule: { kind: 'daily', time: '03:00', zone: 'UTC' },
    keep: { hourly: 0, daily: 7, weekly: 0, monthly: 0 },
    covers: { kind: 'all' },
  })

  await page.goto(`${url}/system/backup-targets`)
  await page.getByRole('link', { name: 'New backup target' }).click()
  const form = page.getByRole('dialog', { name: 'Create backup target' })
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('vault')
  await form.getByRole('textbox', { name: 'Directory' }).fill('tapes')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Create backup target' }).click()
  await page.getByRole('button', { name: 'Give to silo' }).click()
  const give = page.getByRole('dialog', { name: 'Give to silo' })
  await give.getByRole('combobox', { name: 'Silo' }).fill('recovery')
  await page.getByRole('option', { name: 'recovery' }).click()
  await give.getByRole('button', { name: 'Give to silo' }).click()
  const key = page.getByRole('dialog', { name: 'Backup target given' })
  await expect(key).toContainText('Store it outside this installation')
  await key.getByRole('button', { name: 'Done' }).click()
  await expect(row(page, 'recovery')).toContainText('empty')

  await page.goto(`${url}/projects/shop/protection`)
  await choose(page, 'nightly', 'Choose backup target')
  const target = page.getByRole('dialog', { name: 'Backup target of nightly' })
  await target.getByRole('combobox', { name: 'Backup target' }).selectOption('vault')
  await target.getByRole('button', { name: 'Save' }).click()
  await expect(row(page, 'nightly')).toContainText('vault')
  await choose(page, 'nightly', 'Run now')
  const backup = page.getByRole('row').filter({ hasText: 'data (disk)' })
  await expect(backup).toContainText('ready', { timeout: 120_000 })
  await expectAccessible(page)
  await backup.getByRole('button').last().click()
  await page.getByRole('menuitem', { name: 'Restore' }).click()
  const restore = page.getByRole('dialog', { name: 'Restore data' })
  await restore.getByRole('textbox', { name: 'Name', exact: true }).fill('restored')
  await restore.getByRole('button', { name: 'Restore' }).click()
  const restores = page.getByRole('table', { name: 'Restores' })
  await expect(restores.getByRole('row').filter({ hasText: 'restored' })).toContainText('done', { timeout: 120_000 })

  await page.goto(`${url}/system/backup-targets`)
  await choose(page, 'recovery', 'Verify now')
  await expect(row(page, 'recovery')).toContainText('ready', { timeout: 60_000 })
  await expectAccessible(page)
})

test('a new installation restores from a target', async ({ page, root, server: { url }, watch }) => {
  test.setTimeout(180_000)
  // a wrong key, and a repository that is in use
  watch.expectStatus(400)
  const lost = await startEmpty(PASSWORD, '--backup-root', root)
  const { repository, key } = await storeAt(lost.url, page.request)
  await lost.stop()
  const send = sender(url, page.request)
  await send('post', '/v1/login/recovery/local', { username: 'admin', password: PASSWORD })
  await send('post', '/v1/projects', { name: 'again', description: '' })

  await page.goto(`${url}/system/backup-targets-new`)
  const form = page.getByRole('dialog', { name: 'Create backup target' })
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('vault')
  await form.getByRole('textbox', { name: 'Directory' }).fill('tapes')
  await form.getByRole('button', { name: 'Create backup target' }).click()
  await page.getByRole('button', { name: 'Import' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import repository' })
  await dialog.getByRole('combobox', { name: 'Silo' }).fill('recovery')
  await page.getByRole('option', { name: 'recovery' }).click()
  await dialog.getByRole('textbox', { name: 'Repository ID' }).fill(repository)
  await dialog.getByRole('textbox', { name: 'Repository key' }).fill('wrong')
  const submit = dialog.getByRole('button', { name: 'Import repository' })
  await submit.click()
  await expect(dialog).toContainText('The key does not open the repository', { ignoreCase: true })
  await dialog.getByRole('textbox', { name: 'Repository key' }).fill(key)
  await submit.click()
  await expect(dialog).toContainText('Another installation uses the repository', { ignoreCase: true })
  await dialog.getByRole('checkbox', { name: 'Take over from another installation' }).check()
  await expectAccessible(page)
  await submit.click()
  await expect(row(page, 'recovery')).toContainText('ready', { timeout: 60_000 })

  await page.goto(`${url}/projects/again/protection`)
  const found = page.getByRole('table', { name: 'Backups of other projects' })
  const backup = found.getByRole('row').filter({ hasText: 'data (disk)' })
  await expect(backup).toContainText('ready')
  await backup.getByRole('button').last().click()
  await page.getByRole('menuitem', { name: 'Restore' }).click()
  const restore = page.getByRole('dialog', { name: 'Restore data' })
  await restore.getByRole('textbox', { name: 'Name', exact: true }).fill('restored')
  await restore.getByRole('button', { name: 'Restore' }).click()
  const restores = page.getByRole('table', { name: 'Restores' })
  await expect(restores.getByRole('row').filter({ hasText: 'restored' })).toContainText('done', { timeout: 120_000 })
  await page.goto(`${url}/projects/again/disks`)
  await expect(row(page, 'restored')).toContainText('detached')
})

const sender =
  (url: string, request: APIRequestContext) => async (method: 'get' | 'post' | 'put', path: string, data?: unknown) => {
    const answer = await request[method](url + path, { data })
    expect(answer.ok(), await answer.text()).toBe(true)
    return answer.status() === 204 ? {} : answer.json()
  }

/** A disk, stored at the target by an installation whose data is lost then. */
async function storeAt(url: string, request: APIRequestContext): Promise<{ repository: string; key: string }> {
  const send = sender(url, request)
  await send('post', '/v1/login/recovery/local', { username: 'admin', password: PASSWORD })
  await send('post', '/v1/projects', { name: 'shop', description: '' })
  const blank = { type: 'blank', block_size: 512 }
  await send('post', '/v1/disks?project=shop', { name: 'data', description: '', size: 2 ** 30, disk_source: blank })
  const place = { kind: 'directory', folder: 'tapes' }
  const target = await send('post', TARGETS, { name: 'vault', description: '', place })
  const given = await send('post', `${TARGETS}/vault/silos`, { silo: 'recovery' })
  await send('post', '/rackwright/protection-policies?project=shop', {
    name: 'nightly',
    description: '',
    schedule: { kind: 'daily', time: '03:00', zone: 'UTC' },
    keep: { hourly: 0, daily: 7, weekly: 0, monthly: 0 },
    covers: { kind: 'all' },
  })
  const policy = '/rackwright/protection-policies/nightly'
  await send('put', `${policy}/backup-target?project=shop`, { backup_target_id: target.id })
  await send('post', `${policy}/run?project=shop`)
  const isStored = async () => (await send('get', '/rackwright/backups?project=shop')).items[0]?.state
  await expect.poll(isStored, { timeout: 120_000 }).toBe('ready')
  return { repository: given.repository.id, key: given.key }
}
