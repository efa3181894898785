// However an upload ends, nothing that it made for itself stays behind; and when it ends well the content is all there.
import { expect, test } from 'vitest'
import type { OperationId } from '#contract/operations.ts'
import { CHUNK, PARALLEL, zeros } from './chunks.ts'
import { steps } from './steps.ts'
import { makeCloud, makePorts, makeSource, type Fault } from './testing.ts'
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

test('all steps in their order, zeros left out', async () => {
  const cloud = makeCloud()
  const { upload, source } = begin(cloud)
  await upload.start()
  expect(upload.state()).toMatchObject({ phase: 'done', done: source.size, total: source.size, left: [] })
  expect(Object.values(upload.state().steps)).toEqual(steps.map(() => 'complete'))
  expect(cloud.content().size).toBe(10)
  expect(cloud.content().get(CHUNK)).toBe(`b:${CHUNK}`)
  expect(cloud.content().has(2 * CHUNK)).toBe(false)
  expect([...cloud.images.keys()]).toEqual(['debian'])
  expect(tidy(cloud)).toEqual(nothing)
  expect(source.isClosed()).toBe(true)
})

test('the last chunk is filled up to a block, and goes even when it is zero', async () => {
  const short = makeCloud()
  await begin(short, makeSource('ab', CHUNK, 700)).upload.start()
  expect(short.content().get(CHUNK)).toBe('b:1024')
  const empty = makeCloud()
  await begin(empty, makeSource('a00', CHUNK, 512)).upload.start()
  expect([...empty.content().keys()]).toEqual([0, 2 * CHUNK])
  expect(empty.content().get(2 * CHUNK)).toBe(zeros(512))
  for (const length of [510, 511, 512]) expect(zeros(length)).toBe(Buffer.alloc(length).toString('base64'))
})

test('so many chunks at once and no more', async () => {
  const cloud = makeCloud()
  let under = 0
  let most = 0
  const call = (async (operation: OperationId, ...rest: []) => {
    under += operation === 'disk_bulk_write_import' ? 1 : 0
    most = Math.max(most, under)
    try {
      return await cloud.call(operation as 'ping', ...rest)
    } finally {
      under -= operation === 'disk_bulk_write_import' ? 1 : 0
    }
  }) as typeof cloud.call
  const source = makeSource('a'.repeat(40), CHUNK)
  await makeUpload({ project: 'web', image, source, ports: makePorts(call), suffix: 'x1' }).start()
  expect(most).toBe(PARALLEL)
})

const onTheWay = [
  'disk_create',
  'disk_view',
  'disk_bulk_write_import_start',
  'disk_bulk_write_import',
  'disk_bulk_write_import_stop',
  'disk_finalize_import',
  'snapshot_view',
  'image_create',
] as const satisfies OperationId[]
const faults: Fault[] = ['refused', 'down', 'lost', 'unanswered']

test.each(onTheWay.flatMap((operation) => faults.map((fault) => [operation, fault] as const)))(
  '%s %s once: it goes on or ends, and is tidy',
  async (operation, fault) => {
    const cloud = makeCloud((asked, nth) => (asked === operation && nth === 1 ? fault : undefined))
    const { upload } = begin(cloud)
    await upload.start()
    const { phase, left, problem } = upload.state()
    expect(phase).toBe(fault === 'refused' ? 'failed' : 'done')
    expect(problem).toBe(fault === 'refused' ? 'Not like this' : undefined)
    expect(left).toEqual([])
    expect(tidy(cloud)).toEqual(nothing)
    expect(cloud.images.size).toBe(fault === 'refused' ? 0 : 1)
  },
)

test.each(onTheWay.flatMap((operation) => faults.map((fault) => [operation, fault] as const)))(
  '%s %s for a while: it gives up, and is tidy when the cloud is back',
  async (operation, fault) => {
    let isBack = false
    const cloud = makeCloud((asked) => (asked === operation && !isBack ? fault : undefined))
    const { upload } = begin(cloud)
    upload.subscribe(() => {
      if (upload.state().phase === 'cleaning') isBack = true
    })
    await upload.start()
    // what was done and never heard of is found out by looking
    const isFound = fault === 'unanswered' && operation !== 'disk_view' && operation !== 'snapshot_view'
    if (!isFound) expect(upload.state().phase).toBe('failed')
    expect(upload.state().left).toEqual([])
    expect(tidy(cloud)).toEqual(nothing)
  },
)

