// A page's API calls are sent in one wave, in parallel with its code and before React has loaded. Hovering or focusing a link loads
// its code before the click. The preview has no network requests to observe.
import type { Locator, Page } from '@playwright/test'
import { paths } from '#console/paths.ts'
import { expect, test } from './harness.ts'
import { countWaves } from './script-waves.ts'

const project = 'storefront'
const web = { project, instance: 'web-1' }

interface Asked {
  path: string
  start: number
  end: number
}

const asked = (page: Page): Promise<Asked[]> =>
  page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name, startTime, duration }) => {
      const { pathname, search } = new URL(name)
      return { path: pathname + search, start: startTime, end: startTime + duration }
    }),
  )

/** All responses since then, once no more arrive. Repeated requests count once, because a refetch is not a second wave. */
async function answersSince(page: Page, since = 0): Promise<Asked[]> {
  let before = -1
  await expect
    .poll(
      async () => {
        const now = (await asked(page)).length
        const isSettled = now === before
        before = now
        return isSettled
      },
      { intervals: [700] },
    )
    .toBe(true)
  const once = new Map<string, Asked>()
  for (const one of await asked(page)) if (!once.has(one.path)) once.set(one.path, one)
  return [...once.values()].filter(({ path, start }) => isApi(path) && start >= since)
}

/** Requests that started only after a response, except those that need an id from it. */
function secondWave(api: readonly Asked[], needs: RegExp | undefined): string[] {
  const firstAnswer = Math.min(...api.map(({ end }) => end))
  return api.filter(({ path, start }) => start > firstAnswer && !needs?.test(path)).map(({ path }) => path)
}

/** Holds a page's code until the page has called the API: a page that waits for its code first never appears. */
async function holdBack(page: Page, file: string): Promise<void> {
  const asks = page.waitForRequest((request) => isApi(new URL(request.url()).pathname))
  await page.route(
    (url) => isOf(file)({ path: url.pathname }),
    async (route) => {
      await asks
      await route.continue()
    },
  )
}

const isApi = (path: string) => path.startsWith('/v1/')
const isOf = (file: string) => (one: { path: string }) => one.path.startsWith(`/assets/${file}-`)

interface Visited {
  name: string
  path: string
  code: string
  /** requests that depend on another response */
  needs?: RegExp
}

/** An instance's header names its VPC by id, and its CPU chart asks by the instance's id. */
const VPC_AND_CPU = /^\/v1\/(vpcs\/[^?]|timeseries\/query)/
const SUBNETS_AND_CPU = /^\/v1\/(vpcs\/[^?]|vpc-subnets\/[^?]|timeseries\/query)/

