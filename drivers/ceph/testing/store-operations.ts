// What a store is killed at, step by step: each operation with what it needs, and what is there once it is done. Not for production code.
import { setTimeout as sleep } from 'node:timers/promises'
import { BlockError, type BlockStore } from '../../blocks.ts'
import { imagesIn, REMOVED } from '../tidy.ts'
import type { CephTools } from '../tools.ts'

const MEBIBYTE = 1024 * 1024
/** At the end of each source, where a copy that is cut off has none of it. */
const AT = 8 * MEBIBYTE - 3
const OLD = Uint8Array.of(1, 2, 3)
const NEW = Uint8Array.of(4, 5, 6)
const SIZE = 8 * MEBIBYTE
const LARGER = 12 * MEBIBYTE

interface Place {
  store: BlockStore
  tools: CephTools
}

/** Its size, and its bytes at the end of what sources have. */
interface Volume {
  size: number
  bytes: Uint8Array
}

export type Volumes = Record<string, Volume>

export interface Operation {
  before: Volumes
  /** Of them, those that are clones, and of what. */
  clones?: Record<string, string>
  act(place: Place): Promise<void>
  after: Volumes
  /** The step at which it is killed where there is time for one. */
  kill: { step: number; way: Way }
}

/** What is wanted after a kill: the same again, or nothing of it. */
export const WAYS = ['wanted still', 'given up'] as const
export type Way = (typeof WAYS)[number]

const empty = new Uint8Array(OLD.length)
const old: Volume = { size: SIZE, bytes: OLD }

export const OPERATIONS: Record<string, Operation> = {
  create: {
    before: {},
    act: ({ store }) => store.create('a', SIZE),
    after: { a: { size: SIZE, bytes: empty } },
    kill: { step: 1, way: 'wanted still' },
  },
  import: {
    before: { a: old },
    async act({ store }) {
      await store.write('a', AT, NEW)
      await store.flush('a')
    },
    after: { a: { size: SIZE, bytes: NEW } },
    kill: { step: 1, way: 'wanted still' },
  },
  clone: {
    before: { a: old },
    act: ({ store }) => store.clone('a', 'b', LARGER),
    after: { a: old, b: { size: LARGER, bytes: OLD } },
    kill: { step: 3, way: 'given up' },
  },
  snapshot: {
    before: { a: old, b: old },
    act: ({ store, tools }) => {
      const copies = ['a', 'b'].map((from) => ({ from, to: `copy-of-${from}`, size: SIZE }))
      return store.cloneSnapped!(copies, async () => {
        // instead of QEMU
        for (const { from, to } of copies)
          await tools.rbd(['snap', 'create', '--no-progress', `${tools.image(from)}@${to}`])
      })
    },
    after: { a: old, b: old, 'copy-of-a': old, 'copy-of-b': old },
    kill: { step: 8, way: 'wanted still' },
  },
  resize: {
    before: { a: old },
    act: ({ store }) => store.resize('a', LARGER),
    after: { a: { size: LARGER, bytes: OLD } },
    kill: { step: 1, way: 'given up' },
  },
  remove: {
    before: { a: old, b: old },
    clones: { b: 'a' },
    async act({ store, tools }) {
      await store.remove('a')
      // the rest happens in the background
      while ((await imagesIn(tools)).some(({ image }) => image.includes(REMOVED))) await sleep(100)
    },
    after: { b: old },
    kill: { step: 2, way: 'wanted still' },
  },
}

/** Makes what an operation needs. */
export async function prepare({ before, clones = {} }: Operation, store: BlockStore): Promise<void> {
  for (const [id, { size, bytes }] of Object.entries(before)) {
    if (clones[id]) {
      await store.clone(clones[id], id, size)
      continue
    }
    await store.create(id, size)
    await store.write(id, AT, bytes)
    await store.flush(id)
  }
}

/** Without those that go meanwhile. */
export async function volumesIn(store: BlockStore): Promise<Volumes> {
  const found: Volumes = {}
  for (const { id, size } of await store.list()) {
    const bytes = await store.read(id, AT, OLD.length).catch((error: unknown) => {
      if (!(error instanceof BlockError && error.code === 'unknown_volume')) throw error
    })
    if (bytes) found[id] = { size, bytes }
  }
  return found
}
