// The serial console: history and live output, typing, searching, saving, and reconnecting after a lost connection.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../helpers/axe.ts'
import { openGate } from '../helpers/gate.ts'
import { expect, PASSWORD, PHONE, test } from '../helpers/harness.ts'
import { startIn } from '../helpers/hosts.ts'
import { expectState, makeInstance, visit } from '../helpers/instance.ts'
import { overflow } from '../helpers/table.ts'

const terminal = (page: Page) => page.getByRole('application', { name: 'Serial console' })
const connection = (page: Page) => page.getByRole('status', { name: 'Connection' })
/** Exact, because "disconnected" contains the word too. */
const expectConnected = (page: Page) => expect(connection(page).getByText('connected', { exact: true })).toBeVisible()

/** Connects from the instance's page. */
async function connect(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Connect' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Connect', exact: true }).click()
  await expectConnected(page)
}

/** The output received by the page, from the file it saves. */
async function saved(page: Page): Promise<string> {
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download as text' }).click()
  const file = await coming
  return readFileSync(await file.path(), 'utf8')
}

async function type(page: Page, line: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Terminal input' }).focus()
  await page.keyboard.type(line)
  await page.keyboard.press('Enter')
}

test('history, typing, search, saving, and the ends of the scrollback @both @core', async ({ page, unique }) => {
  const name = unique('talker')
  await makeInstance(page, { project: 'staging', name, start: true })
  await connect(page)
  await expect(page).toHaveTitle(`Serial console / ${name} / Instances / staging / Projects / Rackwright`)
  await expect(terminal(page)).toContainText('Machine firmware, start 1')
  await expect(terminal(page)).toContainText(`${name} login:`)
  await type(page, 'echo the quick brown fox')
  await expect(terminal(page)).toContainText('the quick brown fox')
  await expectAccessible(page)

  await page.keyboard.press('Control+Shift+F')
  await expect(page.getByRole('searchbox', { name: 'Search scrollback' })).toBeFocused()
  await page.keyboard.type('no such text')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Not found')).toBeVisible()
  await page.getByRole('searchbox').fill('brown fox')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Not found')).toBeHidden()
  const text = await saved(page)
  expect(text).toContain('Machine firmware, start 1\n')
  expect(text).toContain('\nthe quick brown fox\n')

  await page.getByRole('textbox', { name: 'Terminal input' }).focus()
  await page.keyboard.press('Shift+Escape')
  await expect(page.getByRole('link', { name: 'Back to instance' })).toBeFocused()
  await page.getByRole('button', { name: 'CLI Command' }).click()
  await expect(page.getByRole('dialog', { name: 'CLI command' })).toContainText(`--instance ${name}`)
  await page.keyboard.press('Escape')
  await page.setViewportSize(PHONE)
  expect(await overflow(page)).toBe(0)
})

test(
  'the console follows an instance that stops and starts again',
  { tag: '@both' },
  async ({ page, unique, openWindow }) => {
    const name = unique('again')
    await makeInstance(page, { project: 'staging', name, start: true })
    await connect(page)
    await expect(terminal(page)).toContainText('login:')
    await type(page, 'poweroff')
    await expect(connection(page)).toContainText('The instance has stopped.')
    await expect(page.getByText('stopped', { exact: true })).toBeVisible()

    const other = await openWindow()
    await other.goto(`/projects/staging/instances/${name}/storage`)
    await expectState(other, 'stopped')
    await other.getByRole('button', { name: 'Start', exact: true }).click()
    await other.getByRole('dialog', { name: 'Start instance' }).getByRole('button', { name: 'Start instance' }).click()
    await expect(terminal(page)).toContainText('the instance was started again')
    await expectConnected(page)
  },
)

test('the output of a stopped instance can be read, searched and saved', async ({ page, unique }) => {
  const name = unique('recorded')
  await makeInstance(page, { project: 'staging', name, start: true })
  await connect(page)
  await expect(terminal(page)).toContainText('login:')
  await type(page, 'echo last words')
  await expect(terminal(page)).toContainText('last words')
  await type(page, 'poweroff')
  await expect(connection(page)).toContainText('The instance has stopped.')
  await expect(page.getByText('stopped', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByText('Output of run 1, which stopped')).toBeVisible()
  // short enough for the picker
  await expect(page.getByRole('combobox', { name: 'Output' })).toContainText(/Run 1, stopped \w{3} \d+, \d{4}, /)
  await expect(page.getByText('Start the instance to connect.')).toBeVisible()
  await expect(terminal(page)).toContainText('last words')
  await expectAccessible(page)
  await page.getByRole('searchbox', { name: 'Search scrollback' }).fill('no such text')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Not found')).toBeVisible()
  await page.getByRole('searchbox').fill('last words')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Not found')).toBeHidden()
  expect(await saved(page)).toContain('\nlast words\n')
  await page.setViewportSize(PHONE)
  expect(await overflow(page)).toBe(0)
  await page.getByRole('combobox', { name: 'Output' }).selectOption('Live')
  await expect(page.getByText('Cannot connect yet')).toBeVisible()
})

test('the page says that a stopped instance has no console', async ({ page, watch }) => {
  watch.expectStatus(404)
  await visit(page, '/projects/storefront/instances/search/serial-console')
  await expect(page.getByText('Start the instance to connect.')).toBeVisible()
  await expect(connection(page)).toContainText('disconnected')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Back to instance' }).click()
  await expect(page).toHaveURL('/projects/storefront/instances/search/connect')
  await visit(page, '/projects/storefront/instances/nobody/serial-console')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
})

test('reconnects after a server restart, without gaps or repeats', { tag: '@server' }, async ({ browser }) => {
  const data = mkdtempSync(join(tmpdir(), 'rackwright-serial-'))
  const start = () => startIn(data, PASSWORD, '--demo')
  let server = await start()
  // keeps the port while the server restarts on another one
  const gate = await openGate(server.url)
  const context = await browser.newContext({ baseURL: gate.url })
  await context.request.post('/v1/login/recovery/local', { data: { username: 'admin', password: PASSWORD } })
  const page = await context.newPage()
  await page.goto('/projects/storefront/instances/web-1/serial-console')
  await expect(terminal(page)).toContainText('web-1 login:')
  const numbers = [1, 2, 3, 4]
  for (const number of numbers) {
    await type(page, `echo line ${number}`)
    await expect(terminal(page)).toContainText(`line ${number}`)
    if (number % 2 === 1) continue
    await server.stop()
    await expect(connection(page).getByText('connected', { exact: true })).toBeHidden()
    server = await start()
    gate.pointAt(server.url)
    await expectConnected(page)
  }
  await type(page, 'echo the end')
  await expect(terminal(page)).toContainText('the end')
  const text = await saved(page)
  const printed = text.match(/^line \d$/gm)
  expect(printed).toEqual(numbers.map((number) => `line ${number}`))
  expect(text.match(/Machine firmware/g)).toHaveLength(1)
  await context.close()
  await gate.close()
  await server.stop()
  rmSync(data, { recursive: true, force: true })
})
