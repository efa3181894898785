// Uploads to a third-party host that accepts chunks only as JSON: failing chunks, interruptions, and resuming at every step.
import { createHash, randomFillSync } from 'node:crypto'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MAX_CHUNK_BYTES } from '#contract/limits.ts'
import { EXIT } from './failure.ts'
import { readAll } from './io.ts'
import { homeEnv, rackwright, scratch, serve, type Surroundings } from './testing.ts'

interface Refusal {
  status: number
  times: number
}

/** The published API of one disk. `fail` refuses an operation a number of times, after `after` successful calls. */
async function otherHost() {
  const content = Buffer.alloc(8 * MAX_CHUNK_BYTES)
  const asked: string[] = []
  const failing = new Map<string, Refusal & { after: number }>()
  let state: string | undefined
  let hasSnapshot = false
  let image: object | undefined
  const answers: Record<string, (body: Record<string, unknown>) => [number, unknown?]> = {
    'POST /v1/disks': () => ((state = 'import_ready'), [201, disk()]),
    'GET /v1/disks/d': () => (state ? [200, disk()] : [404, { message: 'no disk' }]),
    'GET /v1/disks/disk': () => (state ? [200, disk()] : [404, { message: 'no disk' }]),
    'POST /v1/disks/d/bulk-write-start': () => ((state = 'importing_from_bulk_writes'), [204]),
    'POST /v1/disks/d/bulk-write': ({ offset, base64_encoded_data }) => {
      Buffer.from(String(base64_encoded_data), 'base64').copy(content, Number(offset))
      return [204]
    },
    'POST /v1/disks/d/bulk-write-stop': () => ((state = 'import_ready'), [204]),
    'POST /v1/disks/d/finalize': ({ snapshot_name }) => {
      state = 'detached'
      hasSnapshot = snapshot_name !== null
      return [204]
    },
    'GET /v1/snapshots': () => (hasSnapshot ? [200, { id: 's', state: 'ready' }] : [404, { message: 'no snapshot' }]),
    'POST /v1/images': (body) => ((image = { id: 'i', ...body }), [201, image]),
    'GET /v1/images/i': () => [200, image],
    'GET /v1/images/img': () => (image ? [200, image] : [404, { message: 'no image' }]),
    'DELETE /v1/snapshots': () => ((hasSnapshot = false), [204]),
    'DELETE /v1/disks/d': () => ((state = undefined), [204]),
  }
  const disk = () => ({ id: 'd', name: 'disk', state: { state } })
  const url = await serve(async (request, response) => {
    const text = (await readAll(request)).toString()
    const path = new URL(request.url ?? '', 'http://x').pathname.replace(/^(\/v1\/snapshots)\/.*/, '$1')
    const operation = `${request.method} ${path}`
    asked.push(operation)
    const fault = failing.get(operation)
    const isFaulty = fault && fault.after-- <= 0 && fault.times-- > 0
    const known = answers[operation]
    const [status, body] = isFaulty
      ? [fault.status, { message: 'not now' }]
      : known
        ? known(text === '' ? {} : (JSON.parse(text) as Record<string, unknown>))
        : [404, { message: 'Not Found' }]
    response.writeHead(status, { 'content-type': 'application/json' }).end(body && JSON.stringify(body))
  })
  const folder = scratch()
  const env = { ...homeEnv(folder), RACKWRIGHT_URL: url, RACKWRIGHT_TOKEN: 't' }
  const file = join(folder, 'disk.raw')
  // the third chunk is empty, and the last one ends inside a block
  const bytes = randomFillSync(Buffer.alloc(5 * MAX_CHUNK_BYTES + 700))
  bytes.fill(0, 2 * MAX_CHUNK_BYTES, 3 * MAX_CHUNK_BYTES)
  writeFileSync(file, bytes)
  const count = (operation: string) => asked.filter((each) => each === operation).length
  return {
    asked,
    count,
    fail: (operation: string, status: number, { after = 0, times = Infinity } = {}) =>
      failing.set(operation, { status, times, after }),
    heal: () => failing.clear(),
    isWhole: () => sha(content.subarray(0, bytes.length)) === sha(bytes),
    journals: () => readdirSync(join(folder, 'rackwright/uploads')),
    import: (more: Surroundings = {}) =>
      rackwright(['disk', 'import', file, '--project', 'p', '--name', 'disk'], { env, ...more }),
    upload: () =>
      rackwright(['image', 'upload', file, '--project', 'p', '--name', 'img', '--os', 'o', '--version', 'v'], { env }),
  }
}

