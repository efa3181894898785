// The preview: the size of what it downloads besides the console, and how long a first visit takes compared with the server, without
// the artificial delay. The server sends compressed files; the preview's static host sends them as they are.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { chromium, type Browser } from 'playwright-core'
import { startPreview, startServer } from '../e2e/hosts.ts'
import { findChromium } from '../scripts/programs.mjs'
import { median, report } from './table.ts'

const MAX_KB = 1200
const MAX_RATIO = 2
const RUNS = 7
const PASSWORD = 'preview'
const ROW = 'main table td'

const assets = join(import.meta.dirname, '../dist/preview/assets')
const MEASURED = /^(worker-.*\.js|sqlite3-[^.]*\.wasm|preview-world-.*\.bin)$/

function downloadKb(): number {
  const files = readdirSync(assets).filter((file) => MEASURED.test(file))
  // the world is compressed already
  const sizeOf = (file: string) => {
    const bytes = readFileSync(join(assets, file))
    return file.endsWith('.bin') ? bytes.length : gzipSync(bytes, { level: 9 }).length
  }
  return files.reduce((sum, file) => sum + sizeOf(file), 0) / 1000
}

/** Milliseconds from a cold start to the first row, in a browser that has never been here. */
async function coldLoad(browser: Browser, url: string, isServer: boolean): Promise<number> {
  const context = await browser.newContext({ baseURL: url })
  if (isServer)
    await context.request.post('/v1/login/recovery/local', { data: { username: 'admin', password: PASSWORD } })
  const page = await context.newPage()
  // in the page: Playwright looks for an element at growing intervals of up to half a second
  await page.addInitScript((row) => {
    const watch = new MutationObserver(() => {
      if (!document.querySelector(row)) return
      performance.mark('filled')
      watch.disconnect()
    })
    watch.observe(document, { childList: true, subtree: true })
  }, ROW)
  // a static host has no file for /projects; its front page leads there
  await page.goto(isServer ? '/projects' : '/?delay=0', { waitUntil: 'commit' })
  await page.locator(ROW).first().waitFor({ state: 'attached' })
  const taken = await page.evaluate(() => performance.getEntriesByName('filled')[0]!.startTime)
  await context.close()
  return taken
}

const server = await startServer(PASSWORD)
const preview = await startPreview()
const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
try {
  const onServer: number[] = []
  const inPreview: number[] = []
  // in turns, so that a busy moment of the machine meets both
  for (let run = 0; run < RUNS; run++) {
    onServer.push(await coldLoad(browser, server.url, true))
    inPreview.push(await coldLoad(browser, preview.url, false))
  }
  report('Preview', [
    { what: 'database, worker and demo world, compressed', measured: downloadKb(), atMost: MAX_KB, unit: ' kB' },
    {
      what: '/projects to a filled table, against the server',
      measured: median(inPreview) / median(onServer),
      atMost: MAX_RATIO,
    },
    { what: 'of which on the server', measured: median(onServer), unit: ' ms' },
  ])
} finally {
  await browser.close()
  await preview.stop()
  await server.stop()
}
