// Time to content of a first visit on a slow connection, relative to a bare page that shows the same list; and the time of a soft
// navigation.
import type { Page } from 'playwright-core'
import { paths } from '#console/paths.ts'
import { contentMs, longestTaskMs, openConsole, openPath } from './browser.ts'
import { barePage, slowProxy } from './slow-proxy.ts'
import { median, report, type Figure } from './table.ts'

const RUNS = 5
const RTT_MS = 60
const BYTES_PER_SECOND = 9_000_000 / 8
const MAX_RATIO = 1.9
const MAX_MEDIAN_RATIO = 1.6
const MAX_TASK_MS = 200
const ROW = 'main table td'

const project = 'storefront'
const visits = [
  { path: paths.projects(), list: '/v1/projects?limit=25' },
  { path: paths.instances({ project }), list: `/v1/instances?limit=25&project=${project}` },
  { path: paths.disks({ project }), list: `/v1/disks?limit=25&project=${project}` },
  {
    path: paths.firewallRules({ project, vpc: 'default' }),
    list: `/v1/vpc-firewall-rules?project=${project}&vpc=default`,
  },
  { path: paths.projectAccess({ project }), list: `/v1/projects/${project}/policy` },
  {
    path: paths.projectActivity({ project }),
    list: `/rackwright/activity?limit=50&project=${project}`,
    content: 'main ol[aria-labelledby] > li',
  },
  { path: paths.silos(), list: '/v1/system/silos?limit=25' },
  { path: paths.sleds(), list: '/v1/system/hardware/sleds?limit=1000' },
  { path: paths.ipPools(), list: '/v1/system/ip-pools?limit=25' },
  { path: paths.switchPorts(), list: '/v1/system/hardware/switch-port?limit=1000' },
  { path: paths.systemAccess(), list: '/v1/system/policy' },
  { path: paths.auditLog(), list: '/rackwright/audit?limit=50' },
  {
    path: paths.instanceStorage({ project, instance: 'web-1' }),
    list: `/v1/instances/web-1/disks?limit=25&project=${project}`,
  },
]

/** A browser that has never been here, on a slow connection. */
async function newcomer(content: string): Promise<Page> {
  const page = await host.newcomer(content, proxy.url)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: RTT_MS,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND,
  })
  return page
}

async function visit(path: string, content = ROW) {
  const page = await newcomer(content)
  await openPath(page, path, content)
  const seen = { content: await contentMs(page), task: await longestTaskMs(page) }
  await page.context().close()
  return seen
}

/** From the click on a project to its instances, without pointing at the link first. */
async function softNavigation(): Promise<number> {
  const page = await newcomer(ROW)
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

/** Several runs of each. They alternate, so that a slow moment of the machine affects both. */
async function times<T>(...runs: (() => Promise<T>)[]): Promise<T[][]> {
  const results: T[][] = runs.map(() => [])
  for (let count = 0; count < RUNS; count += 1) for (const [n, run] of runs.entries()) results[n]?.push(await run())
  return results
}

const host = await openConsole()
const proxy = await slowProxy(host.url)
try {
  const rows: Figure[] = []
  const ratios: number[] = []
  let bareContent = 0
  for (const { path, list, content: selector } of visits) {
    const [bare = [], ours = []] = await times(
      () => visit(barePage(list)),
      () => visit(path, selector),
    )
    bareContent = median(bare.map(({ content }) => content))
    const content = median(ours.map((one) => one.content))
    const ratio = content / bareContent
    ratios.push(ratio)
    rows.push(
      { what: `${path}: relative to a bare page`, measured: ratio, atMost: MAX_RATIO },
      { what: path, measured: content, unit: ' ms' },
      {
        what: `${path}: longest task`,
        measured: median(ours.map(({ task }) => task)),
        atMost: MAX_TASK_MS,
        unit: ' ms',
      },
    )
  }
  rows.push({ what: 'relative to a bare page, median', measured: median(ratios), atMost: MAX_MEDIAN_RATIO })
  const [softs = []] = await times(softNavigation)
  const soft = median(softs)
  const what = 'soft navigation from the projects to the instances of one'
  rows.push(
    { what: `${what}, relative to a bare page`, measured: soft / bareContent },
    { what, measured: soft, unit: ' ms' },
  )
  report('Time to content on a slow connection', rows)
} finally {
  proxy.stop()
  await host.close()
}
