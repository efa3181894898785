// Staged uploads against a host that loses responses: pieces in order, continued where the host says, deleted when canceled.
import { expect, test } from 'vitest'
import type { Call } from '#contract/client.ts'
import { MAX_CHUNK_BYTES, MAX_UPLOAD_PIECE_BYTES } from '#contract/limits.ts'
import { makeStagedUpload } from './staged-upload.ts'
import { makeSource } from './testing.ts'

const CHUNKS = MAX_UPLOAD_PIECE_BYTES / MAX_CHUNK_BYTES
const SIZE = 2 * MAX_UPLOAD_PIECE_BYTES + 10
const image = { name: 'img', description: '', os: 'Debian', version: '13', blockSize: 512 as const }
/** Two full pieces and a short one. */
const FULL = 'a'.repeat(2 * CHUNKS + 1)

interface HostOptions {
  /** Stored, but the response is lost. */
  losing?: readonly number[]
  problem?: string
  received?: number
  refuse?: { status: number; message: string }
}

const answer = (data: unknown) => ({ type: 'success', status: 200, data, headers: new Headers() })
const refusal = (status: number, message: string) => ({ type: 'error', status, data: { message } })

interface Query {
  offset?: number
  zeros?: number
}

/** The host of one upload. */
function makeHost({ losing = [], problem, received = 0, refuse }: HostOptions) {
  const lost = new Set(losing)
  const asked: string[] = []
  let state = 'receiving'
  const shown = () => ({ id: 'u', name: 'img', state, size: SIZE, received, problem: problem ?? null, imageId: null })
  const call = async (operation: string, params: { query?: Query; body?: Uint8Array }) => {
    const { offset, zeros } = params.query ?? {}
    asked.push([operation, offset, ...(zeros ? [`zeros ${zeros}`] : [])].join(' ').trim())
    if (operation === 'image_upload_delete') return answer({})
    if (operation === 'image_upload_view') {
      if (state === 'converting') state = problem ? 'failed' : 'done'
      return answer(shown())
    }
    if (operation === 'image_upload_write') {
      if (refuse) return refusal(refuse.status, refuse.message)
      if (offset !== received) return refusal(409, `continues at byte ${received}`)
      received += zeros ?? params.body!.length
      if (received === SIZE) state = 'converting'
      if (lost.delete(offset)) throw new TypeError('network error')
    }
    return answer(shown())
  }
  return { asked, call: call as unknown as Call }
}

function uploadTo(host: ReturnType<typeof makeHost>, content = makeSource(FULL, MAX_CHUNK_BYTES, 10)) {
  const ports = {
    call: host.call,
    now: () => 0,
    wait: async () => undefined,
    online: async () => undefined,
    encode: async () => '',
  }
  return makeStagedUpload({ project: 'web', image, source: { type: 'file', content, fingerprint: 'f' }, ports })
}

test('sends one piece after the other, and waits for the image', async () => {
  const host = makeHost({})
  const upload = uploadTo(host)
  await upload.start()
  expect(host.asked).toEqual([
    'image_upload_create',
    'image_upload_write 0',
    `image_upload_write ${MAX_UPLOAD_PIECE_BYTES}`,
    `image_upload_write ${2 * MAX_UPLOAD_PIECE_BYTES}`,
    'image_upload_view',
  ])
  expect(upload.state.get()).toMatchObject({
    phase: 'done',
    done: SIZE,
    total: SIZE,
    steps: { upload: 'complete', makeImage: 'complete' },
  })
})

test('continues where the host is, after a lost response or an earlier upload', async () => {
  const lossy = makeHost({ losing: [0] })
  await uploadTo(lossy).start()
  expect(lossy.asked.slice(1, 4)).toEqual(['image_upload_write 0', 'image_upload_write 0', 'image_upload_view'])
  const resumed = makeHost({ received: MAX_UPLOAD_PIECE_BYTES })
  await uploadTo(resumed).start()
  expect(resumed.asked).not.toContain('image_upload_write 0')
})

test('a lost response to the last piece ends nothing', async () => {
  const host = makeHost({ losing: [2 * MAX_UPLOAD_PIECE_BYTES] })
  const upload = uploadTo(host)
  await upload.start()
  expect(upload.state.get()).toMatchObject({ phase: 'done', done: SIZE })
})

test('long runs of zeros are not sent', async () => {
  const host = makeHost({})
  const letters = `a${'0'.repeat(CHUNKS)}b${'0'.repeat(CHUNKS - 2)}`
  const content = makeSource(`${letters}0`, MAX_CHUNK_BYTES, 10)
  const upload = uploadTo(host, content)
  await upload.start()
  const [from, to] = [MAX_CHUNK_BYTES, (CHUNKS + 1) * MAX_CHUNK_BYTES]
  expect(host.asked.slice(1, 5)).toEqual([
    'image_upload_write 0',
    `image_upload_write ${from} zeros ${to - from}`,
    `image_upload_write ${to}`,
    `image_upload_write ${to + MAX_CHUNK_BYTES} zeros ${SIZE - to - MAX_CHUNK_BYTES}`,
  ])
  expect(upload.state.get()).toMatchObject({ phase: 'done', done: SIZE })
  expect(content.isClosed()).toBe(true)
})

test('reports a file that can no longer be read, which can continue', async () => {
  const host = makeHost({})
  const upload = uploadTo(host, makeSource(`${'a'.repeat(CHUNKS)}!`, MAX_CHUNK_BYTES, SIZE - MAX_UPLOAD_PIECE_BYTES))
  await upload.start()
  expect(upload.state.get().problem).toContain('can no longer be read')
  expect(host.asked).not.toContain('image_upload_delete')
})

test('a file that cannot become an image fails with the reason', async () => {
  const host = makeHost({ problem: 'This is a zip archive.' })
  const upload = uploadTo(host)
  await upload.start()
  expect(upload.state.get()).toMatchObject({ phase: 'failed', problem: 'This is a zip archive.' })
  expect(upload.state.get().steps.makeImage).toBe('error')
})

test('refused, it is deleted; cut off, it is kept', async () => {
  const refusing = makeHost({ refuse: { status: 400, message: 'no' } })
  await uploadTo(refusing).start()
  expect(refusing.asked.at(-1)).toBe('image_upload_delete')
  const broken = makeHost({ refuse: { status: 503, message: 'busy' } })
  const upload = uploadTo(broken)
  await upload.start()
  expect(broken.asked).not.toContain('image_upload_delete')
  expect(upload.state.get().problem).toContain('Continue now, or upload the same file again.')
})

test('canceled, it is deleted', async () => {
  const host = makeHost({})
  const upload = uploadTo(host)
  const running = upload.start()
  upload.cancel()
  await running
  expect(upload.state.get().phase).toBe('cancelled')
  expect(host.asked).toEqual(['image_upload_create', 'image_upload_delete'])
})

test('a host without the operation takes only raw images', async () => {
  const call = (async () => ({ type: 'error', status: 404, data: { message: 'Not Found' } })) as unknown as Call
  const upload = uploadTo({ asked: [], call })
  await upload.start()
  expect(upload.state.get().problem).toContain('This host takes only raw images')
})
