// Imports: how fast chunks sent over HTTP reach the disk, as plain bytes and as base64 in JSON, compared with writing the same
// chunks to the same disk in this process. Against the built server. The resulting image must have the SHA-256 of the file.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clock } from '#server/clock.ts'
import { random } from '#server/random.ts'
import { startBench } from './server.ts'
import { median, report } from './table.ts'

const CHUNK_BYTES = 512 * 1024
const CHUNKS = 400
const PARALLEL = 6
const ROUNDS = 5
const MEGABYTES = (CHUNK_BYTES * CHUNKS) / 1e6

type Way = 'bytes' | 'json'

const server = await startBench()
const folder = mkdtempSync(join(tmpdir(), 'rackwright-import-'))

async function ask(method: string, path: string, body?: unknown) {
  const answer = await server.send(method, path, body)
  if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`)
  return answer.body as Record<string, unknown> & { id: string }
}

async function until(isReady: () => Promise<boolean>): Promise<void> {
  while (!(await isReady())) await clock.sleep(20)
}

/** Every chunk is different, so that nothing can be deduplicated on the way. */
const seed = Buffer.from(random.bytes(CHUNK_BYTES))
function chunkAt(number: number, bytes: Buffer<ArrayBuffer> = Buffer.from(seed)): Buffer<ArrayBuffer> {
  bytes.writeUInt32LE(number, 0)
  return bytes
}

/** The client: another process, as a browser would be, on raw sockets, because it shares the processor with the server. */
const CLIENT = `
const net = require('node:net')
const [way, address, cookie, chunks, size, parallel, seed] = JSON.parse(require('node:fs').readFileSync(0, 'utf8'))
const { host, hostname, port, pathname } = new URL(address)
let next = 0
const makeBytes = () => {
  const body = Buffer.from(seed, 'base64')
  return (number) => {
    body.writeUInt32LE(number, 0)
    return { line: 'PUT ' + pathname + '?offset=' + number * size, type: 'application/octet-stream', start: '', body }
  }
}
const makeJson = () => {
  const before = ',"base64_encoded_data":"'
  const first = Buffer.from(seed, 'base64').subarray(0, 6)
  const body = Buffer.from(before + seed + '"}', 'latin1')
  return (number) => {
    first.writeUInt32LE(number, 0)
    body.write(first.toString('base64'), before.length, 'latin1')
    return { line: 'POST ' + pathname, type: 'application/json', start: '{"offset":' + number * size, body }
  }
}
const send = () => new Promise((resolve, reject) => {
  const make = way === 'bytes' ? makeBytes() : makeJson()
  const socket = net.connect(port, hostname).setNoDelay(true)
  let answer = ''
  const go = () => {
    if (next === chunks) { socket.destroy(); return resolve() }
    const { line, type, start, body } = make(next++)
    socket.cork()
    socket.write([line + ' HTTP/1.1', 'host: ' + host, 'content-type: ' + type, 'cookie: ' + cookie,
      'content-length: ' + (start.length + body.length), '', start].join('\\r\\n'), 'latin1')
    socket.write(body)
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
Promise.all(Array.from({ length: parallel }, send)).then(() => console.log(performance.now() - started))
`

/** Milliseconds from the first chunk to the last response. */
async function sendChunks(way: Way, disk: string): Promise<number> {
  const path = way === 'bytes' ? `/rackwright/disks/${disk}/blocks` : `/v1/disks/${disk}/bulk-write`
  const child = spawn(process.execPath, ['-e', CLIENT], { stdio: ['pipe', 'pipe', 'inherit'] })
  const address = new URL(path, server.url)
  child.stdin.end(
    JSON.stringify([way, address, server.cookie(), CHUNKS, CHUNK_BYTES, PARALLEL, seed.toString('base64')]),
  )
  let output = ''
  child.stdout.on('data', (text: Buffer) => (output += text.toString()))
  await once(child, 'close')
  if (output === '') throw new Error('the client failed')
  return Number(output)
}

/** MB/s from the first chunk until everything is synced. */
async function overHttp(way: Way, name: string): Promise<number> {
  const disk_source = { type: 'importing_blocks', block_size: 512 }
  const { id } = await ask('POST', '/v1/disks?project=import', { name, description: '', size: 2 ** 30, disk_source })
  const state = async () => ((await ask('GET', `/v1/disks/${id}`)).state as { state: string }).state
  await until(async () => (await state()) === 'import_ready')
  await ask('POST', `/v1/disks/${id}/bulk-write-start`)
  const sending = await sendChunks(way, id)
  const started = performance.now()
  await ask('POST', `/v1/disks/${id}/bulk-write-stop`)
  return MEGABYTES / ((sending + performance.now() - started) / 1000)
}

/** The same chunks, just as parallel, into a file beside the disks, synced at the end. */
async function byHand(name: string): Promise<number> {
  const file = await open(join(folder, name), 'w')
  await file.truncate(2 ** 30)
  let next = 0
  const started = performance.now()
  const write = async (bytes: Buffer<ArrayBuffer>) => {
    while (next < CHUNKS) {
      const number = next++
      await file.write(chunkAt(number, bytes), 0, CHUNK_BYTES, number * CHUNK_BYTES)
    }
  }
  await Promise.all(Array.from({ length: PARALLEL }, () => write(Buffer.from(seed))))
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
const expected = hash.digest('hex')

const speeds = { hand: [] as number[], bytes: [] as number[], json: [] as number[] }
for (let round = 0; round <= ROUNDS; round++) {
  const hand = await byHand(`hand-${round}`)
  const bytes = await overHttp('bytes', `bytes-${round}`)
  const json = await overHttp('json', `json-${round}`)
  // the first round warms up the server
  if (round === 0) continue
  speeds.hand.push(hand)
  speeds.bytes.push(bytes)
  speeds.json.push(json)
}
let wrong = 0
for (const disk of ['bytes-0', 'json-0']) if ((await digestOfImage(disk)) !== expected) wrong++
const [hand, bytes, json] = [median(speeds.hand), median(speeds.bytes), median(speeds.json)]

report(`Uploads of ${MEGABYTES.toFixed(0)} MB in chunks of 512 KiB, ${PARALLEL} in parallel, synced at the end`, [
  { what: 'write to a local file', measured: hand, unit: ' MB/s' },
  { what: 'upload as plain bytes', measured: bytes, unit: ' MB/s' },
  { what: 'upload as base64 in JSON', measured: json, unit: ' MB/s' },
  { what: 'upload as plain bytes, relative to the local file', measured: bytes / hand, atLeast: 0.3 },
  { what: 'upload as base64 in JSON, relative to the local file', measured: json / hand },
  { what: 'images with a wrong SHA-256', measured: wrong, atMost: 0 },
])

await server.stop()
rmSync(folder, { recursive: true, force: true })