const visits: Visited[] = [
  // other tests may have filled more than one page, so the rest of the list is loaded
  { name: 'projects', path: paths.projects(), code: 'project-list', needs: /^\/v1\/projects\?limit=1000/ },
  { name: 'instances', path: paths.instances({ project }), code: 'instance-list' },
  { name: 'disks', path: paths.disks({ project }), code: 'disk-list' },
  { name: 'create form', path: paths.instancesNew({ project }), code: 'instance-new' },
  { name: 'storage', path: paths.instanceStorage(web), code: 'instance-page', needs: VPC_AND_CPU },
  // interfaces name their subnets by id
  { name: 'networking', path: paths.instanceNetworking(web), code: 'instance-page', needs: SUBNETS_AND_CPU },
  { name: 'connect', path: paths.instanceConnect(web), code: 'instance-page', needs: VPC_AND_CPU },
  { name: 'settings', path: paths.instanceSettings(web), code: 'instance-page', needs: VPC_AND_CPU },
  // the charts' queries are in their own chunk, loaded in parallel with the page's
  { name: 'utilization', path: paths.siloUtilization(), code: 'silo-utilization', needs: /^\/v1\/metrics\// },
]

for (const { name, path, code: file, needs } of visits) {
  test(`a first visit of ${name} sends its API calls in one wave, in parallel with the code @server`, async ({
    page,
  }) => {
    await holdBack(page, file)
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(secondWave(await answersSince(page), needs)).toEqual([])
  })
}

const MAX_WAVES = 3

for (const { name, path } of visits) {
  test(`the JavaScript of ${name} arrives in at most ${MAX_WAVES} waves @server`, async ({ page }) => {
    expect(await countWaves(page, path, 'main h1')).toBeLessThanOrEqual(MAX_WAVES)
  })
}

test('API calls start before React has loaded @server', async ({ page }) => {
  await holdBack(page, 'vendor')
  await page.goto(paths.instances({ project }))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(secondWave(await answersSince(page), undefined)).toEqual([])
})

/** Clicks without prior hover or focus. Returns the time of the click. */
const clickUnannounced = (link: Locator): Promise<number> =>
  link.evaluate((element: HTMLElement) => {
    const now = performance.now()
    element.click()
    return now
  })

test('from project to instance to its tabs, each step is one wave @server', async ({ page }) => {
  await page.goto(paths.projects())
  // the other tests' projects may fill the first page
  await page.getByRole('searchbox', { name: 'Filter projects' }).fill(project)
  const steps: { link: Locator; shows: Locator; code: string; needs?: RegExp }[] = [
    {
      link: page.getByRole('main').getByRole('link', { name: project, exact: true }),
      shows: page.getByRole('heading', { level: 1, name: 'Instances' }),
      code: 'instance-list',
    },
    {
      link: page.getByRole('link', { name: web.instance, exact: true }),
      shows: page.getByRole('heading', { level: 1, name: web.instance }),
      code: 'instance-page',
      needs: VPC_AND_CPU,
    },
    {
      link: page.getByRole('tab', { name: 'Networking' }),
      shows: page.getByText('Network interfaces'),
      code: 'networking-tab',
      needs: /^\/v1\/(vpcs|vpc-subnets)\/[^?]/,
    },
    { link: page.getByRole('tab', { name: 'Connect' }), shows: page.getByText('SSH').first(), code: 'connect-tab' },
    {
      link: page.getByRole('tab', { name: 'Settings' }),
      shows: page.getByText('Auto-restart').first(),
      code: 'settings-tab',
    },
  ]
  for (const { link, shows, code: file, needs } of steps) {
    // the connect tab's data is already loaded
    if (file !== 'connect-tab') await holdBack(page, file)
    const since = await clickUnannounced(link)
    await expect(shows).toBeVisible()
    const api = await answersSince(page, since)
    if (api.length > 0) expect(secondWave(api, needs), file).toEqual([])
  }
})

const hasCode = (page: Page, file: string) => async () => (await asked(page)).some(isOf(file))

test('hovering a link fetches its code before the click @server', async ({ page }) => {
  await page.goto(paths.instances({ project }))
  const steps: { link: Locator; files: string[]; shows: Locator }[] = [
    {
      link: page.getByRole('link', { name: web.instance, exact: true }),
      files: ['instance-page'],
      shows: page.getByRole('heading', { level: 1, name: web.instance }),
    },
    // the pointer is still on one of the tabs; use others
    { link: page.getByRole('tab', { name: 'Connect' }), files: ['connect-tab'], shows: page.getByText('SSH').first() },
    {
      link: page.getByRole('tab', { name: 'Settings' }),
      files: ['settings-tab'],
      shows: page.getByText('Auto-restart').first(),
    },
    {
      link: page.getByRole('navigation', { name: 'Sidebar navigation' }).getByRole('link', { name: 'Disks' }),
      files: ['disk-list'],
      shows: page.getByRole('heading', { level: 1, name: 'Disks' }),
    },
  ]
  for (const { link, files, shows } of steps) {
    await expect(link).toBeVisible()
    for (const file of files) expect(await hasCode(page, file)(), `${file} before anybody pointed`).toBe(false)
    await link.hover()
    for (const file of files) await expect.poll(hasCode(page, file), { message: file }).toBe(true)
    await link.click()
    await expect(shows).toBeVisible()
  }
})

test('focusing a link by keyboard fetches its code before Enter @server', async ({ page }) => {
  await page.goto(paths.instances({ project }))
  const link = page.getByRole('link', { name: web.instance, exact: true })
  await expect(link).toBeVisible()
  expect(await hasCode(page, 'instance-page')()).toBe(false)
  await link.focus()
  await expect.poll(hasCode(page, 'instance-page')).toBe(true)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: web.instance })).toBeVisible()
  const tab = page.getByRole('tab', { name: 'Settings' })
  await tab.focus()
  await expect.poll(hasCode(page, 'settings-tab')).toBe(true)
})
