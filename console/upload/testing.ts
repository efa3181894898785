// A fake API that enforces the rules an upload depends on, and fails where a test wants it to.
import type { Call, Params, Result } from '#contract/client.ts'
import type { OperationId } from '#contract/operations.ts'
import type { Ports, Source } from './ports.ts'

/** refused: 400. down: 503. lost: the request never arrives. unanswered: it takes effect, but the response is lost. */
export type Fault = 'refused' | 'down' | 'full' | 'lost' | 'unanswered'
type FaultAt = (operation: OperationId, nth: number) => Fault | undefined

interface FakeDisk {
  state: string
  looks: number
  size: number
  chunks: Map<number, string>
}

class No extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

function find<T>(map: Map<string, T>, name: string): T {
  const found = map.get(name)
  if (!found) throw new No(404, `not found: "${name}"`)
  return found
}

const deaf = () => undefined

/** A chunk as its first letter and its length: `a:512`. */
const summary = (bytes: Uint8Array) => `${bytes[0] === 0 ? '0' : String.fromCharCode(bytes[0]!)}:${bytes.length}`

/** How a host answers an operation that it does not know: with an error, or with its start page. */
export type Unknown = 404 | 405 | 'page'

interface CloudOptions {
  faultAt?: FaultAt | undefined
  /** Makes this another host, which knows the published operations only. */
  unknown?: Unknown | undefined
}

