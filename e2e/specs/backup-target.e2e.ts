// Backups: an operator adds a target and gives it to a silo; a policy stores a disk there, which is restored.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { whyNot } from '../../scripts/needs.mjs'
import { expectAccessible } from '../helpers/axe.ts'
import { expect, PASSWORD, test as base } from '../helpers/harness.ts'
import { startEmpty, type Running } from '../helpers/hosts.ts'
import { choose, row } from '../helpers/table.ts'

/** A server with a directory for backups. */
const test = base.extend<{ server: Running }>({
  server: async ({ page }, give) => {
    const root = mkdtempSync(join(tmpdir(), 'rackwright-backups-'))
    mkdirSync(join(root, 'tapes'))
    const running = await startEmpty(PASSWORD, '--backup-root', root)
    await give(running)
    // leave the page, which would report errors when the server stops
    await page.goto('about:blank')
    await running.stop()
    rmSync(root, { recursive: true, force: true })
  },
})

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
  await expect(key).toContainText('Keep it outside of this installation')
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
