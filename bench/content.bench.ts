// How soon a first visit shows its content on a slow connection, as a ratio to a bare page that shows the same list; how long going on
// to another page takes; and the longest task of the main thread with the demo data.
import { chromium, type Browser, type Page } from 'playwright-core'
import { paths } from '#console/paths.ts'
import { startServer } from '../e2e/hosts.ts'
import { findChromium } from '../scripts/programs.mjs'
import { barePage, slowProxy } from './slow-proxy.ts'
import { median, report } from './table.ts'

const RUNS = 3
const RTT_MS = 60
const BYTES_PER_SECOND = 9_000_000 / 8
const MAX_RATIO = 1.5
const MAX_TASK_MS = 200
const PASSWORD = 'content'
const ROW = 'main table td'

const project = 'storefront'
const visits = [
  { path: paths.projects(), list: '/v1/projects?limit=25' },
  { path: paths.instances({ project }), list: `/v1/instances?limit=25&project=${project}` },
  { path: paths.disks({ project }), list: `/v1/disks?limit=25&project=${project}` },
  { path: paths.ipPools(), list: '/v1/system/ip-pools?limit=25' },
  {
    path: paths.instanceStorage({ project, instance: 'web-1' }),
    list: `/v1/instances/web-1/disks?limit=25&project=${project}`,
  },
]

/** Marks when the first row enters the document, and keeps the length of the longest task. */
function watch(selector: string): void {
  const rows = new MutationObserver(() => {
    if (!document.querySelector(selector)) return
    rows.disconnect()
    performance.mark('content')
  })
  rows.observe(document, { childList: true, subtree: true })
  const state = globalThis as { longestTask?: number }
  state.longestTask = 0
  new PerformanceObserver((tasks) => {
    for (const { duration } of tasks.getEntries()) state.longestTask = Math.max(state.longestTask ?? 0, duration)
  }).observe({ type: 'longtask', buffered: true })
}

/** A browser that has never been here, on a slow connection. */
async function newcomer(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: url })
  await context.request.post('/v1/login/recovery/local', { data: { username: 'admin', password: PASSWORD } })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: RTT_MS,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND,
  })
  await page.addInitScript(watch, ROW)
  return page
}

async function visit(browser: Browser, url: string, path: string) {
  const page = await newcomer(browser, url)
  await page.goto(path, { waitUntil: 'commit' })
  await page.locator(ROW).first().waitFor({ state: 'attached' })
  const seen = await page.evaluate(() => ({
    content: performance.getEntriesByName('content')[0]?.startTime ?? 0,
    task: (globalThis as { longestTask?: number }).longestTask ?? 0,
  }))
  await page.context().close()
  return seen
}

/** From the click on a project to its instances, without pointing at the link first. */
async function softNavigation(browser: Browser, url: string): Promise<number> {
  const page = await newcomer(browser, url)
  await page.goto(paths.projects())
  const link = page.getByRole('main').getByRole('link', { name: project, exact: true })
  await link.waitFor()
  await page.waitForTimeout(3000)
  const took = await link.evaluate(async (element: HTMLElement) => {
    const start = performance.now()
    element.click()
    while (!document.querySelector('main h1')?.textContent?.includes('Instances'))
      await new Promise((resolve) => requestAnimationFrame(resolve))
    return performance.now() - start
  })
  await page.context().close()
  return took
}

async function times<T>(run: () => Promise<T>): Promise<T[]> {
  const results: T[] = []
  for (let count = 0; count < RUNS; count += 1) results.push(await run())
  return results
}

const server = await startServer(PASSWORD)
const proxy = await slowProxy(server.url)
const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
try {
  const rows = []
  let bareContent = 0
  for (const { path, list } of visits) {
    const bare = await times(() => visit(browser, proxy.url, barePage(list)))
    const ours = await times(() => visit(browser, proxy.url, path))
    bareContent = median(bare.map(({ content }) => content))
    const content = median(ours.map((one) => one.content))
    rows.push(
      { what: `${path}: time to content, times a bare page`, measured: content / bareContent, atMost: MAX_RATIO },
      { what: `${path}: time to content`, measured: content, unit: ' ms' },
      {
        what: `${path}: longest task`,
        measured: median(ours.map(({ task }) => task)),
        atMost: MAX_TASK_MS,
        unit: ' ms',
      },
    )
  }
  const soft = median(await times(() => softNavigation(browser, proxy.url)))
  rows.push({ what: 'from a project to its instances, times a bare page', measured: soft / bareContent })
  report('Content on a slow connection', rows)
} finally {
  await browser.close()
  proxy.stop()
  await server.stop()
}
