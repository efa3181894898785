// What a first visit costs: compressed JavaScript and CSS that a page has requested by the time its content is on screen and once it
// is idle, and how many waves the JavaScript arrives in. Sizes are gzip -9 of the built files, whatever the browser was sent.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { paths } from '#console/paths.ts'
import { countWaves } from '../e2e/helpers/script-waves.ts'
import { contentMs, type Console, openConsole, openPath } from './browser.ts'
import { report } from './table.ts'

interface Visit {
  path: string
  /** present once the content is: what was requested by then had to be waited for */
  content: string
  /** kB before the content */
  script: number
}

const LIST_KB = 190
const INSTANCE_KB = 210
const HEAVY_KB = 250
const IDLE_KB = 330
const STYLE_KB = 20
const MAX_WAVES = 2

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

/** Sizes do not depend on the speed of the machine, so visits can overlap. */
const PARALLEL = 3
const dist = join(import.meta.dirname, '../dist/console')
const sizes = new Map<string, number>()

function sizeOf(pathname: string): number {
  const known = sizes.get(pathname) ?? gzipSync(readFileSync(join(dist, pathname)), { level: 9 }).length
  sizes.set(pathname, known)
  return known
}

const kB = (files: readonly string[], kind: string) =>
  files.filter((file) => file.endsWith(kind)).reduce((sum, file) => sum + sizeOf(file), 0) / 1000

interface Measured extends Visit {
  /** kB, and the number of waves */
  before: number
  idle: number
  style: number
  waves: number
}

async function measure(host: Console, visit: Visit): Promise<Measured> {
  const { path, content } = visit
  const page = await host.newcomer(content)
  await openPath(page, path, content)
  // live updates never end, so the network is never idle; what loads when idle does so within two seconds of the content
  await page.waitForTimeout(3500)
  const shown = await contentMs(page)
  const files = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name, startTime }) => ({ file: new URL(name).pathname, startTime }))
      .filter(({ file }) => /\.(js|css)$/.test(file)),
  )
  await page.context().close()
  const all = files.map(({ file }) => file)
  const before = files.filter(({ startTime }) => startTime < shown).map(({ file }) => file)
  if (process.env.BENCH_FILES) list(path, all, before)
  return {
    ...visit,
    before: kB(before, '.js'),
    idle: kB(all, '.js'),
    style: kB(all, '.css'),
    waves: await waves(host, visit),
  }
}

/** How often JavaScript had to arrive before the page asked for more: each round of requests is held until no more come. */
async function waves(host: Console, { path, content }: Visit): Promise<number> {
  const page = await host.newcomer(content)
  const count = await countWaves(page, path, content)
  await page.context().close()
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

const host = await openConsole()
try {
  const measured: Measured[] = []
  const queue = visits.entries()
  const work = async () => {
    for (const [at, visit] of queue) measured[at] = await measure(host, visit)
  }
  await Promise.all(Array.from({ length: PARALLEL }, work))
  const unit = ' kB'
  const most = (of: 'style' | 'waves') => measured.toSorted((a, b) => b[of] - a[of])[0]!
  report(
    'First visit: JavaScript before the content, compressed',
    measured.map(({ path, before, script }) => ({ what: path, measured: before, atMost: script, unit })),
  )
  report(
    'First visit: JavaScript once idle, compressed',
    measured.map(({ path, idle }) => ({ what: path, measured: idle, atMost: IDLE_KB, unit })),
  )
  report('First visit: CSS and waves', [
    { what: `most CSS, compressed: ${most('style').path}`, measured: most('style').style, atMost: STYLE_KB, unit },
    { what: `most waves of JavaScript: ${most('waves').path}`, measured: most('waves').waves, atMost: MAX_WAVES },
  ])
} finally {
  await host.close()
}
