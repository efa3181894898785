// Where the bytes of support bundles are kept. The server has files (server/storage/support-bundle-files.ts); the preview has memory.

export interface BundleWriter {
  write(bytes: Uint8Array): Promise<void>
  /** Durable and readable once it resolves. */
  finish(): Promise<void>
  /** Leaves nothing behind. */
  discard(): Promise<void>
}

export interface BundleReader {
  readonly size: number
  /** Fewer bytes only at the end. */
  read(start: number, length: number): Promise<Uint8Array>
  close(): Promise<void>
}

export interface BundleStore {
  /** Starts anew when there is a finished or half-written bundle of this id. */
  create(id: string): Promise<BundleWriter>
  /** Undefined when there is no finished bundle of this id. Readable to its end even if it is removed meanwhile. */
  open(id: string): Promise<BundleReader | undefined>
  /** Fine when there is none. */
  remove(id: string): Promise<void>
}

export function makeMemoryBundles(): BundleStore {
  const bundles = new Map<string, Uint8Array>()
  return {
    async create(id) {
      bundles.delete(id)
      const parts: Uint8Array[] = []
      return {
        write: async (bytes) => void parts.push(bytes.slice()),
        finish: async () => void bundles.set(id, joined(parts)),
        discard: async () => void parts.splice(0),
      }
    },
    async open(id) {
      const bytes = bundles.get(id)
      if (!bytes) return undefined
      return {
        size: bytes.length,
        read: async (start, length) => bytes.slice(start, start + length),
        close: async () => undefined,
      }
    },
    remove: async (id) => void bundles.delete(id),
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((size, part) => size + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}
