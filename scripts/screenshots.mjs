// Takes the screenshots of the README and the guides from the existing builds: run `npm start` once, then `node scripts/screenshots.mjs`. Uses its own
// demo world, one window and both themes.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { findChromium } from './programs.mjs'

const root = join(import.meta.dirname, '..')
const server = join(root, 'dist/server/main.js')
const into = join(root, 'docs/pictures')
const PASSWORD = 'only for the pictures'
/** Keeps the README fast to load. */
const LARGEST = 80 * 1024
const QUALITY = 80

/** The texts must be there before a picture is taken. */
const pictures = [
  { name: 'rack', path: '/system/inventory/sleds', ready: ['33 sleds in service'] },
  { name: 'instances', path: '/projects/storefront/instances', ready: ['catalog-db', 'running'] },
  { name: 'create-instance', path: '/projects/storefront/instances-new', ready: ['debian-12'], act: fillForm },
  { name: 'network-map', path: '/projects/storefront/network', ready: ['catalog-db'] },
  {
    name: 'reachability',
    path: '/projects/storefront/instances/web-1/networking',
    ready: ['External IPs'],
    act: checkReachability,
  },
]

async function fillForm(page) {
  await page.getByLabel('Name', { exact: true }).fill('web-5')
  await page.getByRole('radio', { name: /^debian-12/ }).check()
  await page.getByRole('heading', { name: 'Hardware' }).evaluate((heading) => heading.scrollIntoView())
}

async function checkReachability(page) {
  await page.getByRole('button', { name: 'Check reachability' }).click()
  await page.getByRole('spinbutton', { name: 'Destination port' }).fill('8080')
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  const answer = page.getByRole('region', { name: 'Answer' })
  await answer.waitFor()
  await page.getByRole('form', { name: 'Reachability' }).evaluate((form) => form.scrollIntoView({ block: 'start' }))
}

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
    viewport: { width: 1440, height: 810 },
    colorScheme: theme,
    reducedMotion: 'reduce',
    locale: 'en-US',
    timezoneId: 'UTC',
  })
  const credentials = { username: 'admin', password: PASSWORD }
  await context.request.post('/v1/login/recovery/local', { data: credentials })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  for (const { name, path, ready, act } of pictures) {
    await page.goto(path)
    for (const text of ready) await page.getByText(text, { exact: true }).last().waitFor()
    await act?.(page)
    await page.evaluate(() => document.fonts.ready)
    // the live stream keeps the network busy, so parts that follow the page get a fixed time
    await page.waitForTimeout(1500)
    const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY })
    const image = Buffer.from(data, 'base64')
    const file = join(into, `${name}-${theme}.webp`)
    if (image.length > LARGEST) throw new Error(`${file} has ${image.length} bytes, more than ${LARGEST}`)
    writeFileSync(file, image)
    process.stdout.write(`${name}-${theme}.webp  ${Math.round(image.length / 1024)} kB\n`)
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
