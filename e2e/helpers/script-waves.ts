// Counts the waves in which a page's JavaScript arrives, independent of the speed of the machine: all scripts are held until no more
// are requested, then released at once.
import type { Page, Route } from 'playwright-core'

const SETTLE_MS = 700
const POLL_MS = 50

const isScript = (url: URL) => url.pathname.startsWith('/assets/') && url.pathname.endsWith('.js')

/** Visits the path; returns the number of rounds before the content, a CSS selector, appears. */
export async function countWaves(page: Page, path: string, content: string): Promise<number> {
  const held: Route[] = []
  await page.route(isScript, (route) => void held.push(route))
  await page.goto(path, { waitUntil: 'commit' })
  const isShown = async () => (await page.locator(content).count()) > 0
  let waves = 0
  for (;;) {
    while (held.length === 0 && !(await isShown())) await page.waitForTimeout(POLL_MS)
    if (await isShown()) break
    for (let before = -1; before !== held.length;) {
      before = held.length
      await page.waitForTimeout(SETTLE_MS)
    }
    waves += 1
    await Promise.all(held.splice(0).map((route) => route.continue()))
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  return waves
}