test('a chunk that arrives late is sent again; one too many gives up', async () => {
  const twice = makeCloud((asked, nth) => (asked === 'disk_bulk_write_import' && nth <= 2 ? 'lost' : undefined))
  const { upload } = begin(twice, makeSource('a', CHUNK))
  await upload.start()
  expect(upload.state().phase).toBe('done')
  expect(twice.calls.filter((one) => one === 'disk_bulk_write_import')).toHaveLength(3)
  const thrice = makeCloud((asked, nth) => (asked === 'disk_bulk_write_import' && nth <= 3 ? 'lost' : undefined))
  const other = begin(thrice, makeSource('a', CHUNK))
  await other.upload.start()
  expect(other.upload.state()).toMatchObject({
    phase: 'failed',
    problem: 'The server cannot be reached. Check the connection and try again.',
  })
  expect(tidy(thrice)).toEqual(nothing)
})

test('a disk that comes into being after its answer was given up is found and taken away', async () => {
  const cloud = makeCloud((asked) => (asked === 'disk_create' ? 'lost' : undefined))
  let looks = 0
  cloud.hear((operation) => {
    // as if the server had needed that long
    if (operation === 'disk_view' && ++looks === 4) {
      cloud.disks.set('tmp-for-image-x1', { state: 'creating', looks: 0, size: 0, chunks: new Map() })
    }
  })
  const { upload } = begin(cloud)
  await upload.start()
  expect(upload.state()).toMatchObject({ phase: 'failed', left: [] })
  expect(tidy(cloud)).toEqual(nothing)
})

test('a file that cannot be read any more', async () => {
  const cloud = makeCloud()
  const { upload } = begin(cloud, makeSource('ab!d', CHUNK))
  await upload.start()
  expect(upload.state().steps.upload).toBe('error')
  expect(upload.state().problem).toContain('cannot be read')
  expect(tidy(cloud)).toEqual(nothing)
})

test.each(onTheWay)('cancelled at %s: nothing is left, not even the image', async (operation) => {
  const cloud = makeCloud()
  const { upload, source } = begin(cloud)
  cloud.hear((asked) => {
    if (asked === operation) upload.cancel()
  })
  await upload.start()
  expect(upload.state()).toMatchObject({ phase: 'cancelled', left: [] })
  expect(upload.state().problem).toBeUndefined()
  expect(tidy(cloud)).toEqual(nothing)
  expect(cloud.images.size).toBe(0)
  expect(source.isClosed()).toBe(true)
})

test('once the image is there cancelling comes too late', async () => {
  const cloud = makeCloud()
  const { upload } = begin(cloud)
  cloud.hear((asked) => {
    if (asked === 'snapshot_delete') upload.cancel()
  })
  await upload.start()
  expect(upload.state().phase).toBe('done')
  expect(cloud.images.size).toBe(1)
})

test('what cannot be taken away is named', async () => {
  const cloud = makeCloud((asked) => (asked === 'disk_delete' ? 'down' : undefined))
  const { upload } = begin(cloud)
  await upload.start()
  expect(upload.state()).toMatchObject({ phase: 'failed', left: ['disk tmp-for-image-x1'] })
  expect(upload.state().problem).toContain('The image is ready')
  expect(cloud.images.size).toBe(1)
})

test("another's image of the same name is not touched", async () => {
  const cloud = makeCloud()
  cloud.images.set('debian', { id: 'theirs' })
  const { upload } = begin(cloud)
  await upload.start()
  expect(upload.state().phase).toBe('failed')
  expect(cloud.images.get('debian')).toEqual({ id: 'theirs' })
  expect(tidy(cloud)).toEqual(nothing)
})

test('it tells how fast it goes and how long it will take', async () => {
  const cloud = makeCloud()
  const { upload } = begin(cloud, makeSource('a'.repeat(400), CHUNK))
  let told = 0
  let halfway: number | undefined
  upload.subscribe(() => {
    const { done, total, rate, secondsLeft } = upload.state()
    told += 1
    if (!halfway && done >= total / 2) halfway = secondsLeft
    expect(rate).toBeGreaterThanOrEqual(0)
  })
  await upload.start()
  expect(halfway).toBeGreaterThan(0)
  expect(told).toBeLessThan(100)
})
