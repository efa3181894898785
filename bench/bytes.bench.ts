// What a first visit costs in bytes: compressed JavaScript and CSS that a page has asked for when its content is on screen, and when
// it is idle. Sizes are gzip -9 of the built files, whatever the browser was sent.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { chromium, type Browser } from 'playwright-core'
import { startServer, type Running } from '../e2e/hosts.ts'
import { findChromium } from '../scripts/programs.mjs'
import { report } from './table.ts'

interface Visit {
  path: string
  /** there when the content is: whatever was asked for by then had to be waited for */
  content: string
  /** kB before the content, and when idle where that is promised */
  script: number
  idle?: number
}

const ROW = 'main table td'
const visits: readonly Visit[] = [
  { path: '/projects', content: ROW, script: 140, idle: 215 },
  { path: '/projects/storefront/instances', content: ROW, script: 140, idle: 215 },
  { path: '/projects/storefront/disks', content: ROW, script: 140, idle: 215 },
  { path: '/projects/storefront/instances/web-1/storage', content: ROW, script: 155 },
  { path: '/projects/storefront/instances-new', content: 'main form input', script: 155 },
  { path: '/utilization', content: 'main canvas', script: 165 },
  { path: '/settings/profile', content: 'main h1', script: 140, idle: 215 },
]
const STYLE = 20

const PASSWORD = 'bytes'
const dist = join(import.meta.dirname, '../dist/console')
const sizes = new Map<string, number>()

function sizeOf(pathname: string): number {
  const known = sizes.get(pathname) ?? gzipSync(readFileSync(join(dist, pathname)), { level: 9 }).length
  sizes.set(pathname, known)
  return known
}

const kB = (files: readonly string[], kind: string) =>
  files.filter((file) => file.endsWith(kind)).reduce((sum, file) => sum + sizeOf(file), 0) / 1000

/** Notes when the content comes into the document. */
function noteContent(selector: string): void {
  const watch = new MutationObserver(() => {
    if (!document.querySelector(selector)) return
    watch.disconnect()
    performance.mark('content')
  })
  watch.observe(document, { childList: true, subtree: true })
}

async function measure(server: Running, browser: Browser, { path, content, script, idle }: Visit) {
  // a context of its own is a browser that has never been here
  const context = await browser.newContext({ baseURL: server.url })
  await context.request.post('/v1/login/recovery/local', { data: { username: 'admin', password: PASSWORD } })
  const page = await context.newPage()
  await page.addInitScript(noteContent, content)
  await page.goto(path, { waitUntil: 'commit' })
  await page.locator(content).first().waitFor({ state: 'attached' })
  // live updates never end, so the network is never idle; overlays come within two seconds of the content
  await page.waitForTimeout(3500)
  const { shown, files } = await page.evaluate(() => ({
    shown: performance.getEntriesByName('content')[0]?.startTime ?? 0,
    files: performance
      .getEntriesByType('resource')
      .map(({ name, startTime }) => ({ file: new URL(name).pathname, startTime }))
      .filter(({ file }) => /\.(js|css)$/.test(file)),
  }))
  await context.close()
  const all = files.map(({ file }) => file)
  const before = files.filter(({ startTime }) => startTime < shown).map(({ file }) => file)
  if (process.env.BENCH_FILES) list(path, all, before)
  return [
    { what: `${path}: JavaScript before the content`, measured: kB(before, '.js'), atMost: script, unit: ' kB' },
    { what: `${path}: JavaScript when idle`, measured: kB(all, '.js'), ...(idle && { atMost: idle }), unit: ' kB' },
    { what: `${path}: CSS`, measured: kB(all, '.css'), atMost: STYLE, unit: ' kB' },
  ]
}

/** With BENCH_FILES set: which files these are, for whoever has to make them fewer. */
function list(path: string, all: readonly string[], before: readonly string[]): void {
  process.stdout.write(`\n${path}\n`)
  for (const file of all.toSorted((a, b) => sizeOf(b) - sizeOf(a)))
    process.stdout.write(
      `  ${before.includes(file) ? 'before' : ' after'} ${String(sizeOf(file)).padStart(7)} ${file}\n`,
    )
}

const server = await startServer(PASSWORD)
const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
try {
  const rows = []
  for (const visit of visits) rows.push(...(await measure(server, browser, visit)))
  report('First visit', rows)
} finally {
  await browser.close()
  await server.stop()
}
