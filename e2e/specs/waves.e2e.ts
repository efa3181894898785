// A page's API calls are sent in one wave, in parallel with its code and before React has loaded. Hovering or focusing a link loads
// its code before the click. The preview has no network requests to observe.
import type { Locator, Page, Request, Route } from '@playwright/test'
import { paths } from '#console/paths.ts'
import { expect, test } from '../helpers/harness.ts'
import { countWaves } from '../helpers/script-waves.ts'

const project = 'storefront'
const web = { project, instance: 'web-1' }

const SETTLE_MS = 700
const pathOf = (request: Request) => new URL(request.url()).pathname + new URL(request.url()).search

/** The paths of everything that the document has requested so far. */
const requested = (page: Page): Promise<string[]> =>
  page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name.replace(location.origin, '')))

/** Waits until the page requests nothing more. */
async function settled(page: Page): Promise<void> {
  let count = 0
  const add = () => void (count += 1)
  page.on('request', add)
  for (let before = -1; before !== count;) {
    before = count
    await page.waitForTimeout(SETTLE_MS)
  }
  page.off('request', add)
}

/**
 * Holds the API's responses until the page requests nothing more. Returns the requests that it sends only after a response, except
 * those that need an id from one. A refetch is not a second wave.
 */
async function secondWave(page: Page, visit: () => Promise<unknown>, needs?: RegExp): Promise<string[]> {
  const before = await requested(page)
  const held: Route[] = []
  const second: string[] = []
  let isHeld = true
  await page.route(
    (url) => isApi(url.pathname),
    async (route) => {
      if (isHeld) return void held.push(route)
      second.push(pathOf(route.request()))
      await route.continue()
    },
  )
  await visit()
  await settled(page)
  isHeld = false
  await Promise.all(held.map((route) => route.continue()))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await settled(page)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  const first = new Set([...before, ...held.map((route) => pathOf(route.request()))])
  return second.filter((path) => !first.has(path) && !needs?.test(path))
}

/** Holds a page's code until the page has called the API: a page that waits for its code first never appears. Awaits the code. */
async function holdBack(page: Page, file: string): Promise<() => Promise<unknown>> {
  const asks = page.waitForRequest((request) => isApi(new URL(request.url()).pathname))
  const code = page.waitForResponse((response) => isOf(file)(new URL(response.url()).pathname))
  await page.route(
    (url) => isOf(file)(url.pathname),
    async (route) => {
      await asks
      await route.continue()
    },
  )
  return () => code
}

/** Awaits code that is not held: the parts that follow a page are requested after it, however slow the machine is. */
function arrival(page: Page, file: string): () => Promise<unknown> {
  const code = page.waitForResponse((response) => isOf(file)(new URL(response.url()).pathname))
  return () => code
}

const isApi = (path: string) => path.startsWith('/v1/')
const isOf = (file: string) => (path: string) => path.startsWith(`/assets/${file}-`)

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
  { name: 'silos', path: paths.silos(), code: 'silo-list' },
  { name: 'sleds', path: paths.sleds(), code: 'sled-list' },
  { name: 'create form', path: paths.instancesNew({ project }), code: 'instance-new' },
  { name: 'storage', path: paths.instanceStorage(web), code: 'instance-page', needs: VPC_AND_CPU },
  // interfaces name their subnets by id
  { name: 'networking', path: paths.instanceNetworking(web), code: 'instance-page', needs: SUBNETS_AND_CPU },
  // the charts' queries are in their own chunk, loaded in parallel with the page's
  { name: 'utilization', path: paths.siloUtilization(), code: 'silo-utilization', needs: /^\/v1\/metrics\// },
]

for (const { name, path, code: file, needs } of visits) {
  test(`a first visit of ${name} sends its API calls in one wave, in parallel with the code @server`, async ({
    page,
  }) => {
    const code = await holdBack(page, file)
    expect(await secondWave(page, async () => Promise.all([page.goto(path), code()]), needs)).toEqual([])
  })
}

const MAX_WAVES = 2

// one of each kind; `npm run bench -- bytes` counts those of every page
const kinds = visits.filter(({ name }) =>
  ['projects', 'instances', 'create form', 'storage', 'utilization'].includes(name),
)
for (const { name, path } of kinds) {
  test(`the JavaScript of ${name} arrives in at most ${MAX_WAVES} waves @server`, async ({ page }) => {
    expect(await countWaves(page, path, 'main h1')).toBeLessThanOrEqual(MAX_WAVES)
  })
}

test('API calls start before React has loaded @server @core', async ({ page }) => {
  const code = await holdBack(page, 'vendor')
  const visit = async () => Promise.all([page.goto(paths.instances({ project })), code()])
  expect(await secondWave(page, visit)).toEqual([])
})

/** Clicks without prior hover or focus. */
const clickUnannounced = (link: Locator) => link.evaluate((element: HTMLElement) => element.click())

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
    // before responses are held, or a filter that needs the whole list would never finish
    await expect(link).toBeVisible()
    // the instance's page has loaded what these tabs need before their code
    const hasData = file === 'networking-tab' || file === 'connect-tab'
    const code = hasData ? arrival(page, file) : await holdBack(page, file)
    const visit = async () => Promise.all([clickUnannounced(link), code()])
    expect(await secondWave(page, visit, needs), file).toEqual([])
    await expect(shows).toBeVisible()
  }
})

const hasCode = (page: Page, file: string) => async () => (await requested(page)).some(isOf(file))

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
