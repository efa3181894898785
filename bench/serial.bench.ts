// The serial console with five megabytes of output: every byte must arrive, and the longest task of the page is measured. The guest
// prints a megabyte at a time, because the host keeps only the last one for a viewer who falls behind.
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { longestTaskMs, openConsole } from './browser.ts'
import { report } from './table.ts'

const FLOODS = 5
const KIB_EACH = 1000
const LINE = 64
const MAX_TASK_MS = 200

/** Done when the page has drawn the prompt after the output. */
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

const host = await openConsole()
try {
  const page = await host.newcomer('main')
  await page.goto('/projects/storefront/instances/web-1/serial-console')
  await page.getByText('web-1 login:').first().waitFor({ timeout: 30_000 })
  const opening = await longestTaskMs(page)
  for (let n = 0; n < FLOODS; n++) await flood(page)
  const printing = await longestTaskMs(page)
  const lines = (await saved(page)).match(/^y{62}$/gm)?.length ?? 0
  const saving = await longestTaskMs(page)
  const missing = FLOODS * KIB_EACH * 1024 - lines * LINE
  report('Serial console, 5 MB of output', [
    { what: 'missing bytes', measured: missing, atMost: 0, unit: '' },
    { what: 'longest task, printing', measured: printing, atMost: MAX_TASK_MS, unit: ' ms' },
    { what: 'longest task, saving as text', measured: saving, atMost: MAX_TASK_MS, unit: ' ms' },
    { what: 'longest task, opening', measured: opening, atMost: MAX_TASK_MS, unit: ' ms' },
  ])
} finally {
  await host.close()
}
