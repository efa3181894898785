// The preview: the size of what it downloads besides the console, and how long a first visit takes compared with the server, without
// the artificial delay. The server sends compressed files; the preview's static host sends them as they are.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { startPreview } from '../e2e/helpers/hosts.ts'
import { contentMs, openConsole, openPath } from './browser.ts'
import { median, report } from './table.ts'

const MAX_KB = 1200
const MAX_RATIO = 2
const RUNS = 7
const ROW = 'main table td'

const assets = join(import.meta.dirname, '../dist/preview/assets')
const MEASURED = /^(worker-.*\.js|sqlite3-[^.]*\.wasm|preview-world-.*\.bin)$/

function downloadKb(): number {
  const files = readdirSync(assets).filter((file) => MEASURED.test(file))
  // the world is compressed already
  const sizeOf = (file: string) => {
    const bytes = readFileSync(join(assets, file))
    return file.endsWith('.bin') ? bytes.length : gzipSync(bytes, { level: 9 }).length
  }
  return files.reduce((sum, file) => sum + sizeOf(file), 0) / 1000
}

/** Milliseconds from a cold start to the first row, in a browser that has never been here. */
async function coldLoad(where: 'server' | 'preview'): Promise<number> {
  const isServer = where === 'server'
  const page = await host.newcomer(ROW, isServer ? host.url : preview.url, isServer)
  // a static host has no file for /projects; its front page leads there
  await openPath(page, isServer ? '/projects' : '/?delay=0', ROW)
  const taken = await contentMs(page)
  await page.context().close()
  return taken
}

const host = await openConsole()
const preview = await startPreview()
try {
  const onServer: number[] = []
  const inPreview: number[] = []
  // alternating, so that a busy moment of the machine slows both
  for (let run = 0; run < RUNS; run++) {
    onServer.push(await coldLoad('server'))
    inPreview.push(await coldLoad('preview'))
  }
  report('Preview', [
    { what: 'database, worker and demo world, compressed', measured: downloadKb(), atMost: MAX_KB, unit: ' kB' },
    {
      what: 'time to the first row of /projects, relative to the server',
      measured: median(inPreview) / median(onServer),
      atMost: MAX_RATIO,
    },
    { what: 'time to the first row of /projects, server', measured: median(onServer), unit: ' ms' },
  ])
} finally {
  await preview.stop()
  await host.close()
}
