// Backups of the installation: an operator sets up the schedule, keeps the recovery file, backs up now, and finds the command that restores
// it, which restores it.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { whyNot } from '../../scripts/needs.mjs'
import { expectAccessible } from '../helpers/axe.ts'
import { expect, PASSWORD, PHONE, test as base } from '../helpers/harness.ts'
import { startEmpty, type Running } from '../helpers/hosts.ts'

/** A server with a directory for backups. */
const test = base.extend<{ root: string; server: Running }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright requires a destructured parameter, even without fixtures
  root: async ({}, give) => {
    const root = mkdtempSync(join(tmpdir(), 'rackwright-installation-'))
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

const MAIN = join(import.meta.dirname, '../../dist/server/main.js')

test.use({ timezoneId: 'Asia/Tokyo' })
test.skip(() => whyNot('restic') !== undefined, 'restic is not installed')

test('a schedule, the recovery file, a backup and its restore @core', async ({ page, root, server: { url } }) => {
  test.setTimeout(180_000)
  const post = async (path: string, data: unknown) => {
    const answer = await page.request.post(url + path, { data })
    expect(answer.ok(), await answer.text()).toBe(true)
  }
  await post('/v1/login/recovery/local', { username: 'admin', password: PASSWORD })
  await page.goto(`${url}/system/installation-backups`)
  await expect(page.getByRole('link', { name: 'View backup targets' })).toBeVisible()
  const place = { kind: 'directory', folder: 'tapes' }
  await post('/rackwright/system/backup-targets', { name: 'tapes', description: '', place })
  await page.reload()

  // by keyboard
  await page.getByRole('link', { name: 'Set up a schedule' }).first().press('Enter')
  const form = page.getByRole('dialog', { name: 'Schedule' })
  await expect(form.getByRole('combobox', { name: 'Backup target' })).toHaveValue(/./)
  await expect(form.getByRole('combobox', { name: 'Time zone' })).toHaveValue('Asia/Tokyo')
  await form.getByRole('radio', { name: 'Daily' }).press('ArrowDown')
  await expect(form.getByRole('combobox', { name: 'Day' })).toHaveValue('sunday')
  await form.getByRole('textbox', { name: 'Time', exact: true }).fill('25:00')
  await form.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(form).toContainText('Enter a time such as 03:30')
  await expectAccessible(page)
  await form.getByRole('textbox', { name: 'Time', exact: true }).fill('03:15')
  await form.getByRole('textbox', { name: 'Time', exact: true }).press('Enter')
  await expect(form).toBeHidden()
  await expect(page.getByText('Sundays at 03:15, Asia/Tokyo')).toBeVisible()

  await expect(page.getByText('Nobody has the recovery file')).toBeVisible()
  await expectAccessible(page)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download recovery file' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('tapes.json')
  const recovery = join(root, 'tapes.json')
  await download.saveAs(recovery)
  expect(JSON.parse(readFileSync(recovery, 'utf8'))).toMatchObject({ place })
  await expect(page.getByText('Nobody has the recovery file')).toBeHidden()

  await page.getByRole('button', { name: 'Back up now' }).click()
  const backup = page.getByRole('table', { name: 'Backups' }).getByRole('row').last()
  await expect(backup).toContainText('complete', { timeout: 120_000 })
  await expect(backup).toContainText('By hand')

  await page.setViewportSize(PHONE)
  await page.emulateMedia({ colorScheme: 'dark' })
  await backup.getByRole('button', { name: 'Row actions' }).press('Enter')
  await page.getByRole('menuitem', { name: 'How to restore' }).press('Enter')
  const help = page.getByRole('dialog', { name: 'How to restore' })
  await expectAccessible(page)
  const command = (await help.getByRole('region', { name: 'Command' }).locator('code').textContent()) ?? ''
  const id = /^npm run restore -- tapes\.json --backup (\S+) --data \.\/restored --backup-root DIR$/.exec(command)?.[1]
  expect(id).toBeTruthy()
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width)

  const restore = (...args: string[]) =>
    execFileSync(process.execPath, [MAIN, 'restore', recovery, '--backup-root', root, ...args], { encoding: 'utf8' })
  expect(restore('--list')).toContain(`${id}  `)
  const data = join(root, 'restored')
  expect(restore('--backup', id!, '--data', data, '--without-secret-key')).toContain(`from backup ${id} of`)
})
