import { createHash } from 'node:crypto'
import { mkdtemp, open, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { blocksCases } from '../blocks.cases.ts'
import { copyPieces, openFileBlocks } from './blocks.ts'
import { needing } from '../../scripts/needs.mjs'

const MEBIBYTE = 1024 * 1024
const directory = () => mkdtemp(join(tmpdir(), 'blocks-'))

blocksCases('files', async () => {
  const place = await directory()
  return {
    store: await openFileBlocks(place),
    end: () => rm(place, { recursive: true }),
  }
})

test('a restart loses nothing', async () => {
  const place = await directory()
  const before = await openFileBlocks(place)
  await before.create('a', 1024 * MEBIBYTE)
  await before.write('a', 12_345, Uint8Array.of(1, 2, 3))
  await before.close()
  const store = await openFileBlocks(place)
  expect(await store.list()).toEqual([{ id: 'a', size: 1024 * MEBIBYTE }])
  expect(await store.read('a', 12_344, 5)).toEqual(Uint8Array.of(0, 1, 2, 3, 0))
  await store.close()
  await rm(place, { recursive: true })
})

/** How much this process has read, threads included. */
const bytesRead = async () => Number(/^rchar: (\d+)$/m.exec(await readFile('/proc/self/io', 'utf8'))![1])

test('a digest counts holes as zeroes, and does not read them', needing('qemu-img'), async () => {
  const place = await directory()
  const store = await openFileBlocks(place)
  const size = 512 * MEBIBYTE + 5
  await store.create('a', size)
  const bytes = crypto.getRandomValues(new Uint8Array(65_536))
  const expected = createHash('sha256')
  const zeroes = new Uint8Array(MEBIBYTE)
  for (let at = 0; at < size; at += MEBIBYTE) {
    const piece = zeroes.slice(0, Math.min(MEBIBYTE, size - at))
    if (at === 100 * MEBIBYTE || at === 0) {
      piece.set(bytes, 4096)
      await store.write('a', at + 4096, bytes)
    }
    expected.update(piece)
  }
  const before = await bytesRead()
  expect(await store.digest('a', size)).toBe(expected.digest('hex'))
  expect((await bytesRead()) - before).toBeLessThan(64 * MEBIBYTE)
  await store.close()
  await rm(place, { recursive: true })
})

test('a digest ends when it is no longer wanted', async () => {
  const place = await directory()
  const store = await openFileBlocks(place)
  await store.create('a', 2 ** 40)
  const unwanted = new AbortController()
  const digest = store.digest('a', 2 ** 40, unwanted.signal)
  await store.write('a', 0, Uint8Array.of(1))
  unwanted.abort(new Error('deleted'))
  await expect(digest).rejects.toThrow('deleted')
  await store.close()
  await rm(place, { recursive: true })
})

test('an existing directory opens as it is', async () => {
  const place = await directory()
  await writeFile(join(place, 'a.blocks'), 'bytes')
  const store = await openFileBlocks(place)
  expect(await store.list()).toEqual([{ id: 'a', size: 5 }])
  expect(Buffer.from(await store.read('a', 0, 5)).toString()).toBe('bytes')
  await store.close()
  await rm(place, { recursive: true })
})

test('machines and programs of this host open the same file', async () => {
  const place = await directory()
  const store = await openFileBlocks(place)
  const path = join(place, 'a.blocks')
  await store.create('a', 4096)
  expect(store.locate('a', 'some sled')).toEqual({ kind: 'file', path })
  await store.withPath!('a', (given) => writeFile(given, 'bytes', { flag: 'r+' }))
  expect(await readFile(path, 'utf8')).toMatch(/^bytes\0/)
  expect(() => store.locate('../a', 'some sled')).toThrow('cannot name a volume')
  await expect(async () => store.withPath!('../a', async () => undefined)).rejects.toThrow('cannot name a volume')
  await store.close()
  await rm(place, { recursive: true })
})

test('deletes partial volumes at the start', async () => {
  const place = await directory()
  await writeFile(join(place, 'a-4711-0.partial'), 'half')
  const store = await openFileBlocks(place)
  expect(await readdir(place)).toEqual([])
  await store.close()
  await rm(place, { recursive: true })
})

const hours = (ago: number) => new Date(Date.now() - ago * 3_600_000)

test('in a shared directory, partial volumes stay until nobody can be writing to them', async () => {
  const place = await directory()
  for (const [name, ago] of [['fresh', 0.5] as const, ['abandoned', 2] as const]) {
    await writeFile(join(place, `${name}.partial`), 'half')
    await utimes(join(place, `${name}.partial`), hours(ago), hours(ago))
  }
  const store = await openFileBlocks(place, { shared: { clock: { now: () => new Date() } } })
  expect(await readdir(place)).toEqual(['fresh.partial'])
  await store.close()
  await rm(place, { recursive: true })
})

test('servers that share a directory see what the others write and remove', async () => {
  const place = await directory()
  const [one, two] = await Promise.all(
    [1, 2].map(() => openFileBlocks(place, { shared: { clock: { now: () => new Date() } } })),
  )
  await Promise.all([one!.create('a', 4096), two!.create('a', 4096)])
  await one!.write('a', 0, Uint8Array.of(1))
  await two!.write('a', 1, Uint8Array.of(2))
  expect(await one!.read('a', 0, 2)).toEqual(Uint8Array.of(1, 2))
  await two!.remove('a')
  await expect(one!.read('a', 0, 1)).rejects.toMatchObject({ code: 'unknown_volume' })
  await Promise.all([one!.close(), two!.close()])
  await rm(place, { recursive: true })
})

test('two callers who create the same volume do not overwrite each other', async () => {
  const place = await directory()
  const store = await openFileBlocks(place)
  await Promise.all([
    store.create('a', 4096).then(() => store.write('a', 0, Uint8Array.of(5))),
    store.create('a', 4096),
  ])
  expect(await store.read('a', 0, 1)).toEqual(Uint8Array.of(5))
  await store.close()
  await rm(place, { recursive: true })
})

test('holes take no space, also in a clone', async () => {
  const place = await directory()
  const store = await openFileBlocks(place)
  await store.create('a', 1023 * 1024 * MEBIBYTE)
  await store.write('a', 900 * 1024 * MEBIBYTE, new Uint8Array(4096).fill(1))
  await store.flush('a')
  await store.clone('a', 'b', 1023 * 1024 * MEBIBYTE)
  for (const id of ['a', 'b']) expect((await stat(join(place, `${id}.blocks`))).blocks * 512).toBeLessThan(MEBIBYTE)
  expect(await store.read('b', 900 * 1024 * MEBIBYTE, 1)).toEqual(Uint8Array.of(1))
  expect((await readdir(place)).sort()).toEqual(['a.blocks', 'b.blocks'])
  await store.close()
  await rm(place, { recursive: true })
})

test('copies piece by piece when cp is not available', async () => {
  const place = await directory()
  const file = await open(join(place, 'from'), 'w')
  await file.write(Buffer.from('here'), 0, 4, 3 * MEBIBYTE - 2)
  await file.truncate(64 * MEBIBYTE)
  await file.close()
  await copyPieces(join(place, 'from'), join(place, 'to'))
  const copy = await open(join(place, 'to'), 'r')
  const { size, blocks } = await copy.stat()
  expect(size).toBe(64 * MEBIBYTE)
  expect(blocks * 512).toBeLessThanOrEqual(2 * MEBIBYTE)
  expect((await copy.read(Buffer.alloc(4), 0, 4, 3 * MEBIBYTE - 2)).buffer.toString()).toBe('here')
  await copy.close()
  await rm(place, { recursive: true })
})

test('keeps few files open, and removes volumes in use', async () => {
  const place = await directory()
  const store = await openFileBlocks(place)
  const ids = Array.from({ length: 150 }, (_, n) => `v${n}`)
  await Promise.all(ids.map((id) => store.create(id, MEBIBYTE)))
  await Promise.all(ids.map((id, n) => store.write(id, 0, Uint8Array.of(n))))
  const writing = store.write('v7', 4096, new Uint8Array(524_288)).catch(() => undefined)
  await store.remove('v7')
  await writing
  await expect(store.read('v7', 0, 1)).rejects.toMatchObject({ code: 'unknown_volume' })
  expect(await store.read('v99', 0, 1)).toEqual(Uint8Array.of(99))
  await store.close()
  await rm(place, { recursive: true })
})
