// However an upload ends, nothing temporary is left behind. When it succeeds, all of the content has arrived.
import { expect, test } from 'vitest'
import { MAX_CHUNK_BYTES as CHUNK } from '#contract/limits.ts'
import type { OperationId } from '#contract/operations.ts'
import { PARALLEL_CHUNKS } from './chunks.ts'
import { cleanedText } from '../clean-up-text.ts'
import { steps } from './steps.ts'
import { makeCloud, makePorts, makeSource, type Fault, type Unknown } from '../testing.ts'
import { makeUpload } from './upload.ts'

const image = { name: 'debian', description: '', os: 'Debian', version: '13', blockSize: 512 as const }

function begin(cloud: ReturnType<typeof makeCloud>, source = makeSource('ab0cdefghij', CHUNK)) {
  return { source, upload: makeUpload({ project: 'web', image, source, ports: makePorts(cloud.call), suffix: 'x1' }) }
}

const tidy = (cloud: ReturnType<typeof makeCloud>) => ({
  disks: [...cloud.disks.keys()],
  snapshots: [...cloud.snapshots.keys()],
})
const nothing = { disks: [], snapshots: [] }

/** Undefined is our own host, which accepts chunks as plain bytes. */
const hosts: (Unknown | undefined)[] = [undefined, 404, 405, 'page']

test.each(hosts)('runs all steps in order and leaves out zeros (unknown operations: %s)', async (unknown) => {
  const cloud = makeCloud({ unknown })
  const { upload, source } = begin(cloud)
  await upload.start()
  expect(upload.state.get()).toMatchObject({ phase: 'done', done: source.size, total: source.size, left: [] })
  expect(Object.values(upload.state.get().steps)).toEqual(steps.map(() => 'complete'))
  expect(cloud.content().size).toBe(10)
  expect(cloud.content().get(CHUNK)).toBe(`b:${CHUNK}`)
  expect(cloud.content().has(2 * CHUNK)).toBe(false)
  const count = (operation: OperationId) => cloud.calls.filter((one) => one === operation).length
  expect(count('disk_blocks_write')).toBe(unknown ? 1 : 11)
  expect(count('disk_bulk_write_import')).toBe(unknown ? 10 : 0)
  expect([...cloud.images.keys()]).toEqual(['debian'])
  expect(tidy(cloud)).toEqual(nothing)
  expect(source.isClosed()).toBe(true)
})

test.each(hosts)('pads the last chunk to a block, and sends it even when zero (%s)', async (unknown) => {
  const short = makeCloud({ unknown })
  await begin(short, makeSource('ab', CHUNK, 700)).upload.start()
  expect(short.content().get(CHUNK)).toBe('b:1024')
  const empty = makeCloud({ unknown })
  await begin(empty, makeSource('a00', CHUNK, 512)).upload.start()
  expect([...empty.content().keys()]).toEqual([0, 2 * CHUNK])
  expect(empty.content().get(2 * CHUNK)).toBe('0:512')
})

test('limits how many chunks are sent in parallel', async () => {
  const cloud = makeCloud()
  let under = 0
  let most = 0
  const call = (async (operation: OperationId, ...rest: []) => {
    under += operation === 'disk_blocks_write' ? 1 : 0
    most = Math.max(most, under)
    try {
      return await cloud.call(operation as 'ping', ...rest)
    } finally {
      under -= operation === 'disk_blocks_write' ? 1 : 0
    }
  }) as typeof cloud.call
  const source = makeSource('a'.repeat(40), CHUNK)
  await makeUpload({ project: 'web', image, source, ports: makePorts(call), suffix: 'x1' }).start()
  expect(most).toBe(PARALLEL_CHUNKS)
})

const onTheWay = [
  'disk_create',
  'disk_view',
  'disk_bulk_write_import_start',
  'disk_blocks_write',
  'disk_bulk_write_import',
  'disk_bulk_write_import_stop',
  'disk_finalize_import',
  'snapshot_view',
  'image_create',
] as const satisfies OperationId[]
const faults: Fault[] = ['refused', 'down', 'lost', 'unanswered']

/** Chunks in base64 are sent only to other hosts. */
const hostOf = (operation: OperationId): Unknown | undefined =>
  operation === 'disk_bulk_write_import' ? 404 : undefined

test.each(onTheWay.flatMap((operation) => faults.map((fault) => [operation, fault] as const)))(
  '%s %s once: the upload continues or ends, and cleans up',
  async (operation, fault) => {
    const cloud = makeCloud({
      faultAt: (asked, nth) => (asked === operation && nth === 1 ? fault : undefined),
      unknown: hostOf(operation),
    })
    const { upload } = begin(cloud)
    await upload.start()
    const { phase, left, problem } = upload.state.get()
    expect(phase).toBe(fault === 'refused' ? 'failed' : 'done')
    expect(problem).toBe(fault === 'refused' ? 'Not like this' : undefined)
    expect(left).toEqual([])
    expect(tidy(cloud)).toEqual(nothing)
    expect(cloud.images.size).toBe(fault === 'refused' ? 0 : 1)
  },
)

test.each(onTheWay.flatMap((operation) => faults.map((fault) => [operation, fault] as const)))(
  '%s %s for a while: the upload gives up, and cleans up once the host is back',
  async (operation, fault) => {
    let isBack = false
    const cloud = makeCloud({
      faultAt: (asked) => (asked === operation && !isBack ? fault : undefined),
      unknown: hostOf(operation),
    })
    const { upload } = begin(cloud)
    upload.state.subscribe(() => {
      if (upload.state.get().phase === 'cleaning') isBack = true
    })
    await upload.start()
    // an unanswered write is discovered by reading the state
    const isFound = fault === 'unanswered' && operation !== 'disk_view' && operation !== 'snapshot_view'
    if (!isFound) expect(upload.state.get().phase).toBe('failed')
    expect(upload.state.get().left).toEqual([])
    expect(tidy(cloud)).toEqual(nothing)
  },
)

