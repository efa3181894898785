// Takes the README's screenshots from the existing builds: run `npm start` once, then `node scripts/screenshots.mjs`. Uses its own
// demo world, one window and both themes.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { findChromium } from './programs.mjs'

const root = join(import.meta.dirname, '..')
const server = join(root, 'dist/server/main.js')
const into = join(root, 'docs/pictures')
const PASSWORD = 'only for the pictures'
/** Keeps the README fast to load. */
const LARGEST = 200 * 1024

const pictures = [
  { name: 'instances', path: '/projects/storefront/instances', ready: ['catalog-db'] },
  // the CPU chart comes after the rest of the page
  { name: 'instance', path: '/projects/storefront/instances/catalog-db/storage', ready: ['catalog-data', /^\d+%$/] },
]

async function startServer(data) {
  const child = spawn(process.execPath, [server, '--port', '0', '--data', data, '--demo'], {
    env: { ...process.env, RACKWRIGHT_ADMIN_PASSWORD: PASSWORD },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await new Promise((resolve, reject) => {
    let output = ''
    child.stdout.on('data', (chunk) => {
      output += chunk
      const found = /http:\/\/[\w.[\]:]+\d/.exec(output)
      if (found) resolve(found[0])
    })
    child.once('exit', (code) => reject(new Error(`the server ended with ${code} before it was up`)))
  })
  return { child, url }
}

async function take(browser, url, theme) {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1280, height: 720 },
    colorScheme: theme,
    reducedMotion: 'reduce',
    locale: 'en-US',
    timezoneId: 'UTC',
  })
  const credentials = { username: 'admin', password: PASSWORD }
  await context.request.post('/v1/login/recovery/local', { data: credentials })
  const page = await context.newPage()
  for (const { name, path, ready } of pictures) {
    await page.goto(path)
    for (const text of ready) await page.getByText(text, { exact: true }).last().waitFor()
    // machines start a moment after the world is loaded
    await page.getByText('running', { exact: true }).first().waitFor()
    await page.evaluate(() => document.fonts.ready)
    const file = join(into, `${name}-${theme}.png`)
    await page.screenshot({ path: file })
    const { size } = statSync(file)
    if (size > LARGEST) throw new Error(`${file} has ${size} bytes, more than ${LARGEST}`)
    process.stdout.write(`${name}-${theme}.png  ${Math.round(size / 1024)} kB\n`)
  }
  await context.close()
}

if (!existsSync(server)) throw new Error('nothing is built yet: run npm start once')
const executablePath = findChromium()
if (!executablePath) throw new Error('the pictures need chromium')
mkdirSync(into, { recursive: true })
const data = mkdtempSync(join(tmpdir(), 'rackwright-pictures-'))
const { child, url } = await startServer(data)
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
try {
  for (const theme of ['light', 'dark']) await take(browser, url, theme)
} finally {
  await browser.close()
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await gone
  rmSync(data, { recursive: true, force: true })
}
