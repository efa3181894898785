// Import of a qcow2 image over HTTP, with the files and the database of a server, compared with qemu-img convert of the same file in the
// same run: from the last byte that arrives to the image, and with the upload.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openFileBlocks } from '#drivers/files/blocks.ts'
import { simulatedCapabilities } from '#drivers/simulated/rack.ts'
import { makeImageTools } from '#server/images/image-tools.ts'
import { makeOutgoing } from '#server/outgoing/reach.ts'
import { clock } from '#server/clock.ts'
import { random } from '#server/random.ts'
import { openBench } from './world.ts'
import { median, report } from './table.ts'

const DISK_BYTES = 2 ** 30
const PIECE_BYTES = 4 * 2 ** 20
const ROUNDS = 3
const TARGET = 1 / 3

const folder = mkdtempSync(join(tmpdir(), 'rackwright-images-'))
const raw = join(folder, 'disk.raw')
const image = join(folder, 'disk.qcow2')
const run = (...args: string[]) => execFileSync('qemu-img', args)

const file = openSync(raw, 'w')
for (let offset = 0; offset < DISK_BYTES; offset += PIECE_BYTES)
  writeSync(file, random.bytes(PIECE_BYTES), 0, PIECE_BYTES, offset)
run('convert', '-f', 'raw', '-O', 'qcow2', raw, image)
rmSync(raw)

const blocks = await openFileBlocks(join(folder, 'disks'))
const imageTools = makeImageTools(makeOutgoing())
const can = { ...simulatedCapabilities, converts_images: true }
const bench = await openBench({ host: { volumes: blocks, imageTools, can } })

const port = await bench.listen()
const origin = `http://127.0.0.1:${port}`
const cookie = `session=${bench.session}`
const client = join(import.meta.dirname, 'clients/upload.mjs')
const uploads = '/rackwright/image-uploads'

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const headers = { cookie, 'content-type': 'application/json' }
  const response = await fetch(origin + path, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as T
}

interface Upload {
  id: string
  state: string
  problem: string | null
}

/** A process of its own, as a browser or the command line is. */
async function sent(id: string): Promise<void> {
  const args = [client, `${origin}${uploads}/${id}/content`, cookie, image, String(PIECE_BYTES)]
  const [code] = await once(spawn(process.execPath, args, { stdio: 'inherit' }), 'exit')
  if (code !== 0) throw new Error(`the client failed with ${code}`)
}

interface Times {
  upload: number
  /** From the end of the upload to the image. */
  import: number
}

async function imported(name: string): Promise<Times> {
  const started = performance.now()
  const source = { type: 'file', size: statSync(image).size, fingerprint: name }
  const body = { name, description: '', os: 'bench', version: '1', block_size: 512, source }
  const { id } = await ask<Upload>('POST', `${uploads}?project=small`, body)
  await sent(id)
  const arrived = performance.now()
  for (;;) {
    const { state, problem } = await ask<Upload>('GET', `${uploads}/${id}`)
    if (state === 'done') return { upload: arrived - started, import: performance.now() - arrived }
    if (state === 'failed') throw new Error(problem ?? 'it failed')
    await clock.sleep(20)
  }
}

/** The image can be used, but its digest is still computed and the uploaded file removed. That must not count for the next round. */
async function settled(name: string, images: number): Promise<number> {
  const started = performance.now()
  const view = () => ask<{ digest: unknown }>('GET', `/v1/images/${name}?project=small`)
  while ((await view()).digest === null) await clock.sleep(20)
  const took = performance.now() - started
  while ((await blocks.list()).length > images) await clock.sleep(20)
  return took
}

function converted(): number {
  const started = performance.now()
  const target = join(folder, 'converted')
  run('convert', '-f', 'qcow2', '-O', 'raw', image, target)
  execFileSync('sync', [target])
  const took = performance.now() - started
  rmSync(target)
  return took
}

/**
 * Both begin alike: the disk is no longer busy with blocks that were freed before, and a virtual machine has as much memory as the import
 * needs for its two files. Its host may have taken back what was free, and giving it again takes longer than a conversion.
 */
function ready(): void {
  const used = join(folder, 'used')
  execFileSync('dd', ['if=/dev/zero', `of=${used}`, 'bs=1M', `count=${(2 * DISK_BYTES) / 2 ** 20}`, 'status=none'])
  rmSync(used)
  execFileSync('sync')
}

const times: Times[] = []
const [alone, digests]: [number[], number[]] = [[], []]
for (let round = 0; round < ROUNDS; round++) {
  ready()
  alone.push(converted())
  ready()
  times.push(await imported(`image-${round}`))
  digests.push(await settled(`image-${round}`, round + 1))
}
const convert = median(alone)
const [uploading, importing] = [median(times.map((each) => each.upload)), median(times.map((each) => each.import))]
report('Import of a 1 GiB qcow2 image', [
  { what: 'qemu-img convert alone', measured: convert, unit: ' ms' },
  { what: 'upload', measured: uploading, unit: ' ms' },
  { what: 'import of what was uploaded', measured: importing, unit: ' ms' },
  { what: 'speed of the import, as a share of qemu-img convert', measured: convert / importing, atLeast: TARGET },
  { what: 'the same with the upload', measured: convert / (uploading + importing) },
  { what: 'digest of the image, afterwards in the background', measured: median(digests), unit: ' ms' },
])
await bench.close()
await blocks.close()
rmSync(folder, { recursive: true, force: true })
