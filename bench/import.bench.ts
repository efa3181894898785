// Imports: a file sent in chunks over HTTP gets onto the disk at half or more of the speed at which this machine writes the
// same chunks to the same disk itself. What comes out as an image is what went in. Against the built server, as people run it,
// and beside a bare one that only reads, decodes and writes: what Node makes possible here, with nobody asked who they are.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clock } from '#server/clock.ts'
import { random } from '#server/random.ts'
import { startBench } from './server.ts'
import { median, report } from './table.ts'

const CHUNK = 512 * 1024
const CHUNKS = 600
const AT_ONCE = 6
const ROUNDS = 5
/** A server's first imports also pay for making its code fast. */
const WARM_UP = 4
const MEGABYTES = (CHUNK * CHUNKS) / 1e6

const server = await startBench()
const folder = mkdtempSync(join(tmpdir(), 'rackwright-import-'))
const clientCpu: number[] = []
const serverCpu: number[] = []

async function ask(method: string, path: string, body?: unknown) {
  const answer = await server.send(method, path, body)
  if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`)
  return answer.body as Record<string, unknown> & { id: string }
}

/** Milliseconds; where the system does not tell, none. */
function cpuOf(pid: number | undefined): number {
  if (process.platform !== 'linux' || !pid) return 0
  const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ').slice(11, 13)
  return (Number(user) + Number(system)) * 10
}

async function until(look: () => Promise<boolean>): Promise<void> {
  while (!(await look())) await clock.sleep(20)
}

/** Every chunk is another one: nothing on the way may be clever about repeats. Made before the clock runs, on both sides. */
const seed = Buffer.from(random.bytes(CHUNK))
const chunks = Array.from({ length: AT_ONCE }, () => Buffer.from(seed))
function chunkAt(number: number, bytes: Buffer<ArrayBuffer> = Buffer.from(seed)): Buffer<ArrayBuffer> {
  bytes.writeUInt32LE(number, 0)
  return bytes
}

/** Runs in a process of its own, as a browser would, on raw sockets: it shares the two cores, so what it costs is taken from us. */
const CLIENT = `
const net = require('node:net')
const [address, cookie, chunks, size, atOnce, seed] = JSON.parse(require('node:fs').readFileSync(0, 'utf8'))
const { host, hostname, port, pathname } = new URL(address)
const first = Buffer.from(seed, 'base64').subarray(0, 6)
const before = ',"base64_encoded_data":"'
let next = 0
const send = () => new Promise((resolve, reject) => {
  const rest = Buffer.from(before + seed + '"}', 'latin1')
  const socket = net.connect(port, hostname).setNoDelay(true)
  let answer = ''
  const go = () => {
    if (next === chunks) { socket.destroy(); return resolve() }
    const number = next++
    first.writeUInt32LE(number, 0)
    rest.write(first.toString('base64'), before.length, 'latin1')
    const start = '{"offset":' + number * size
    const head = ['POST ' + pathname + ' HTTP/1.1', 'host: ' + host, 'content-type: application/json', 'cookie: ' + cookie,
      'content-length: ' + (start.length + rest.length), '', start].join('\\r\\n')
    socket.cork()
    socket.write(head, 'latin1')
    socket.write(rest)
    socket.uncork()
  }
  socket.on('error', reject)
  socket.on('data', (part) => {
    answer += part.toString('latin1')
    if (!answer.includes('\\r\\n\\r\\n')) return
    if (!answer.startsWith('HTTP/1.1 204')) return reject(new Error(answer))
    answer = ''
    go()
  })
  go()
})
const started = performance.now()
const used = process.cpuUsage()
Promise.all(Array.from({ length: atOnce }, send)).then(() => {
  const { user, system } = process.cpuUsage(used)
  console.log(JSON.stringify({ sent: performance.now() - started, cpu: (user + system) / 1000 }))
})
`

interface Sent {
  ms: number
  clientCpu: number
}

async function sendChunks(url: URL): Promise<Sent> {
  const child = spawn(process.execPath, ['-e', CLIENT], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(JSON.stringify([url, server.cookie(), CHUNKS, CHUNK, AT_ONCE, seed.toString('base64')]))
  let output = ''
  child.stdout.on('data', (text: Buffer) => (output += text.toString()))
  await once(child, 'close')
  if (output === '') throw new Error('the client failed')
  const { sent, cpu } = JSON.parse(output) as { sent: number; cpu: number }
  return { ms: sent, clientCpu: cpu / CHUNKS }
}

/** Megabytes a second over HTTP, from the first chunk until all of it is safe on the disk. */
async function overHttp(name: string): Promise<number> {
  const disk_source = { type: 'importing_blocks', block_size: 512 }
  const { id } = await ask('POST', '/v1/disks?project=import', { name, description: '', size: 2 ** 30, disk_source })
  const state = async () => ((await ask('GET', `/v1/disks/${id}`)).state as { state: string }).state
  await until(async () => (await state()) === 'import_ready')
  await ask('POST', `/v1/disks/${id}/bulk-write-start`)
  const before = cpuOf(server.pid)
  const sent = await sendChunks(new URL(`/v1/disks/${id}/bulk-write`, server.url))
  const started = performance.now()
  await ask('POST', `/v1/disks/${id}/bulk-write-stop`)
  const all = sent.ms + performance.now() - started
  clientCpu.push(sent.clientCpu)
  serverCpu.push((cpuOf(server.pid) - before) / CHUNKS)
  return MEGABYTES / (all / 1000)
}

const BARE = `
const { open } = require('node:fs/promises')
const http = require('node:http')
const [path, size] = process.argv.slice(1)
open(path, 'w').then(async (file) => {
  await file.truncate(2 ** 30)
  const answer = async (parts, response) => {
    const { offset, base64_encoded_data } = JSON.parse(Buffer.concat(parts).toString('latin1'))
    await file.write(Buffer.from(base64_encoded_data, 'base64'), 0, Number(size), offset)
    response.writeHead(204).end()
  }
  const server = http.createServer((request, response) => {
    const parts = []
    request.on('data', (part) => parts.push(part)).on('end', () => {
      if (request.url === '/sync') file.sync().then(() => response.end())
      else answer(parts, response)
    })
  })
  server.listen(0, '127.0.0.1', () => console.log('http://127.0.0.1:' + server.address().port))
})
`

/** The same by the shortest program that Node allows. */
async function overBareHttp(name: string): Promise<number> {
  const child = spawn(process.execPath, ['-e', BARE, join(folder, name), String(CHUNK)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const url = new URL(line.toString().trim())
  const sent = await sendChunks(url)
  const started = performance.now()
  await (await fetch(new URL('/sync', url))).text()
  const all = sent.ms + performance.now() - started
  child.kill()
  return MEGABYTES / (all / 1000)
}

/** The same without us, as durable as we are: as many chunks at once, into a file beside the disks, synced at the end. */
async function byHand(name: string): Promise<number> {
  const file = await open(join(folder, name), 'w')
  await file.truncate(2 ** 30)
  let next = 0
  const started = performance.now()
  const worker = async (bytes: Buffer<ArrayBuffer>) => {
    while (next < CHUNKS) {
      const number = next++
      await file.write(chunkAt(number, bytes), 0, CHUNK, number * CHUNK)
    }
  }
  await Promise.all(chunks.map(worker))
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

await ask('POST', '/v1/projects', { name: 'import', description: '' })
const hash = createHash('sha256')
for (let number = 0; number < CHUNKS; number++) hash.update(chunkAt(number))

const first = await overHttp('disk-0')
for (let round = 1; round < WARM_UP; round++) await overHttp(`warm-up-${round}`)
clientCpu.length = serverCpu.length = 0

const speeds = { hand: [] as number[], bare: [] as number[], http: [] as number[] }
for (let round = 1; round <= ROUNDS; round++) {
  speeds.hand.push(await byHand(`by-hand-${round}`))
  speeds.bare.push(await overBareHttp(`bare-${round}`))
  speeds.http.push(await overHttp(`disk-${round}`))
}
const wrong = (await digestOfImage('disk-0')) === hash.digest('hex') ? 0 : 1
const [hand, bare, http] = [median(speeds.hand), median(speeds.bare), median(speeds.http)]

report(`Imports of ${MEGABYTES.toFixed(0)} MB in chunks of 512 KiB, ${AT_ONCE} at once`, [
  { what: 'written by hand, synced at the end', measured: hand, unit: ' MB/s' },
  { what: 'over HTTP by a bare server, synced at the end', measured: bare, unit: ' MB/s' },
  { what: 'over HTTP, synced at the end', measured: http, unit: ' MB/s' },
  { what: 'the first import after a start', measured: first, unit: ' MB/s' },
  { what: 'processor time of the server, a chunk', measured: median(serverCpu), unit: ' ms' },
  { what: 'processor time of the client, a chunk', measured: median(clientCpu), unit: ' ms' },
  { what: 'over HTTP, as a share of a bare server', measured: http / bare, atLeast: 1 },
  { what: 'over HTTP, as a share of by hand', measured: http / hand, atLeast: 0.5 },
  { what: 'the same, the best of each', measured: Math.max(...speeds.http) / Math.max(...speeds.hand) },
  { what: 'images whose SHA-256 is not that of the file', measured: wrong, atMost: 0 },
])

await server.stop()
rmSync(folder, { recursive: true, force: true })
