// What only the preview does: it runs in a folder of a static host, works offline, keeps its state, lets visitors switch users,
// and fails on request.
import { EventEmitter, once } from 'node:events'
import { createServer } from 'node:http'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { expectAccessible } from '../helpers/axe.ts'
import { expect, PHONE, test } from '../helpers/harness.ts'
import { startPreview, type Running } from '../helpers/hosts.ts'
import { pressAt } from '../helpers/keys.ts'
import { examples, toured } from '../helpers/places.ts'
import { overflow } from '../helpers/table.ts'

const FOLDER = '/docs/preview'
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const heading = (page: Page) => page.getByRole('heading', { level: 1, includeHidden: true })

/** A URL with the artificial delay off, for tests that are not about it. */
const at = (url: string, path: string, more = '') => `${url}${path}${path.includes('?') ? '&' : '?'}delay=0${more}`

/** A browser that has visited once. */
async function visit(browser: Browser, url: string): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.goto(at(url, '/'))
  await expect(row(page, 'storefront')).toBeVisible()
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  // the first page stays open to keep the worker, which would otherwise restart with every page
  return { context, page: await context.newPage() }
}

/** The preview on a host that holds back some files until they are released. */
async function startHolding(files: RegExp, from: string) {
  const release = new EventEmitter()
  const released = once(release, 'now')
  const server = createServer((request, response) => {
    const answer = async () => {
      if (files.test(request.url!)) await released
      const file = await fetch(new URL(request.url!, from))
      response.writeHead(file.status, { 'content-type': file.headers.get('content-type')! })
      response.end(Buffer.from(await file.arrayBuffer()))
    }
    answer().catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return { url: `http://127.0.0.1:${port}${FOLDER}`, release: () => release.emit('now'), stop: () => server.close() }
}

interface Look {
  isError: boolean
  hasSidebar: boolean
  hasWayOn: boolean
}

/** Runs in the browser: what it shows once another history entry is rendered and nothing is loading. */
function lookAfter(entry: string | null): Look | undefined {
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- only this function is sent to the browser
  const find = (selector: string) =>
    [...document.querySelectorAll<HTMLElement>(selector)].filter((element) => element.checkVisibility())
  const title = find('h1')[0]?.textContent
  const isThere = find('[data-entry]')[0]?.dataset.entry !== entry && title
  if (!isThere || find('[aria-busy=true], [role=progressbar], [data-shape]').length > 0) return undefined
  const ways = find('a, button').map(({ textContent }) => textContent)
  return {
    isError: /^(Page not found|Something went wrong)$/.test(title),
    hasSidebar: find('nav[aria-label="Sidebar navigation"]').length > 0,
    hasWayOn: ways.includes('Back to console') || ways.includes('Try again'),
  }
}

/** Navigates like a link, because loading the document takes several times as long. */
async function goAndSettle(page: Page, path: string, n: number): Promise<Look | undefined> {
  const before = await page.locator('[data-entry]').getAttribute('data-entry')
  await page.evaluate(
    ([to, idx]) => {
      history.pushState({ key: `tour-${idx}`, idx }, '', to)
      dispatchEvent(new PopStateEvent('popstate'))
    },
    [path, n] as const,
  )
  return (await page.waitForFunction(lookAfter, before, { polling: 20 })).jsonValue()
}

const paints = (page: Page) => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length)

test.describe('in a folder of a static host', { tag: '@preview' }, () => {
  let host: Running
  test.beforeAll(async () => {
    host = await startPreview(FOLDER)
  })
  test.afterAll(() => host.stop())

  const PARTS = 2
  /** The service worker serves the same document for every path, and match.spec.ts compares how it starts at each of them. */
  const PLACES_PER_DOCUMENT = 4
  for (const part of Array.from({ length: PARTS }, (_, n) => n)) {
    test(`every page works after the network is cut, part ${part + 1}`, async ({ browser }) => {
      const { context, page } = await visit(browser, host.url)
      await context.setOffline(true)
      for (const [n, place] of toured.filter((_, index) => index % PARTS === part).entries()) {
        await test.step(place, async () => {
          if (n % PLACES_PER_DOCUMENT === 0) {
            await page.goto(at(host.url, examples[place]!))
            await expect(heading(page)).toBeVisible()
            await expect(heading(page)).not.toHaveText(/Page not found|Something went wrong/)
            await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
          } else {
            const shown = await goAndSettle(page, new URL(host.url).pathname + examples[place]!, n)
            expect(shown?.isError).toBe(false)
          }
        })
      }
      await context.close()
    })
  }

  test('the frame is painted before the database has loaded', async ({ browser }) => {
    const holding = await startHolding(/\/assets\/(worker-|world|sqlite3-)/, host.url)
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(at(holding.url, '/'))
    await expect(page.getByRole('status').getByText('Loading the control plane…')).toBeVisible()
    await expect.poll(() => paints(page)).toBe(1)
    await expect(page.getByRole('row')).toHaveCount(0)
    holding.release()
    await expect(row(page, 'storefront')).toBeVisible()
    await context.close()
    holding.stop()
  })

  test('while it starts, the preview says what it is doing', async ({ browser }) => {
    const holding = await startHolding(/preview-world/, host.url)
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(at(holding.url, '/'))
    await expect(page.getByRole('status').getByText('Opening the demo world…')).toBeVisible()
    holding.release()
    await expect(row(page, 'storefront')).toBeVisible()
    await expect(page.getByText('Opening the demo world…')).toHaveCount(0)
    await context.close()
    holding.stop()
  })

  for (const width of [1440, PHONE.width])
    test(`the guided tour points at things and covers none of them, ${width} pixels wide`, async ({ browser }) => {
      const { context, page } = await visit(browser, host.url)
      await page.setViewportSize({ width, height: 844 })
      await page.goto(at(host.url, '/'))
      await expect(page.getByText('New here?')).toBeVisible()
      await expectAccessible(page)
      const start = page.getByRole('button', { name: 'Take the tour' })
      if (width === PHONE.width) {
        // declined by keyboard, and taken later
        await pressAt(page, page.getByRole('button', { name: 'Not now' }))
        await expect(page.getByText('New here?')).toHaveCount(0)
        await page.reload()
        await expect(start).toBeVisible()
        await expect(page.getByText('New here?')).toHaveCount(0)
        expect(await overflow(page)).toBe(0)
        await pressAt(page, start)
      } else {
        await start.click()
        await expect(page.getByText('New here?')).toHaveCount(0)
      }
      const tour = page.getByRole('dialog', { name: 'Guided tour' })
      await expect(tour.getByRole('heading')).toBeFocused()
      const next = () => tour.getByRole('button', { name: 'Next' }).press('Enter')
      const expectFree = () =>
        expect.poll(async () => {
          const [card, thing] = await Promise.all([tour.boundingBox(), page.locator('[data-pointed-at]').boundingBox()])
          if (!card || !thing) return 'not there'
          const isBeside = card.x >= thing.x + thing.width || card.x + card.width <= thing.x
          return isBeside || card.y >= thing.y + thing.height || card.y + card.height <= thing.y ? 'free' : 'covered'
        })
      await expectFree().toBe('free')
      await next()
      await expect(page.getByRole('heading', { level: 1, name: 'Instances' })).toBeVisible()
      await expectFree().toBe('free')
      await next()
      await expect(page).toHaveURL(/web-1\/connect/)
      await expectFree().toBe('free')
      await expectAccessible(page)
      await next()
      await expect(page.getByRole('heading', { level: 1, name: 'Network map' })).toBeVisible()
      await expectFree().toBe('free')
      await tour.getByRole('button', { name: 'Back' }).click()
      await expect(page).toHaveURL(/web-1\/connect/)
      await next()
      await next()
      await expect(page.getByRole('heading', { level: 1, name: 'Inventory' })).toBeVisible()
      await expectFree().toBe('free')
      await tour.getByRole('button', { name: 'Finish' }).click()
      await expect(tour).toHaveCount(0)
      await page.reload()
      await expect(page.getByRole('button', { name: 'Take the tour' })).toBeVisible()
      await expect(page.getByText('New here?')).toHaveCount(0)
      await context.close()
    })

  test('a first visit to a deep link works, and the page stays in place when the banner arrives', async ({
    browser,
  }) => {
    const holding = await startHolding(/\/assets\/preview-banner/, host.url)
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(at(holding.url, '/projects/billing/disks'))
    await expect(row(page, 'invoice-archive')).toBeVisible()
    await expect(page).toHaveURL(/\/docs\/preview\/projects\/billing\/disks\?/)
    const top = async () => (await page.getByRole('banner').boundingBox())?.y
    const before = await top()
    const banner = page.getByRole('complementary', { name: 'Technical preview' })
    await expect(banner).toHaveCount(0)
    holding.release()
    await expect(banner).toBeVisible()
    expect(await top()).toBe(before)
    await context.close()
    holding.stop()
  })

  test('changes survive a reload, tabs share them, users can be switched, and a reset starts over @core', async ({
    browser,
  }) => {
    const { context, page } = await visit(browser, host.url)
    await page.goto(at(host.url, '/projects-new'))
    await page.getByLabel('Name').fill('kept')
    await page.getByRole('button', { name: 'Create project' }).click()
    await expect(page.getByText('Project kept created')).toBeVisible()
    await page.goto(at(host.url, '/projects'))
    await expect(row(page, 'kept')).toBeVisible()
    const other = await context.newPage()
    await other.goto(at(host.url, '/projects'))
    await expect(row(other, 'kept')).toBeVisible()

    await page.getByRole('button', { name: 'View as' }).click()
    await page.getByRole('menuitem', { name: /^katherine/ }).click()
    await expect(row(page, 'tiles')).toBeVisible()
    await expect(page.getByRole('button', { name: 'katherine: user menu' })).toBeVisible()
    // the other tab switches too
    await expect(row(other, 'tiles')).toBeVisible()
    for (const each of context.pages()) if (each !== page) await each.close()
    await page.reload()
    await expect(page.getByRole('button', { name: 'katherine: user menu' })).toBeVisible()

    await page.getByRole('button', { name: 'Learn more' }).click()
    await page.getByRole('button', { name: 'Reset demo' }).click()
    await expect(page.getByRole('button', { name: 'admin: user menu' })).toBeVisible()
    await expect(row(page, 'storefront')).toBeVisible()
    await expect(row(page, 'kept')).toHaveCount(0)
    await context.close()
  })

  test('with 20 percent chaos no page is blank or stuck, and every failure shows in the frame', async ({ browser }) => {
    const { context, page } = await visit(browser, host.url)
    await page.goto(at(host.url, '/guides', '&chaos=20&chaos-seed=3'))
    await expect(heading(page)).toBeVisible()
    let failures = 0
    for (const [n, path] of toured.map((place) => examples[place]!).entries()) {
      await test.step(path, async () => {
        const shown = await goAndSettle(page, new URL(host.url).pathname + path, n)
        if (!shown?.isError) return
        failures += 1
        expect(shown).toMatchObject({ hasSidebar: true, hasWayOn: true })
      })
    }
    expect(failures).toBeGreaterThan(20)
    await context.close()
  })

  test('an unsupported browser is told what is missing', async ({ browser }) => {
    const context = await browser.newContext({ serviceWorkers: 'block' })
    await context.addInitScript(() => Reflect.deleteProperty(globalThis, 'DecompressionStream'))
    const page = await context.newPage()
    await page.goto(`${host.url}/`)
    await expect(page.getByRole('alert')).toContainText('This browser cannot run the preview')
    await expect(page.getByRole('alert')).toContainText('decompression streams')
    await context.close()
  })

  test('without shared workers one tab works, and a second one says why not', async ({ browser }) => {
    const context = await browser.newContext({ serviceWorkers: 'block' })
    await context.addInitScript(() => Reflect.deleteProperty(globalThis, 'SharedWorker'))
    const page = await context.newPage()
    await page.goto(at(host.url, '/'))
    await expect(row(page, 'storefront')).toBeVisible()
    const other = await context.newPage()
    await other.goto(at(host.url, '/'))
    await expect(other.getByRole('alert')).toContainText('open in another tab')
    await page.close()
    await other.getByRole('button', { name: 'Try again' }).click()
    await expect(row(other, 'storefront')).toBeVisible()
    await context.close()
  })
})
