// Import of a qcow2 image: from the first piece of the upload to the image, through the control plane with its files and its database,
// compared with qemu-img convert of the same file in the same run.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, openSync, readSync, rmSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openFileBlocks } from '#server/storage/blocks-files.ts'
import { makeImageTools } from '#server/images/image-tools.ts'
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
const imageTools = makeImageTools({ allowPrivateAddresses: false })
const bench = await openBench({ host: { blocks, imageTools, rackKind: 'libvirt' } })

async function ask(method: string, path: string, body?: BodyInit, type = 'application/json') {
  const headers: Record<string, string> = body === undefined ? {} : { 'content-type': type }
  const request = new Request(`http://bench${path}`, { method, headers, ...(body !== undefined && { body }) })
  const caller = { address: '127.0.0.1', secure: false, session: bench.session }
  const response = await bench.plane.fetch(request, caller)
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as { id: string; state: string; problem: string | null }
}

const uploads = '/rackwright/image-uploads'

async function imported(name: string): Promise<number> {
  const started = performance.now()
  const { size } = statSync(image)
  const source = { type: 'file', size, fingerprint: name }
  const body = { name, description: '', os: 'bench', version: '1', block_size: 512, source }
  const { id } = await ask('POST', `${uploads}?project=small`, JSON.stringify(body))
  const from = openSync(image, 'r')
  for (let offset = 0; offset < size; offset += PIECE_BYTES) {
    const piece = new Uint8Array(Math.min(PIECE_BYTES, size - offset))
    readSync(from, piece, 0, piece.length, offset)
    await ask('PUT', `${uploads}/${id}/content?offset=${offset}`, piece, 'application/octet-stream')
  }
  for (;;) {
    const { state, problem } = await ask('GET', `${uploads}/${id}`)
    if (state === 'done') return performance.now() - started
    if (state === 'failed') throw new Error(problem ?? 'it failed')
    await clock.sleep(20)
  }
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

const [ours, alone]: [number[], number[]] = [[], []]
for (let round = 0; round < ROUNDS; round++) {
  alone.push(converted())
  ours.push(await imported(`image-${round}`))
}
report('Import of a 1 GiB qcow2 image', [
  { what: 'qemu-img convert alone', measured: median(alone), unit: ' ms' },
  { what: 'upload and import', measured: median(ours), unit: ' ms' },
  { what: 'speed, as a share of qemu-img convert alone', measured: median(alone) / median(ours), atLeast: TARGET },
])
await bench.close()
await blocks.close()
rmSync(folder, { recursive: true, force: true })
