// Imports: a file sent in chunks over HTTP gets onto the disk at half or more of the speed at which this machine writes the
// same chunks to the same disk itself. What comes out as an image is what went in. Against the built server, as people run it.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clock } from '#server/clock.ts'
import { random } from '#server/random.ts'
import { startServer } from '../e2e/hosts.ts'
import { median, report } from './table.ts'

const CHUNK = 512 * 1024
const CHUNKS = 600
const AT_ONCE = 6
const ROUNDS = 3
const MEGABYTES = (CHUNK * CHUNKS) / 1e6
const PASSWORD = 'import'

const server = await startServer(PASSWORD)
const folder = mkdtempSync(join(tmpdir(), 'rackwright-import-'))
let cookie = ''

async function ask(method: string, path: string, body?: unknown) {
  const headers = { 'content-type': 'application/json', cookie }
  const init = { method, headers, body: body === undefined ? null : JSON.stringify(body) }
  const response = await fetch(new URL(path, server.url), init)
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
  cookie ||= response.headers.get('set-cookie')?.split(';')[0] ?? ''
  return (text === '' ? {} : JSON.parse(text)) as Record<string, unknown> & { id: string }
}

async function until(look: () => Promise<boolean>): Promise<void> {
  while (!(await look())) await clock.sleep(20)
}

/** Every chunk is another one: nothing on the way may be clever about repeats. */
const seed = Buffer.from(random.bytes(CHUNK))
function chunkAt(number: number): Buffer {
  const bytes = Buffer.from(seed)
  bytes.writeUInt32LE(number, 0)
  return bytes
}

/** Runs in a process of its own, as a browser would. */
const CLIENT = `
const http = require('node:http')
const [url, cookie, chunks, size, atOnce, seed] = JSON.parse(require('node:fs').readFileSync(0, 'utf8'))
const agent = new http.Agent({ keepAlive: true, maxSockets: atOnce })
const bytes = Buffer.from(seed, 'base64')
const send = (number) => new Promise((resolve, reject) => {
  bytes.writeUInt32LE(number, 0)
  const body = '{"offset":' + number * size + ',"base64_encoded_data":"' + bytes.toString('base64') + '"}'
  const headers = { 'content-type': 'application/json', cookie, 'content-length': body.length }
  const request = http.request(url, { method: 'POST', agent, headers }, (response) => {
    let text = ''
    response.on('data', (part) => (text += part))
    response.on('end', () => (response.statusCode === 204 ? resolve() : reject(new Error(response.statusCode + text))))
  })
  request.on('error', reject)
  request.end(body, 'latin1')
})
let next = 0
const worker = async () => { while (next < chunks) await send(next++) }
const started = performance.now()
Promise.all(Array.from({ length: atOnce }, worker)).then(() => { console.log(performance.now() - started); agent.destroy() })
`

/** Megabytes a second over HTTP, from the first chunk until all of it is safe on the disk. */
async function overHttp(name: string): Promise<number> {
  const disk_source = { type: 'importing_blocks', block_size: 512 }
  const { id } = await ask('POST', '/v1/disks?project=import', { name, description: '', size: 2 ** 30, disk_source })
  const state = async () => ((await ask('GET', `/v1/disks/${id}`)).state as { state: string }).state
  await until(async () => (await state()) === 'import_ready')
  await ask('POST', `/v1/disks/${id}/bulk-write-start`)
  const url = new URL(`/v1/disks/${id}/bulk-write`, server.url)
  const child = spawn(process.execPath, ['-e', CLIENT], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(JSON.stringify([url, cookie, CHUNKS, CHUNK, AT_ONCE, seed.toString('base64')]))
  let output = ''
  child.stdout.on('data', (text: Buffer) => (output += text.toString()))
  await once(child, 'close')
  const sent = Number(output)
  if (!(sent > 0)) throw new Error('the client failed')
  const started = performance.now()
  await ask('POST', `/v1/disks/${id}/bulk-write-stop`)
  return MEGABYTES / ((sent + performance.now() - started) / 1000)
}

/** The same without us: as many chunks at once, into a file beside the disks. `each`: every chunk is made safe by itself. */
async function byHand(name: string, each: boolean): Promise<number> {
  const file = await open(join(folder, name), 'w')
  await file.truncate(2 ** 30)
  let next = 0
  const started = performance.now()
  const worker = async () => {
    while (next < CHUNKS) {
      const number = next++
      await file.write(chunkAt(number), 0, CHUNK, number * CHUNK)
      if (each) await file.datasync()
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  await file.sync()
  const speed = MEGABYTES / ((performance.now() - started) / 1000)
  await file.close()
  return speed
}

async function digestOfImage(disk: string): Promise<string | undefined> {
  await ask('POST', `/v1/disks/${disk}/finalize?project=import`, { snapshot_name: disk })
  const { id } = await ask('GET', `/v1/snapshots/${disk}?project=import`)
  const image = { name: disk, description: '', os: '', version: '', source: { type: 'snapshot', id } }
  await ask('POST', '/v1/images?project=import', image)
  const digest = async () => (await ask('GET', `/v1/images/${disk}?project=import`)).digest as { value: string } | null
  await until(async () => (await digest()) !== null)
  return (await digest())?.value
}

await ask('POST', '/v1/login/recovery/local', { username: 'admin', password: PASSWORD })
await ask('POST', '/v1/projects', { name: 'import', description: '' })
const hash = createHash('sha256')
for (let number = 0; number < CHUNKS; number++) hash.update(chunkAt(number))

const speeds = { together: [] as number[], each: [] as number[], http: [] as number[] }
for (let round = 0; round < ROUNDS; round++) {
  speeds.together.push(await byHand(`together-${round}`, false))
  speeds.each.push(await byHand(`each-${round}`, true))
  speeds.http.push(await overHttp(`disk-${round}`))
}
const wrong = (await digestOfImage('disk-0')) === hash.digest('hex') ? 0 : 1
const [together, each, http] = [speeds.together, speeds.each, speeds.http].map(median) as [number, number, number]

report(`Imports of ${MEGABYTES.toFixed(0)} MB in chunks of 512 KiB, ${AT_ONCE} at once`, [
  { what: 'written by hand, synced at the end', measured: together, unit: ' MB/s' },
  { what: 'written by hand, each chunk synced', measured: each, unit: ' MB/s' },
  { what: 'over HTTP, synced at the end', measured: http, unit: ' MB/s' },
  { what: 'over HTTP, as a share of by hand with each chunk synced', measured: http / each },
  { what: 'over HTTP, as a share of by hand', measured: http / together, atLeast: 0.5 },
  { what: 'images whose SHA-256 is not that of the file', measured: wrong, atMost: 0 },
])

await server.stop()
rmSync(folder, { recursive: true, force: true })
