// Storage for support bundles: files on the server (server/storage/support-bundle-files.ts), memory in the preview.

export interface BundleWriter {
  write(bytes: Uint8Array): Promise<void>
  /** Durable and readable once it resolves. */
  finish(): Promise<void>
  /** Leaves nothing behind. */
  discard(): Promise<void>
}

export interface BundleReader {
  readonly size: number
  /** Returns fewer bytes only at the end. */
  read(start: number, length: number): Promise<Uint8Array>
  close(): Promise<void>
}

export interface BundleStore {
  /** Replaces an existing or partial bundle with this id. */
  create(id: string): Promise<BundleWriter>
  /** Undefined without a finished bundle with this id. Stays readable even if removed meanwhile. */
  open(id: string): Promise<BundleReader | undefined>
  /** Idempotent. */
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