/** The first call only asks whether the host takes plain bytes. */
const losing = (times: number) =>
  makeCloud({
    faultAt: (asked, nth) => (asked === 'disk_blocks_write' && nth > 1 && nth <= times + 1 ? 'lost' : undefined),
  })

test('retries a lost chunk, and gives up after too many failures', async () => {
  const twice = losing(2)
  const { upload } = begin(twice, makeSource('a', CHUNK))
  await upload.start()
  expect(upload.state.get().phase).toBe('done')
  expect(twice.calls.filter((one) => one === 'disk_blocks_write')).toHaveLength(4)
  const thrice = losing(3)
  const other = begin(thrice, makeSource('a', CHUNK))
  await other.upload.start()
  expect(other.upload.state.get()).toMatchObject({
    phase: 'failed',
    problem: 'The server cannot be reached. Check the connection and try again.',
  })
  expect(tidy(thrice)).toEqual(nothing)
})

test('fails at once when the server is full', async () => {
  const cloud = makeCloud({
    faultAt: (asked, nth) => (asked === 'disk_blocks_write' && nth === 2 ? 'full' : undefined),
  })
  const { upload } = begin(cloud, makeSource('a', CHUNK))
  await upload.start()
  expect(upload.state.get()).toMatchObject({ phase: 'failed', problem: 'Out of storage' })
  expect(cloud.calls.filter((one) => one === 'disk_blocks_write')).toHaveLength(2)
  expect(tidy(cloud)).toEqual(nothing)
})

test.each([
  ['disk_create', undefined],
  ['disk_blocks_write', 'The temporary disk has been deleted.'],
  ['image_create', 'The temporary disk and snapshot have been deleted.'],
] as const)('refused at %s: says only what was deleted', async (operation, text) => {
  const cloud = makeCloud({ faultAt: (asked) => (asked === operation ? 'refused' : undefined) })
  const { upload } = begin(cloud)
  await upload.start()
  expect(upload.state.get()).toMatchObject({ phase: 'failed', left: [] })
  expect(cleanedText(upload.state.get())).toBe(text)
})

test('finds and deletes a disk that appears after its request was given up', async () => {
  const cloud = makeCloud({ faultAt: (asked) => (asked === 'disk_create' ? 'lost' : undefined) })
  let looks = 0
  cloud.hear((operation) => {
    // as if the server had taken that long
    if (operation === 'disk_view' && ++looks === 4) {
      cloud.disks.set('tmp-for-image-x1', { state: 'creating', looks: 0, size: 0, chunks: new Map() })
    }
  })
  const { upload } = begin(cloud)
  await upload.start()
  expect(upload.state.get()).toMatchObject({ phase: 'failed', left: [] })
  expect(tidy(cloud)).toEqual(nothing)
})

test('reports a file that can no longer be read', async () => {
  const cloud = makeCloud()
  const { upload } = begin(cloud, makeSource('ab!d', CHUNK))
  await upload.start()
  expect(upload.state.get().steps.upload).toBe('error')
  expect(upload.state.get().problem).toContain('can no longer be read')
  expect(tidy(cloud)).toEqual(nothing)
})

test.each(onTheWay)('canceled at %s: nothing is left, not even the image', async (operation) => {
  const cloud = makeCloud({ unknown: hostOf(operation) })
  const { upload, source } = begin(cloud)
  cloud.hear((asked) => {
    if (asked === operation) upload.cancel()
  })
  await upload.start()
  expect(upload.state.get()).toMatchObject({ phase: 'cancelled', left: [] })
  expect(upload.state.get().problem).toBeUndefined()
  expect(tidy(cloud)).toEqual(nothing)
  expect(cloud.images.size).toBe(0)
  expect(source.isClosed()).toBe(true)
})

test('cannot be canceled once the image exists', async () => {
  const cloud = makeCloud()
  const { upload } = begin(cloud)
  cloud.hear((asked) => {
    if (asked === 'snapshot_delete') upload.cancel()
  })
  await upload.start()
  expect(upload.state.get().phase).toBe('done')
  expect(cloud.images.size).toBe(1)
})

test('names what cannot be deleted', async () => {
  const cloud = makeCloud({ faultAt: (asked) => (asked === 'disk_delete' ? 'down' : undefined) })
  const { upload } = begin(cloud)
  await upload.start()
  expect(upload.state.get()).toMatchObject({ phase: 'failed', left: ['disk tmp-for-image-x1'] })
  expect(upload.state.get().problem).toContain('The image is ready')
  expect(cloud.images.size).toBe(1)
})

test("leaves another user's image with the same name alone", async () => {
  const cloud = makeCloud()
  cloud.images.set('debian', { id: 'theirs' })
  const { upload } = begin(cloud)
  await upload.start()
  expect(upload.state.get().phase).toBe('failed')
  expect(cloud.images.get('debian')).toEqual({ id: 'theirs' })
  expect(tidy(cloud)).toEqual(nothing)
})

test('reports speed and remaining time', async () => {
  const cloud = makeCloud()
  const { upload } = begin(cloud, makeSource('a'.repeat(400), CHUNK))
  let told = 0
  let halfway: number | undefined
  upload.state.subscribe(() => {
    const { done, total, rate, secondsLeft } = upload.state.get()
    told += 1
    if (!halfway && done >= total / 2) halfway = secondsLeft
    expect(rate).toBeGreaterThanOrEqual(0)
  })
  await upload.start()
  expect(halfway).toBeGreaterThan(0)
  expect(told).toBeLessThan(100)
})
