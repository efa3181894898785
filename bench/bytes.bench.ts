// What a first visit costs: compressed JavaScript and CSS that a page has requested by the time its content is on screen and once it
// is idle, and how many waves the JavaScript arrives in. Sizes are gzip -9 of the built files, whatever the browser was sent.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { chromium, type Browser } from 'playwright-core'
import { paths } from '#console/paths.ts'
import { startServer, type Running } from '../e2e/hosts.ts'
import { countWaves } from '../e2e/script-waves.ts'
import { findChromium } from '../scripts/programs.mjs'
import { report } from './table.ts'

interface Visit {
  path: string
  /** present once the content is: what was requested by then had to be waited for */
  content: string
  /** kB before the content */
  script: number
}

const LIST_KB = 160
const INSTANCE_KB = 175
const HEAVY_KB = 200
const IDLE_KB = 250
const STYLE_KB = 20
const MAX_WAVES = 3

const ROW = 'main table td'
/** comes with the content, also where a list is empty */
const HEADING = 'main h1'
const project = 'storefront'
const lists = [
  paths.projects(),
  paths.siloImages(),
  paths.siloAccess(),
  paths.sshKeys(),
  paths.instances({ project }),
  paths.disks({ project }),
  paths.snapshots({ project }),
  paths.images({ project }),
  paths.vpcs({ project }),
  paths.floatingIps({ project }),
  paths.affinity({ project }),
  paths.projectAccess({ project }),
  paths.projectActivity({ project }),
  paths.firewallRules({ project, vpc: 'default' }),
  paths.silos(),
  paths.systemIssues(),
  paths.sleds(),
  paths.ipPools(),
  paths.switchPorts(),
  paths.portSettings(),
  paths.addressLots(),
  paths.bgp(),
  paths.systemAccess(),
  paths.auditLog(),
  paths.supportBundles(),
]
const visits: readonly Visit[] = [
  ...lists.map((path) => ({ path, content: HEADING, script: LIST_KB })),
  { path: paths.profile(), content: HEADING, script: LIST_KB },
  { path: paths.instanceStorage({ project, instance: 'web-1' }), content: ROW, script: INSTANCE_KB },
  { path: paths.instanceMetricsCpu({ project, instance: 'web-1' }), content: HEADING, script: HEAVY_KB },
  { path: paths.instancesNew({ project }), content: 'main form input', script: HEAVY_KB },
  { path: paths.siloUtilization(), content: 'main canvas', script: HEAVY_KB },
  { path: paths.systemUtilization(), content: HEADING, script: HEAVY_KB },
  { path: paths.network({ project }), content: HEADING, script: HEAVY_KB },
  { path: paths.projectMetrics({ project }), content: HEADING, script: HEAVY_KB },
]

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

/** Marks when the content enters the document. */
function noteContent(selector: string): void {
  const watch = new MutationObserver(() => {
    if (!document.querySelector(selector)) return
    watch.disconnect()
    performance.mark('content')
  })
  watch.observe(document, { childList: true, subtree: true })
}

/** A new context is a browser that has never been here. */
async function signedIn(server: Running, browser: Browser) {
  const context = await browser.newContext({ baseURL: server.url })
  await context.request.post('/v1/login/recovery/local', { data: { username: 'admin', password: PASSWORD } })
  return context
}

async function measure(server: Running, browser: Browser, { path, content, script }: Visit) {
  const context = await signedIn(server, browser)
  const page = await context.newPage()
  await page.addInitScript(noteContent, content)
  await page.goto(path, { waitUntil: 'commit' })
  await page.locator(content).first().waitFor({ state: 'attached' })
  // live updates never end, so the network is never idle; what loads when idle does so within two seconds of the content
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
    { what: `${path}: JavaScript once idle`, measured: kB(all, '.js'), atMost: IDLE_KB, unit: ' kB' },
    { what: `${path}: CSS`, measured: kB(all, '.css'), atMost: STYLE_KB, unit: ' kB' },
    { what: `${path}: waves of JavaScript`, measured: await waves(server, browser, path, content), atMost: MAX_WAVES },
  ]
}

/** How often JavaScript had to arrive before the page asked for more: each round of requests is held until no more come. */
async function waves(server: Running, browser: Browser, path: string, content: string): Promise<number> {
  const context = await signedIn(server, browser)
  const page = await context.newPage()
  const count = await countWaves(page, path, content)
  await context.close()
  return count
}

/** With BENCH_FILES set: the files and their sizes. */
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