const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const WRITE = 'POST /v1/disks/d/bulk-write'

test('chunks are sent as JSON, zero chunks are skipped, failed ones are retried', async () => {
  const host = await otherHost()
  host.fail(WRITE, 503, { times: 3 })
  const { code, err } = await host.import()
  expect([code, err]).toEqual([EXIT.ok, expect.stringContaining('Uploading 100%')])
  expect(host.isWhole()).toBe(true)
  expect(host.count(WRITE)).toBe(5 + 3)
  expect(host.journals()).toEqual([])
})

test('a refused chunk ends the upload; the next run sends only what is missing', async () => {
  const host = await otherHost()
  host.fail(WRITE, 400, { after: 2 })
  expect(await host.import()).toMatchObject({ code: EXIT.refused, err: expect.stringContaining('not now') })
  expect(host.journals()).toHaveLength(1)
  host.heal()
  const before = host.count(WRITE)
  expect(await host.import()).toMatchObject({ code: EXIT.ok, err: expect.stringContaining('Continuing') })
  expect(host.count(WRITE) - before).toBe(3)
  expect([host.isWhole(), host.count('POST /v1/disks')]).toEqual([true, 1])
})

test('Ctrl-C says how to resume', async () => {
  const host = await otherHost()
  const stop = new AbortController()
  host.fail(WRITE, 503)
  const sleep = async () => stop.abort()
  const { code, err } = await host.import({ signal: stop.signal, sleep })
  expect([code, err]).toEqual([EXIT.interrupted, expect.stringContaining('run the same command again')])
  host.heal()
  expect((await host.import()).code).toBe(EXIT.ok)
  expect(host.isWhole()).toBe(true)
})

test('a deleted disk is created again', async () => {
  const host = await otherHost()
  host.fail(WRITE, 400, { after: 2 })
  await host.import()
  host.heal()
  host.fail('GET /v1/disks/d', 404, { times: 1 })
  expect((await host.import()).code).toBe(EXIT.ok)
  expect([host.isWhole(), host.count('POST /v1/disks')]).toEqual([true, 2])
})

test.each([
  ['POST /v1/disks/d/finalize', 1],
  ['GET /v1/snapshots', 1],
  ['POST /v1/images', 2],
])('an image upload that failed at %s goes on there', async (operation, images) => {
  const host = await otherHost()
  host.fail(operation, 400, { times: 1 })
  expect((await host.upload()).code).toBe(EXIT.refused)
  const { code, out } = await host.upload()
  expect([code, out]).toEqual([EXIT.ok, expect.stringContaining('img')])
  expect([host.isWhole(), host.count('POST /v1/images'), host.count('POST /v1/disks')]).toEqual([true, images, 1])
  expect(host.count('DELETE /v1/disks/d')).toBe(1)
  expect(host.journals()).toEqual([])
})

test.each(['import', 'upload'] as const)('a name that is taken ends the %s before the file is read', async (verb) => {
  const host = await otherHost()
  expect((await host[verb]()).code).toBe(EXIT.ok)
  const before = host.asked.length
  const { code, err } = await host[verb]()
  expect([code, err]).toEqual([
    EXIT.refused,
    expect.stringMatching(/^rackwright: (disk disk|image img) already exists/),
  ])
  expect(host.asked.length - before).toBe(1)
})

test('a failed cleanup is a warning', async () => {
  const host = await otherHost()
  host.fail('DELETE /v1/snapshots', 400)
  const { code, err } = await host.upload()
  expect([code, err]).toEqual([EXIT.ok, expect.stringContaining('could not be deleted: not now')])
})
