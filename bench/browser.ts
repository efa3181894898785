// A browser, and the built server with the demo world, for benches that visit pages.
import { chromium, type Page } from 'playwright-core'
import { startServer } from '../e2e/helpers/hosts.ts'
import { findChromium } from '../scripts/programs.mjs'

const PASSWORD = 'bench'

interface Watched {
  longestTaskMs: number
}

/** Runs in the page before its own code: marks when `content` enters the document, and keeps the length of the longest task. */
function watch(content: string): void {
  const state = globalThis as unknown as Watched
  state.longestTaskMs = 0
  new PerformanceObserver((tasks) => {
    for (const { duration } of tasks.getEntries()) state.longestTaskMs = Math.max(state.longestTaskMs, duration)
  }).observe({ type: 'longtask', buffered: true })
  const watcher = new MutationObserver(() => {
    if (!document.querySelector(content)) return
    watcher.disconnect()
    performance.mark('content')
  })
  watcher.observe(document, { childList: true, subtree: true })
}

/** Milliseconds from the start of the navigation until the content was there. Playwright itself polls at growing intervals. */
export const contentMs = (page: Page): Promise<number> =>
  page.evaluate(() => performance.getEntriesByName('content')[0]?.startTime ?? 0)

/** The longest task of the main thread since the last call. */
export const longestTaskMs = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const state = globalThis as unknown as Watched
    const longest = state.longestTaskMs
    state.longestTaskMs = 0
    return longest
  })

/** Opens a path in a page of `newcomer` and waits for the content, a CSS selector. */
export async function openPath(page: Page, path: string, content: string): Promise<void> {
  await page.goto(path, { waitUntil: 'commit' })
  await page.locator(content).first().waitFor({ state: 'attached' })
}

export async function openConsole() {
  const server = await startServer(PASSWORD)
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })

  /** A page of a browser that has never been here; logged in, unless it visits another host. */
  async function newcomer(content: string, url = server.url, isLoggedIn = true): Promise<Page> {
    const context = await browser.newContext({ baseURL: url })
    if (isLoggedIn)
      await context.request.post('/v1/login/recovery/local', { data: { username: 'admin', password: PASSWORD } })
    const page = await context.newPage()
    await page.addInitScript(watch, content)
    return page
  }

  return {
    url: server.url,
    newcomer,
    async close() {
      await browser.close()
      await server.stop()
    },
  }
}

export type Console = Awaited<ReturnType<typeof openConsole>>
