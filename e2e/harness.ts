// What every browser test stands on: a host of its own worker's, an administrator who is logged in, and a watch over the
// page: console errors, policy violations and failed requests fail the test unless it said that it expects them.
import { test as base, expect, type BrowserContext, type Page } from '@playwright/test'
import { startPreview, startServer, type Running } from './hosts.ts'

export { expect }

export type HostName = 'server' | 'preview'

export interface HostOptions {
  host: HostName
}

export const PASSWORD = 'browser tests'

interface Watch {
  /** Refusals the test provokes: Chromium reports each as an error on the console. */
  expectStatus(...statuses: number[]): void
  expectMessage(pattern: RegExp): void
}

interface Fixtures {
  /** A name that no other test takes: hosts are shared by a worker's tests. */
  unique: (stem: string) => string
  watch: Watch
  /** Nobody is logged in. */
  stranger: boolean
  /** A second window of the same browser, watched like the first. */
  openWindow: () => Promise<Page>
}

interface WorkerFixtures {
  running: Running
}

let counter = 0

export const test = base.extend<Fixtures, HostOptions & WorkerFixtures>({
  host: ['server', { option: true, scope: 'worker' }],
  stranger: [false, { option: true }],

  running: [
    async ({ host }, give) => {
      const running = await (host === 'server' ? startServer(PASSWORD) : startPreview())
      await give(running)
      await running.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],

  baseURL: async ({ running }, give) => give(running.url),

  // the parameter is Playwright's way to ask for fixtures, and this one needs none
  // oxlint-disable-next-line no-empty-pattern
  unique: async ({}, give, info) =>
    give((stem) => `${stem}-${info.workerIndex}${info.retry}${(++counter).toString(36)}`),

  context: async ({ context, host, stranger, baseURL }, give) => {
    if (host === 'server' && !stranger) await logIn(context, baseURL!)
    await give(context)
  },

  watch: async ({ context }, give) => {
    const complaints: string[] = []
    const statuses = new Set<number>()
    const patterns: RegExp[] = []
    watchContext(context, (text) => complaints.push(text))
    await give({
      expectStatus: (...given) => given.forEach((status) => statuses.add(status)),
      expectMessage: (pattern) => void patterns.push(pattern),
    })
    const isExpected = (text: string) =>
      [...statuses].some((status) => text.includes(`status of ${status}`) || text.includes(`answered ${status}`)) ||
      patterns.some((pattern) => pattern.test(text))
    expect(complaints.filter((text) => !isExpected(text))).toEqual([])
  },

  page: async ({ page, watch: _watch }, give) => give(page),

  openWindow: async ({ context, watch: _watch }, give) => give(() => context.newPage()),
})

async function logIn(context: BrowserContext, url: string): Promise<void> {
  const data = { username: 'admin', password: PASSWORD }
  const reply = await context.request.post(`${url}/v1/login/recovery/local`, { data })
  if (!reply.ok()) throw new Error(`the test could not log in: ${reply.status()} ${await reply.text()}`)
}

function watchContext(context: BrowserContext, complain: (text: string) => void): void {
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complain(`${message.type()}: ${message.text()}`)
  })
  context.on('weberror', (error) => complain(`uncaught: ${error.error().message}`))
  context.on('response', (response) => {
    if (response.status() >= 400)
      complain(`${response.request().method()} ${response.url()} answered ${response.status()}`)
  })
  context.on('requestfailed', (request) => {
    // a page that is left lets go of its requests
    const why = request.failure()?.errorText ?? ''
    if (why !== 'net::ERR_ABORTED') complain(`${request.method()} ${request.url()} failed: ${why}`)
  })
}
