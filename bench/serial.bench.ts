// What the serial console holds: five megabytes of output, every byte counted in the page, and how long its longest task was.
// The guest floods a megabyte at a time, because the host keeps only the last one for a viewer who is behind.
import { readFileSync } from 'node:fs'
import { chromium, type Page } from 'playwright-core'
import { startServer } from '../e2e/hosts.ts'
import { findChromium } from '../scripts/programs.mjs'
import { report } from './table.ts'

const PASSWORD = 'serial'
const FLOODS = 5
const KIB_EACH = 1000
const LINE = 64
const MAX_TASK_MS = 200

/** Long tasks are told only to who asks before they happen. */
function noteTasks(): void {
  const noted = globalThis as unknown as { longest: number }
  noted.longest = 0
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) noted.longest = Math.max(noted.longest, duration)
  }).observe({ type: 'longtask' })
}

/** The machine prints; done when the page has drawn the prompt that follows. */
async function flood(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Terminal input' }).focus()
  const command = `yes-flood ${KIB_EACH}`
  await page.keyboard.type(command)
  const screen = page.getByRole('application', { name: 'Serial console' })
  const echo = screen.getByText(command).first()
  await echo.waitFor()
  await page.keyboard.press('Enter')
  // the flood pushes what was typed off the screen, and the next prompt comes after its last byte
  await echo.waitFor({ state: 'hidden', timeout: 60_000 })
  await screen.getByText('web-1 login:').first().waitFor({ timeout: 120_000 })
}

async function saved(page: Page): Promise<string> {
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download as text' }).click()
  return readFileSync(await (await coming).path(), 'utf8')
}

const server = await startServer(PASSWORD)
const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
try {
  const context = await browser.newContext({ baseURL: server.url })
  await context.request.post('/v1/login/recovery/local', { data: { username: 'admin', password: PASSWORD } })
  const page = await context.newPage()
  await page.addInitScript(noteTasks)
  await page.goto('/projects/storefront/instances/web-1/serial-console')
  await page.getByText('web-1 login:').first().waitFor({ timeout: 30_000 })
  const loading = await page.evaluate(() => (globalThis as unknown as { longest: number }).longest)
  await page.evaluate(() => void ((globalThis as unknown as { longest: number }).longest = 0))
  for (let n = 0; n < FLOODS; n++) await flood(page)
  const longest = await page.evaluate(() => (globalThis as unknown as { longest: number }).longest)
  await page.evaluate(() => void ((globalThis as unknown as { longest: number }).longest = 0))
  const lines = (await saved(page)).match(/^y{62}$/gm)?.length ?? 0
  const saving = await page.evaluate(() => (globalThis as unknown as { longest: number }).longest)
  const missing = FLOODS * KIB_EACH * 1024 - lines * LINE
  report('Serial console, 5 MB of output', [
    { what: 'bytes that did not arrive', measured: missing, atMost: 0, unit: '' },
    { what: 'longest task while it prints', measured: longest, atMost: MAX_TASK_MS, unit: ' ms' },
    { what: 'longest task while it is saved as text', measured: saving, atMost: MAX_TASK_MS, unit: ' ms' },
    { what: 'longest task while it opens', measured: loading, atMost: MAX_TASK_MS, unit: ' ms' },
  ])
} finally {
  await browser.close()
  await server.stop()
}
