// A world with a project for disks. The loops do not run: a test decides when volumes are created, and can make that fail, hang or
// crash half-way.
import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import type { BlockStore } from '#drivers/blocks.ts'
import { makeMemoryBlocks } from '#drivers/simulated/blocks-memory.ts'
import type { Host } from '../frame/context.ts'
import type { Database } from '../db/database.ts'
import { storageLoop } from '../reconcile/storage.ts'
import { workUnderWay } from '../storage/volume-work.ts'
import { talk, type Body, type Talk } from './talk.ts'
import { makeWorld, type World } from './world.ts'

export const GIB = 2 ** 30

type Verb = 'create' | 'write' | 'flush' | 'clone' | 'resize' | 'remove' | 'digest'

export interface MovedBlocks extends BlockStore {
  /** Calls of this verb block until the returned function is called. */
  hold(verb: Verb): () => void
  /** Calls of this verb fail with this error until heal() is called. */
  fail(verb: Verb, error?: Error): void
  heal(): void
  /** The number of calls of this verb. */
  calls(verb: Verb): number
}

/** A block store whose verbs can be blocked or made to fail. */
export function movedBlocks(store: BlockStore = makeMemoryBlocks(sha256)): MovedBlocks {
  const held = new Map<Verb, Promise<void>>()
  const failing = new Map<Verb, Error>()
  const counts = new Map<Verb, number>()
  const moved =
    <A extends unknown[], R>(verb: Verb, work: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      counts.set(verb, (counts.get(verb) ?? 0) + 1)
      await held.get(verb)
      const error = failing.get(verb)
      if (error) throw error
      return work(...args)
    }
  return {
    create: moved('create', store.create),
    write: moved('write', store.write),
    read: store.read,
    flush: moved('flush', store.flush),
    clone: moved('clone', store.clone),
    resize: moved('resize', store.resize),
    locate: store.locate,
    ...(store.withPath && { withPath: store.withPath }),
    version: store.version,
    remove: moved('remove', store.remove),
    digest: moved('digest', store.digest),
    list: store.list,
    close: store.close,
    hold(verb) {
      let release: (() => void) | undefined
      const gate = new Promise<void>((resolve) => (release = resolve))
      held.set(verb, gate)
      return () => {
        held.delete(verb)
        release?.()
      }
    },
    fail: (verb, error = new Error('the disk array is on fire')) => void failing.set(verb, error),
    heal: () => failing.clear(),
    calls: (verb) => counts.get(verb) ?? 0,
  }
}

export const sha256 = () => {
  const hash = createHash('sha256')
  return { update: (bytes: Uint8Array) => void hash.update(bytes), digest: () => hash.digest('hex') }
}

export interface Storage extends World, Talk {
  blocks: MovedBlocks
  /** Runs until no volume has a pending task. */
  settle(): Promise<void>
  /** 1 GiB, blank, in project web; settled. */
  disk(name: string, more?: Record<string, unknown>): Promise<Body>
  /** A disk still in creation; `finish` completes it. */
  diskInCreation(name: string, more?: Record<string, unknown>): Promise<{ id: string; finish(): Promise<void> }>
  /** Its current state. */
  stateOf(disk: string): Promise<unknown>
  /** A POST that must return 204. */
  tell(path: string, body?: unknown): Promise<void>
  /** A POST that must return 202. */
  tell202(path: string, body?: unknown): Promise<Body>
  storage(): Promise<number>
}

export const diskBody = (name: string, more: Record<string, unknown> = {}) => ({
  name,
  description: '',
  size: GIB,
  disk_source: { type: 'blank', block_size: 512 },
  ...more,
})

export const importing = { disk_source: { type: 'importing_blocks', block_size: 512 } }

export async function makeStorage(db: Database, options: Partial<Host> = {}): Promise<Storage> {
  const blocks = movedBlocks(options.volumes)
  const world = await makeWorld(db, { ...options, volumes: blocks })
  const words = talk(world.admin)
  await words.post('/v1/projects', { name: 'web', description: '' })
  return storageOf(world, blocks)
}

/** The same helpers around another control plane on the same database and store. */
export function storageOf(world: World, blocks: MovedBlocks): Storage {
  const words = talk(world.admin)
  return {
    ...world,
    ...words,
    blocks,
    settle: () => settleStorage(world.host),
    async disk(name, more) {
      const { id } = await words.post('/v1/disks?project=web', diskBody(name, more))
      await settleStorage(world.host)
      return words.get(`/v1/disks/${id}`)
    },
    async diskInCreation(name, more) {
      const release = blocks.hold('create')
      const asked = words.post('/v1/disks?project=web', diskBody(name, more))
      const find = () => world.admin.raw('GET', `/v1/disks/${name}?project=web`)
      await eventually(async () => (await find()).status === 200)
      const finish = async () => {
        release()
        await asked
      }
      return { id: (await find()).body.id as string, finish }
    },
    stateOf: async (id) => ((await words.get(`/v1/disks/${id}`)).state as { state: string }).state,
    async tell(path, body) {
      const reply = await world.admin.raw('POST', path, body)
      expect({ status: reply.status, ...reply.body }, path).toEqual({ status: 204 })
    },
    async tell202(path, body) {
      const reply = await world.admin.raw('POST', path, body)
      expect(reply.status, `${path} ${JSON.stringify(reply.body)}`).toBe(202)
      return reply.body as Body
    },
    storage: async () => ((await words.get('/v1/utilization')).provisioned as { storage: number }).storage,
  }
}

/** Runs the loop's steps until done. Fails if it would never end. */
export async function settleStorage(host: Host): Promise<void> {
  const loop = storageLoop(host, () => undefined)
  for (let turn = 0; turn < 200; turn++) {
    if (!(await loop.step()) && workUnderWay(host).size === 0) return
  }
  throw new Error('the storage loop does not come to rest')
}

/** Waits in real time for work in another promise. */
export async function eventually(look: () => boolean | Promise<boolean>): Promise<void> {
  for (let turn = 0; turn < 20_000; turn++) {
    if (await look()) return
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  throw new Error('waited in vain')
}
