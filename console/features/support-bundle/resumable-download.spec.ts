// A download that breaks and resumes.
import { expect, test } from 'vitest'
import { downloadRest, nothingReceived, type Received } from './resumable-download.ts'

const FILE = new TextEncoder().encode('0123456789')

interface Answer {
  status?: number
  from?: number
  /** breaks before this byte */
  until?: number
  /** ends without an error instead of breaking */
  isQuiet?: boolean
  etag?: string | null
}

function serve(...answers: Answer[]) {
  const asked: (string | null)[] = []
  const fetch = (async (_url: string, init: RequestInit) => {
    asked.push(new Headers(init.headers).get('range'))
    const { status = 200, from = 0, until = FILE.length, isQuiet = false, etag = '"one"' } = answers.shift()!
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(FILE.slice(from, until))
        if (until < FILE.length && !isQuiet) controller.error(new TypeError('network error'))
        else controller.close()
      },
    })
    const headers = { 'content-length': String(FILE.length - from), ...(etag && { etag }) }
    return new Response(body, { status, headers })
  }) as typeof globalThis.fetch
  return { fetch, asked }
}

const signal = new AbortController().signal
const attempt = (
  fetch: typeof globalThis.fetch,
  received: Received,
  onProgress: (now: Received) => void = () => undefined,
) => downloadRest({ fetch, url: '/zip', received, onProgress, signal })

test('a whole download reports its progress', async () => {
  const { fetch, asked } = serve({})
  const seen: number[] = []
  const blob = await attempt(fetch, nothingReceived(), ({ bytes }) => seen.push(bytes))
  expect(await blob.text()).toBe('0123456789')
  expect(seen).toEqual([0, 10])
  expect(asked).toEqual([null])
})

test('after a break only the rest is requested', async () => {
  const { fetch, asked } = serve({ until: 4, isQuiet: true }, { status: 206, from: 4 })
  const received = nothingReceived()
  await expect(attempt(fetch, received)).rejects.toThrow('The connection was closed.')
  expect(received).toMatchObject({ bytes: 4, total: 10 })
  expect(await (await attempt(fetch, received)).text()).toBe('0123456789')
  expect(asked).toEqual([null, 'bytes=4-'])
})

test('a file that changed in between starts over', async () => {
  const { fetch } = serve({ until: 4, isQuiet: true }, { etag: '"two"' })
  const received = nothingReceived()
  await expect(attempt(fetch, received)).rejects.toThrow()
  expect(await (await attempt(fetch, received)).text()).toBe('0123456789')
  expect(received).toMatchObject({ bytes: 10, etag: '"two"' })
})

test('without an entity tag it starts over too', async () => {
  const { fetch, asked } = serve({ until: 4, isQuiet: true, etag: null }, {})
  const received = nothingReceived()
  await expect(attempt(fetch, received)).rejects.toThrow()
  await attempt(fetch, received)
  expect(asked).toEqual([null, null])
})

test('a network error is passed on', async () => {
  const { fetch } = serve({ until: 4 })
  await expect(attempt(fetch, nothingReceived())).rejects.toThrow('network error')
})

test('a refusal gives its reason', async () => {
  const fetch = (async () =>
    Response.json(
      { message: 'Cannot download bundle in non-active state' },
      { status: 400 },
    )) as typeof globalThis.fetch
  await expect(attempt(fetch, nothingReceived())).rejects.toThrow('non-active state')
})
