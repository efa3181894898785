// Uploads that the host makes images of, and sparse downloads, both interrupted and continued by the same command.
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { MAX_UPLOAD_PIECE_BYTES } from '#contract/limits.ts'
import { EXIT } from './failure.ts'
import { readAll } from './io.ts'
import { homeEnv, rackwright, scratch, serve } from './testing.ts'

const MIB = 2 ** 20
const named = ['--project', 'p', '--name', 'img', '--os', 'Debian', '--version', '13']

/** Fails the piece at this offset once. */
async function uploadHost(failAt?: number) {
  const parts: Buffer[] = []
  const asked: string[] = []
  let source: { type: string; size?: number } = { type: '' }
  let problem: string | null = null
  const received = () => parts.reduce((sum, part) => sum + part.length, 0)
  const url = await serve(async (request, response) => {
    const body = await readAll(request)
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://x')
    const send = (status: number, answer: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    if (request.method === 'POST') source = (JSON.parse(body.toString()) as { source: typeof source }).source
    if (request.method === 'PUT') {
      const offset = Number(searchParams.get('offset'))
      asked.push(String(offset))
      if (offset === failAt) {
        failAt = undefined
        return send(400, { message: 'not now' })
      }
      parts.push(body)
    }
    const isComplete = source.type === 'url' || received() === source.size
    const state = problem ? 'failed' : !isComplete ? 'receiving' : request.method === 'GET' ? 'done' : 'converting'
    if (pathname.startsWith('/v1/images')) return send(200, { id: 'i', name: 'img' })
    send(request.method === 'POST' ? 201 : 200, {
      id: 'u',
      state,
      size: source.size ?? 10,
      received: received(),
      problem,
      image_id: 'i',
    })
  })
  return { url, asked, content: () => Buffer.concat(parts), fail: (reason: string) => (problem = reason) }
}

const at = (url: string) => ({ env: { ...homeEnv(scratch()), RACKWRIGHT_URL: url, RACKWRIGHT_TOKEN: 't' } })

test('a compressed file is sent in pieces, and continued after a failure', async () => {
  const file = join(scratch(), 'disk.gz')
  const bytes = gzipSync(randomBytes(MAX_UPLOAD_PIECE_BYTES + MIB))
  writeFileSync(file, bytes)
  const host = await uploadHost(MAX_UPLOAD_PIECE_BYTES)
  const first = await rackwright(['image', 'upload', file, ...named], at(host.url))
  expect(first.code).toBe(EXIT.refused)
  const second = await rackwright(['image', 'upload', file, ...named, '--format', 'json'], at(host.url))
  expect(second.err).toContain('Uploading')
  expect(JSON.parse(second.out)).toEqual({ id: 'i', name: 'img' })
  const later = String(MAX_UPLOAD_PIECE_BYTES)
  expect(host.asked).toEqual(['0', later, later])
  expect(host.content().equals(bytes)).toBe(true)
})

test('a URL is fetched by the host', async () => {
  const host = await uploadHost()
  const { code } = await rackwright(['image', 'upload', 'https://images.example/a.gz', ...named], at(host.url))
  expect(code).toBe(0)
  expect(host.asked).toEqual([])
})

test('what the host cannot make an image of fails with its reason, and a hostile header at once', async () => {
  const folder = scratch()
  const host = await uploadHost()
  host.fail('The compressed file is damaged or incomplete.')
  writeFileSync(join(folder, 'a.gz'), gzipSync('x'))
  const failed = await rackwright(['image', 'upload', join(folder, 'a.gz'), ...named], at(host.url))
  expect(failed.err).toContain('damaged or incomplete')
  const header = Buffer.alloc(512)
  header.write('QFI\xfb\0\0\0\x03\0\0\0\0\0\0\0\x01', 'latin1')
  writeFileSync(join(folder, 'a.qcow2'), header)
  const refused = await rackwright(['image', 'upload', join(folder, 'a.qcow2'), ...named], at(host.url))
  expect(refused.err).toContain('backing file')
})

const record = (offset: number, bytes: Buffer = Buffer.alloc(0)) => {
  const header = Buffer.alloc(16)
  header.writeBigUInt64BE(BigInt(offset))
  header.writeBigUInt64BE(BigInt(bytes.length), 8)
  return Buffer.concat([header, bytes])
}

test('a download becomes a sparse file, and continues where it stopped unless the content changed', async () => {
  const size = 64 * MIB
  const [start, end] = [randomBytes(MIB), randomBytes(MIB)]
  const disk = Buffer.alloc(size)
  start.copy(disk, MIB)
  end.copy(disk, size - MIB)
  const asked: number[] = []
  let isBroken = true
  let etag = '"one"'
  const url = await serve((request, response) => {
    const offset = Number(new URL(request.url ?? '', 'http://x').searchParams.get('offset'))
    asked.push(offset)
    response.writeHead(200, { 'content-type': 'application/vnd.rackwright.sparse', etag })
    if (isBroken) {
      // ends in the middle of the first record
      response.write(record(MIB, start).subarray(0, 16 + 1000), () => setTimeout(() => response.destroy(), 50))
      return
    }
    const records = [
      [MIB, start],
      [size - MIB, end],
    ] as const
    for (const [at, bytes] of records) {
      const from = Math.max(at, offset)
      if (from < at + MIB) response.write(record(from, bytes.subarray(from - at)))
    }
    response.end(record(size))
  })
  const target = join(scratch(), 'disk.raw')
  const args = ['disk', 'download', target, '--disk', 'd', '--project', 'p']
  const broken = await rackwright(args, at(url))
  expect(broken.err).toContain('run the same command again to continue')
  expect(existsSync(target)).toBe(false)
  isBroken = false
  expect((await rackwright(args, at(url))).err).toContain(`Continuing at byte ${MIB + 1000}`)
  expect(asked).toEqual([0, MIB + 1000])
  expect(readFileSync(target).equals(disk)).toBe(true)
  expect(statSync(target).blocks * 512).toBeLessThan(8 * MIB)
  expect(existsSync(`${target}.partial.json`)).toBe(false)

  isBroken = true
  await rackwright(args, at(url))
  isBroken = false
  etag = '"two"'
  expect((await rackwright(args, at(url))).code).toBe(0)
  expect(asked.at(-1)).toBe(0)
  expect(readFileSync(target).equals(disk)).toBe(true)
})
