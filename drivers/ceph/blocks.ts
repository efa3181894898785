// Disk bytes as images of Ceph RBD. Clones are layers, so they are there at once and share what they have in common.
import { randomUUID } from 'node:crypto'
import { mkdir, open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { BlockError, checkLarger, checkRange, checkSame, checkVolume, unknownVolume } from '../blocks.ts'
import type { BlockStore, VolumeCopy } from '../blocks.ts'
import type { Clock } from '../clock.ts'
import { makeFreeSpace } from '../files/free-space.ts'
import { digestImage } from './digest.ts'
import { watchHealth } from './health.ts'
import { diffOf, openStaging } from './staging.ts'
import { forgetBegun, imagesIn, PARTIAL, REMOVED, startTidying } from './tidy.ts'
import { BULK_MS, type CephPool, makeTools } from './tools.ts'

const FEATURES = 'layering,exclusive-lock,object-map,fast-diff,deep-flatten'
const SECTOR = 512
const IMPORT_BYTES = 64 * 1024 * 1024
/** A write of ours makes another one. */
const WRITTEN = 'rackwright.written'

export interface CephBlocksOptions {
  pool: CephPool
  /** For what waits to be imported, and for files that programs of this host work on. */
  folder: string
  clock: Clock
  /** Other servers use the pool too: each write reaches Ceph before it is answered. */
  isShared?: boolean | undefined
}

interface Info {
  id: string
  size: number
  modify_timestamp: string
}

export async function openCephBlocks(options: CephBlocksOptions): Promise<BlockStore> {
  const { folder, clock, isShared = false } = options
  const tools = makeTools(options.pool)
  const { rbd, image } = tools
  const scratch = join(folder, isShared ? `scratch-${randomUUID()}` : 'scratch')
  await rm(scratch, { recursive: true, force: true })
  await mkdir(scratch, { recursive: true, mode: 0o700 })
  const staging = await openStaging(join(folder, 'staging'), IMPORT_BYTES)
  const health = watchHealth(tools, clock)
  const space = makeFreeSpace(async () => (await health.space()).free)
  const tidying = startTidying(tools, clock)
  const queues = new Map<string, Promise<unknown>>()
  /** Sizes of volumes that are being written to. */
  const sizes = new Map<string, number>()
  let made = 0

  async function infoOf(id: string): Promise<Info | undefined> {
    checkVolume(id, 0)
    const text = await rbd(['info', image(id), '--format', 'json'])
    return text === undefined ? undefined : (JSON.parse(text) as Info)
  }

  async function known(id: string): Promise<Info> {
    const info = await infoOf(id)
    if (!info) throw unknownVolume(id)
    return info
  }

  /** One at a time for each volume: an import takes what waits, and nothing may be added meanwhile. */
  function inOrder<T>(id: string, work: () => Promise<T>): Promise<T> {
    const before = queues.get(id) ?? Promise.resolve()
    const done = before.then(work, work)
    const ignored = done.then(
      () => undefined,
      () => undefined,
    )
    const settled: Promise<void> = ignored.finally(() => {
      if (queues.get(id) === settled) queues.delete(id)
    })
    queues.set(id, settled)
    return done
  }

  async function importDiff(id: string, from: string, input?: Uint8Array) {
    const args = ['import-diff', '--no-progress', from, image(id)]
    const done = await rbd(args, { timeoutMs: BULK_MS, ...(input && { input }) })
    if (done === undefined) throw unknownVolume(id)
    await rbd(['image-meta', 'set', image(id), WRITTEN, randomUUID()])
  }

  /** Puts what waits into Ceph. */
  const settle = (id: string) =>
    staging.take(id, async (path) => {
      await space.take((await stat(path)).size)
      // an import has hours, and nobody should wait that long for a Ceph that is away
      await known(id)
      await importDiff(id, path)
    })

  const settled = <T>(id: string, work: () => Promise<T>): Promise<T> => {
    checkVolume(id, 0)
    return inOrder(id, async () => {
      await settle(id)
      return work()
    })
  }

  async function write(id: string, offset: number, bytes: Uint8Array) {
    const size = sizes.get(id) ?? (await known(id)).size
    checkRange({ id, size }, offset, bytes.length)
    sizes.set(id, size)
    if (bytes.length === 0) return
    if (isShared) {
      await space.take(bytes.length)
      return importDiff(id, '-', diffOf(offset, bytes))
    }
    if (staging.overlaps(id, offset, bytes.length)) await settle(id)
    if (await staging.add(id, offset, bytes)) await settle(id)
  }

  /** A file for the bytes of an image, for as long as `work` takes. */
  async function inScratch<T>(work: (path: string) => Promise<T>): Promise<T> {
    const path = join(scratch, String(made++))
    try {
      return await work(path)
    } finally {
      await rm(path, { force: true })
    }
  }

  async function read(id: string, offset: number, length: number): Promise<Uint8Array> {
    const { size } = await known(id)
    checkRange({ id, size }, offset, length)
    if (length === 0) return new Uint8Array(0)
    const from = offset - (offset % SECTOR)
    const to = Math.ceil((offset + length) / SECTOR) * SECTOR
    const part = `offset=${from},${to < size ? `size=${to - from},` : ''}`
    return inScratch(async (path) => {
      await tools.qemuImg(['convert', '--image-opts', tools.source(id, part), '-O', 'raw', path])
      const file = await open(path)
      try {
        const bytes = new Uint8Array(length)
        const { bytesRead } = await file.read(bytes, 0, length, offset - from)
        if (bytesRead !== length) throw new Error(`volume ${id} ends before its size`)
        return bytes
      } finally {
        await file.close()
      }
    })
  }

  /** Under another name until it has its size, so that it is there completely or not at all. */
  async function layer(from: string, to: string, size: number, sourceSize: number) {
    const [snapshot, partial] = [`${image(from)}@${to}`, image(to + PARTIAL)]
    await rbd(['rm', '--no-progress', partial])
    const features = ['--rbd-default-clone-format', '2', '--image-feature', FEATURES]
    await must(rbd(['clone', ...features, snapshot, partial]), from)
    if (size !== sourceSize) await rbd(['resize', '--no-progress', '--size', `${size}B`, partial])
    await rbd(['rename', partial, image(to)])
    // Ceph keeps it for as long as the clone needs it
    await rbd(['snap', 'rm', '--no-progress', snapshot])
  }

  async function isThere(to: string, size: number) {
    const existing = await infoOf(to)
    if (existing) checkSame(to, existing.size, size)
    return existing !== undefined
  }

  /** One of a server that was killed is of another moment. */
  async function forgetSnapshot({ from, to }: Pick<VolumeCopy, 'from' | 'to'>) {
    await rbd(['rm', '--no-progress', image(to + PARTIAL)])
    await rbd(['snap', 'rm', '--no-progress', `${image(from)}@${to}`])
  }

  return {
    async create(id, size) {
      checkVolume(id, size)
      if (await tools.make(['create', '--size', `${size}B`, '--image-feature', FEATURES, image(id)])) return
      checkSame(id, (await known(id)).size, size)
    },
    write: (id, offset, bytes) => {
      checkVolume(id, 0)
      return inOrder(id, () => write(id, offset, bytes))
    },
    read: (id, offset, length) => settled(id, () => read(id, offset, length)),
    flush: (id) =>
      settled(id, async () => {
        await known(id)
        sizes.delete(id)
      }),
    async clone(from, to, size, signal) {
      checkVolume(to, size)
      await settled(from, async () => {
        signal?.throwIfAborted()
        const source = await known(from)
        checkLarger(source.size, size)
        if (await isThere(to, size)) return
        const snap = ['snap', 'create', '--no-progress', `${image(from)}@${to}`]
        if (!(await tools.make(snap))) {
          await forgetSnapshot({ from, to })
          await rbd(snap)
        }
        await layer(from, to, size, source.size)
      })
    },
    async cloneSnapped(copies, snap) {
      const sizes = new Map<string, number>()
      for (const { from, to, size } of copies) {
        checkVolume(to, size)
        sizes.set(from, (await known(from)).size)
        checkLarger(sizes.get(from)!, size)
      }
      const there = await Promise.all(copies.map(({ to, size }) => isThere(to, size)))
      if (there.every(Boolean)) return
      // those that a killed server has made are of another moment
      for (const [n, copy] of copies.entries()) {
        if (there[n]) await remove(copy.to)
        await forgetSnapshot(copy)
      }
      await snap()
      for (const { from, to, size } of copies) await layer(from, to, size, sizes.get(from)!)
    },
    resize: (id, size) =>
      settled(id, async () => {
        checkVolume(id, size)
        const info = await known(id)
        checkLarger(info.size, size)
        sizes.delete(id)
        if (info.size !== size) await rbd(['resize', '--no-progress', '--size', `${size}B`, image(id)])
      }),
    remove,
    digest: (id, length, signal) =>
      settled(id, async () => {
        const { size } = await known(id)
        checkRange({ id, size }, 0, length)
      }).then(() => digestImage(tools.exporting(id), length, signal)),
    version: (id) =>
      settled(id, async () => {
        const info = await known(id)
        const meta = JSON.parse((await rbd(['image-meta', 'ls', image(id), '--format', 'json'])) || '{}') as object
        return `${info.id}-${info.modify_timestamp}-${JSON.stringify(meta)}`
      }),
    async list() {
      const images = await imagesIn(tools)
      return images.filter(({ image: name }) => !name.includes('.')).map(({ image: id, size }) => ({ id, size }))
    },
    locate(id) {
      checkVolume(id, 0)
      return { kind: 'rbd', image: image(id), conf: options.pool.conf, user: options.pool.user }
    },
    key: tools.key,
    space: health.space,
    problems: health.problems,
    withPath: (id, work) =>
      settled(id, async () => {
        await known(id)
        return inScratch(async (path) => {
          await tools.qemuImg(['convert', '--image-opts', tools.source(id), '-O', 'raw', path])
          const before = (await stat(path, { bigint: true })).mtimeNs
          const done = await work(path)
          if ((await stat(path, { bigint: true })).mtimeNs === before) return done
          await space.take((await stat(path)).blocks * SECTOR)
          await tools.qemuImg(['convert', '-n', '-f', 'raw', path, '--target-image-opts', tools.source(id)])
          await rbd(['image-meta', 'set', image(id), WRITTEN, randomUUID()])
          return done
        })
      }),
    async close() {
      await Promise.all(queues.values())
      await tidying.close()
      await staging.close()
      await rm(scratch, { recursive: true, force: true })
    },
  }

  async function remove(id: string) {
    checkVolume(id, 0)
    await inOrder(id, async () => {
      await staging.drop(id)
      sizes.delete(id)
      // its clones may need its bytes for as long as it takes to give them their own
      const gone = `${id}${REMOVED}${randomUUID()}`
      if ((await rbd(['rename', image(id), image(gone)])) !== undefined) tidying.notice()
      else await forgetBegun(tools, id)
    })
  }
}

async function must(done: Promise<string | undefined>, id: string) {
  if ((await done) === undefined) throw new BlockError('unknown_volume', `there is no volume ${id}`)
}