export function makeCloud({ faultAt = () => undefined, unknown }: CloudOptions = {}) {
  const disks = new Map<string, FakeDisk>()
  const snapshots = new Map<string, { id: string; state: string; looks: number }>()
  const images = new Map<string, { id: string }>()
  const counts = new Map<OperationId, number>()
  const calls: OperationId[] = []
  let content = new Map<number, string>()
  let onCall: (operation: OperationId) => void = deaf

  function move(name: string, from: string, to: string): void {
    const disk = find(disks, name)
    if (disk.state !== from) throw new No(400, `cannot go from ${disk.state} to ${to}`)
    disk.state = to
  }

  function write(name: string, offset: number, bytes: Uint8Array): void {
    const disk = find(disks, name)
    if (disk.state !== 'importing_from_bulk_writes') throw new No(400, 'not importing')
    if (bytes.length > 0) disk.chunks.set(offset, summary(bytes))
  }

  const rules: Partial<Record<OperationId, (params: never) => unknown>> = {
    disk_create({ body }: Params<'disk_create'>) {
      if (disks.has(body.name)) throw new No(400, 'already exists')
      disks.set(body.name, { state: 'creating', looks: 0, size: body.size, chunks: new Map() })
      return {}
    },
    disk_view({ path }: Params<'disk_view'>) {
      const disk = find(disks, path.disk)
      if (disk.state === 'creating' && disk.looks++ > 0) disk.state = 'import_ready'
      if (disk.state === 'finalizing' && disk.looks++ > 0) disk.state = 'detached'
      return { state: { state: disk.state } }
    },
    disk_bulk_write_import_start: ({ path }: Params<'disk_view'>) =>
      move(path.disk, 'import_ready', 'importing_from_bulk_writes'),
    disk_bulk_write_import_stop: ({ path }: Params<'disk_view'>) =>
      move(path.disk, 'importing_from_bulk_writes', 'import_ready'),
    disk_bulk_write_import: ({ path, body }: Params<'disk_bulk_write_import'>) =>
      write(path.disk, body.offset, Buffer.from(body.base64EncodedData, 'base64')),
    disk_blocks_write({ path, query, body }: Params<'disk_blocks_write'>) {
      // the client reports a page as unreadable
      if (unknown) throw new No(unknown === 'page' ? 200 : unknown, 'Not Found')
      return write(path.disk, Number(query.offset), body as Uint8Array)
    },
    disk_finalize_import({ path, body }: Params<'disk_finalize_import'>) {
      move(path.disk, 'import_ready', body.snapshotName ? 'finalizing' : 'detached')
      find(disks, path.disk).looks = 0
      content = find(disks, path.disk).chunks
      if (body.snapshotName) snapshots.set(body.snapshotName, { id: 'the-snapshot', state: 'creating', looks: 0 })
    },
    disk_delete({ path }: Params<'disk_delete'>) {
      if (find(disks, path.disk).state !== 'detached') throw new No(400, 'only detached disks')
      disks.delete(path.disk)
    },
    snapshot_view({ path }: Params<'snapshot_view'>) {
      const snapshot = find(snapshots, path.snapshot)
      if (snapshot.state === 'creating' && snapshot.looks++ > 0) snapshot.state = 'ready'
      return { id: snapshot.id, state: snapshot.state }
    },
    snapshot_delete({ path }: Params<'snapshot_delete'>) {
      if (find(snapshots, path.snapshot).state === 'creating') throw new No(400, 'not while creating')
      snapshots.delete(path.snapshot)
    },
    image_create({ body }: Params<'image_create'>) {
      if (images.has(body.name)) throw new No(400, 'already exists')
      images.set(body.name, { id: `image ${body.name}` })
      return images.get(body.name)
    },
    image_view: ({ path }: Params<'image_view'>) => find(images, path.image),
    image_delete({ path }: Params<'image_delete'>) {
      const [name] = [...images].find(([, { id }]) => id === path.image) ?? []
      if (name === undefined) throw new No(404, 'not found')
      images.delete(name)
    },
  }

  async function answer(operation: OperationId, params: object): Promise<Result<unknown>> {
    const nth = (counts.get(operation) ?? 0) + 1
    counts.set(operation, nth)
    calls.push(operation)
    onCall(operation)
    const fault = faultAt(operation, nth)
    // as over a network: no response in the same tick
    await Promise.resolve()
    if (fault === 'refused') return no(400, 'not like this')
    if (fault === 'down') return no(503, 'not now')
    if (fault === 'full') return no(507, 'out of storage')
    if (fault === 'lost') throw new TypeError('Failed to fetch')
    try {
      const data = rules[operation]?.(params as never) ?? {}
      if (fault === 'unanswered') throw new TypeError('Failed to fetch')
      return { type: 'success', status: 200, data, headers: new Headers() }
    } catch (error) {
      if (error instanceof No) return no(error.status, error.message)
      throw error
    }
  }

  const call = (async (operation: OperationId, params: object = {}, options: { signal?: AbortSignal } = {}) => {
    options.signal?.throwIfAborted()
    return answer(operation, params)
  }) as unknown as Call

  return {
    call,
    calls,
    disks,
    snapshots,
    images,
    content: () => content,
    hear: (listener: (operation: OperationId) => void) => void (onCall = listener),
  }
}

const no = (status: number, message: string): Result<unknown> => ({
  type: 'error',
  status,
  data: { message, requestId: '' },
})

/** Time advances only while code waits. */
export function makePorts(call: Call): Ports {
  let now = 0
  return {
    call,
    now: () => (now += 1),
    async wait(ms) {
      now += ms
      await Promise.resolve()
    },
    online: () => Promise.resolve(),
    encode: async (bytes) => Buffer.from(bytes).toString('base64'),
  }
}

/** One letter per chunk: 'a0b' is a chunk of a, one of zeros and one of b; the last can be shorter. */
export function makeSource(letters: string, chunk: number, lastLength = chunk): Source & { isClosed(): boolean } {
  let closed = false
  return {
    size: (letters.length - 1) * chunk + lastLength,
    async read(offset, length) {
      const letter = letters[offset / chunk]
      if (letter === '!') throw new Error('NotReadableError')
      return letter === '0' ? null : new Uint8Array(length).fill(letter?.charCodeAt(0) ?? 0)
    },
    close: () => void (closed = true),
    isClosed: () => closed,
  }
}
