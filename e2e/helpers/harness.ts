// The base of every browser test: a host per worker, a signed-in administrator, and a watch over the page: console errors, policy
// violations and failed requests fail the test unless it expects them.
import {
  test as base,
  expect,
  type BrowserContext,
  type ConsoleMessage,
  type Cookie,
  type Page,
  type Request,
  type Response,
  type WebError,
} from '@playwright/test'
import { call, keepers } from './api.ts'
import { startPreview, startServer, type Running } from './hosts.ts'

export { expect }

export type HostName = 'server' | 'preview'

export interface HostOptions {
  host: HostName
}

export const PASSWORD = 'browser tests'

interface Watch {
  /** Statuses the test provokes; Chromium reports each as a console error. */
  expectStatus(...statuses: number[]): void
  expectMessage(pattern: RegExp): void
}

interface Fixtures {
  /** A name no other test uses, because tests of a worker share a host. A list shows 25 rows; names in 'a-' stay on page 1. */
  unique: (stem: string) => string
  watch: Watch
  /** No user is signed in. */
  stranger: boolean
  /** A second window of the same browser, watched like the first. */
  openWindow: () => Promise<Page>
}

interface WorkerFixtures {
  running: Running
  /** The preview's world ends with its last window, so one window stays open. A worker's tests share it, like a server. */
  world: BrowserContext | undefined
}

let counter = 0

export const test = base.extend<Fixtures, HostOptions & WorkerFixtures>({
  host: ['server', { option: true, scope: 'worker' }],
  stranger: [false, { option: true }],

  running: [
    async ({ host }, give) => {
      const running = await (host === 'server'
        ? startServer(PASSWORD, '--allow-local-receivers', '--allow-local-metadata', '--allow-private-images')
        : startPreview())
      await give(running)
      await running.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],

  world: [
    async ({ browser, host, running }, give) => {
      if (host === 'server') return give(undefined)
      const world = await browser.newContext({
        baseURL: running.url,
        viewport: { width: 1440, height: 900 },
        locale: 'en-US',
        timezoneId: 'UTC',
        reducedMotion: 'reduce',
      })
      const keeper = await world.newPage()
      await keeper.goto('/')
      await keeper.getByRole('heading', { name: 'Projects' }).waitFor()
      // the service worker serves every path; a static host has only files
      await keeper.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
      keepers.set(world, keeper)
      await give(world)
      await world.close()
    },
    { scope: 'worker', timeout: 180_000 },
  ],

  baseURL: async ({ running }, give) => give(running.url),

  // Playwright requires a destructured parameter, even without fixtures
  // oxlint-disable-next-line no-empty-pattern
  unique: async ({}, give, info) =>
    give((stem) => `${stem}-${info.workerIndex}${info.retry}${(++counter).toString(36)}`),

  context: async ({ context, world, stranger, baseURL }, give) => {
    if (!world) {
      if (!stranger) await logIn(context, baseURL!)
      await give(context)
      return leaveRoutes(context)
    }
    const keeper = keepers.get(world)!
    await keeper.evaluate(() => localStorage.clear())
    await call(world, 'POST', '/v1/login/recovery/local', { username: 'admin', password: 'preview' })
    await give(world)
    await leaveRoutes(world)
    for (const page of world.pages()) if (page !== keeper) await page.close()
  },

  watch: async ({ context }, give) => {
    const complaints: string[] = []
    const statuses = new Set<number>()
    const patterns: RegExp[] = []
    const release = watchContext(context, (text) => complaints.push(text))
    await give({
      expectStatus: (...given) => given.forEach((status) => statuses.add(status)),
      expectMessage: (pattern) => void patterns.push(pattern),
    })
    release()
    const isExpected = (text: string) =>
      [...statuses].some((status) => text.includes(`status of ${status}`) || text.includes(`answered ${status}`)) ||
      patterns.some((pattern) => pattern.test(text))
    expect(complaints.filter((text) => !isExpected(text))).toEqual([])
  },

  page: async ({ context, viewport, watch: _watch }, give) => {
    const page = await context.newPage()
    if (viewport && viewport.width !== page.viewportSize()?.width) await page.setViewportSize(viewport)
    await give(page)
  },

  openWindow: async ({ context, watch: _watch }, give) => give(() => context.newPage()),
})

/**
 * Pages go on asking after the end of a test, and a route that has fetched an answer but not passed it on when the browser closes
 * fails the test: "Fetch response has been disposed".
 */
async function leaveRoutes(context: BrowserContext): Promise<void> {
  for (const routed of [context, ...context.pages()]) await routed.unrouteAll({ behavior: 'ignoreErrors' })
}

export const PHONE = { width: 390, height: 844 }

/** The administrator's cookies per host. Checking a password is slow by design, so a worker's tests share a session. */
const sessions = new Map<string, Cookie[]>()

async function logIn(context: BrowserContext, url: string): Promise<void> {
  const session = sessions.get(url)
  if (session) {
    await context.addCookies(session)
    const me = await context.request.get(`${url}/v1/me`)
    if (me.ok()) return
    // a test signed out
    await context.clearCookies()
  }
  const data = { username: 'admin', password: PASSWORD }
  const reply = await context.request.post(`${url}/v1/login/recovery/local`, { data })
  if (!reply.ok()) throw new Error(`the test could not log in: ${reply.status()} ${await reply.text()}`)
  sessions.set(url, await context.cookies(url))
}

/** What Chromium and Firefox call a request that ended because its page was left. */
const ABORTED = ['net::ERR_ABORTED', 'NS_BINDING_ABORTED']

function watchContext(context: BrowserContext, complain: (text: string) => void): () => void {
  const onConsole = (message: ConsoleMessage) => {
    const isKeepers = message.page() === keepers.get(context)
    if ((message.type() === 'error' || message.type() === 'warning') && !isKeepers)
      complain(`${message.type()}: ${message.text()}`)
  }
  const onError = (error: WebError) => complain(`uncaught: ${error.error().message}`)
  const onResponse = (response: Response) => {
    if (response.status() >= 400)
      complain(`${response.request().method()} ${response.url()} answered ${response.status()}`)
  }
  const onFailure = (request: Request) => {
    const why = request.failure()?.errorText ?? ''
    if (!ABORTED.includes(why)) complain(`${request.method()} ${request.url()} failed: ${why}`)
  }
  context.on('console', onConsole).on('weberror', onError).on('response', onResponse).on('requestfailed', onFailure)
  return () =>
    void context
      .off('console', onConsole)
      .off('weberror', onError)
      .off('response', onResponse)
      .off('requestfailed', onFailure)
}
