// The bytes of disks, snapshots and images. Volumes are sparse: what was never written reads as zero and takes no space. The store
// knows IDs and bytes, not what they are for.

export interface BlockVolume {
  id: string
  size: number
}

/** Where a volume's bytes are, for a driver of machines. Volumes in memory have no such place. */
export type BlockLocation = { kind: 'file'; path: string } | RbdLocation | { kind: 'memory' }

/** An image of Ceph. Its key is nowhere in here: each host keeps it. */
export interface RbdLocation {
  kind: 'rbd'
  /** `POOL/IMAGE` */
  image: string
  /** The path of ceph.conf, which is the same on every host. */
  conf: string
  /** Without `client.` in front. */
  user: string
}

/** Something about the storage as a whole that operators have to see to. */
export interface StorageProblem {
  /** `degraded`: it works, with less than it needs. */
  kind: 'down' | 'full' | 'slow' | 'degraded'
  isError: boolean
  /** What is wrong and what to do, without the last full stop. */
  text: string
}

export interface VolumeCopy {
  from: string
  to: string
  size: number
}

/** Every verb is idempotent: a caller that was interrupted repeats it. What takes long ends early, with the signal's reason. */
export interface BlockStore {
  /** Filled with zeroes. Repeating it with the same size changes nothing; another size is refused. */
  create(id: string, size: number): Promise<void>
  write(id: string, offset: number, bytes: Uint8Array): Promise<void>
  read(id: string, offset: number, length: number): Promise<Uint8Array>
  /** What was written survives a power cut once this resolves. */
  flush(id: string): Promise<void>
  /** A copy as of now, which may be larger than its source. There completely or not at all; repeating it changes nothing. */
  clone(from: string, to: string, size: number, signal?: AbortSignal): Promise<void>
  /**
   * Clones of volumes that a machine writes to, from snapshots that `snap` lets the machine make at once: one of each `from`, with `to` as
   * its name. Absent if machines cannot make any in this store, and copy instead.
   */
  cloneSnapped?(copies: readonly VolumeCopy[], snap: () => Promise<void>): Promise<void>
  /** Adds zeroes at the end. Shrinking is refused. */
  resize(id: string, size: number): Promise<void>
  /** Does nothing if there is no such volume. */
  remove(id: string): Promise<void>
  /** SHA-256 of the first `length` bytes, in hex. */
  digest(id: string, length: number, signal?: AbortSignal): Promise<string>
  /** Changes when the bytes may have changed, whoever wrote them. */
  version(id: string): Promise<string>
  list(): Promise<BlockVolume[]>
  /** The place can depend on the sled that opens it. */
  locate(id: string, sled_id: string): BlockLocation
  /** What is left for volumes, and how much they have in all. Absent if they are in the data directory. */
  space?(): Promise<{ free: number; total: number }>
  /** Resolves with `down` if the volumes as a whole cannot be reached now. Absent if nobody knows. */
  problems?(): Promise<StorageProblem[]>
  /** What hosts need to open the volumes, in base64: a secret. Absent if they need nothing. */
  key?(): Promise<string>
  /** Runs `work` with a path at which programs of this host can read and write the bytes. Absent if there is none. */
  withPath?<T>(id: string, work: (path: string) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** Streaming SHA-256: node:crypto in the server, WebAssembly in the browser. digest() returns hex. */
export interface Hasher {
  update(bytes: Uint8Array): unknown
  digest(): string
}

/** `full`: nothing was written, because there is no space. `lost`: written bytes are gone. */
export type BlockErrorCode = 'unknown_volume' | 'out_of_range' | 'exists' | 'invalid' | 'full' | 'lost'

export class BlockError extends Error {
  readonly code: BlockErrorCode

  constructor(code: BlockErrorCode, message: string) {
    super(message)
    this.name = 'BlockError'
    this.code = code
  }
}

/** IDs become file names, so they must not be able to leave the directory. */
export const isVolumeId = (id: string) => /^[A-Za-z0-9][A-Za-z0-9-]{0,99}$/.test(id)

export function checkVolume(id: string, size: number) {
  if (!isVolumeId(id)) throw new BlockError('invalid', `"${id}" cannot name a volume`)
  if (!Number.isSafeInteger(size) || size < 0) throw new BlockError('invalid', `${size} is not a size`)
}

export function checkSame(id: string, existing: number, wanted: number) {
  if (existing !== wanted) throw new BlockError('exists', `volume ${id} exists with ${existing} bytes, not ${wanted}`)
}

export function checkLarger(from: number, to: number) {
  if (to < from) throw new BlockError('out_of_range', `${from} bytes do not fit into ${to}`)
}

export function checkRange(volume: BlockVolume, offset: number, length: number) {
  const whole = Number.isSafeInteger(offset) && Number.isSafeInteger(length) && offset >= 0 && length >= 0
  if (!whole || offset + length > volume.size)
    throw new BlockError(
      'out_of_range',
      `bytes ${offset} to ${offset + length} are not within the ${volume.size} of volume ${volume.id}`,
    )
}

export function unknownVolume(id: string) {
  return new BlockError('unknown_volume', `there is no volume ${id}`)
}
