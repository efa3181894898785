// Repositories of backups outside the installation, at a backup target. What is stored there is encrypted, and split into parts that are
// kept once. The engine knows repositories, tags and bytes, not what they are for.

/** Where a backup target is. */
export type BackupPlace =
  /** Below the directory that the operator has set aside for backups. */
  | { kind: 'directory'; folder: string }
  | {
      kind: 'sftp'
      host: string
      port: number
      username: string
      folder: string
      /** Type and key, as in known_hosts. No other key is accepted. */
      host_key: string
      /** In the format of OpenSSH. */
      private_key: string
    }
  | {
      kind: 's3'
      /** A scheme, a host and perhaps a port. */
      endpoint: string
      bucket: string
      /** Prefix of the names of its objects. */
      prefix: string
      region: string
      access_key_id: string
      secret_access_key: string
      /** Certificates in PEM to trust instead of the well-known authorities. */
      ca: string | null
    }

export interface BackupRepository {
  place: BackupPlace
  /** Names its folder at the target. */
  id: string
  /** Whoever has it can read everything in the repository. */
  key: string
}

export interface StoredBytes {
  size: number
  /** SHA-256, in hex. */
  digest: string
}

export interface BytesToStore {
  /** Identifies the bytes in their repository. */
  tag: string
  size: number
  read(): AsyncIterable<Uint8Array>
}

/** What takes long ends early, with the signal's reason. Every verb may be repeated after an interruption. */
export interface BackupEngine {
  kinds: readonly BackupPlace['kind'][]
  /** Rejects if the target cannot be used now, with the reason. */
  check(place: BackupPlace): Promise<void>
  /** Creates the repository. Does nothing if it is there and has this key. */
  create(repository: BackupRepository): Promise<void>
  /** Stores bytes: all of them, or none that `find` returns. `onProgress` gets how many have been read. */
  store(
    repository: BackupRepository,
    bytes: BytesToStore,
    options: { signal: AbortSignal; onProgress(done: number): void },
  ): Promise<StoredBytes>
  /** The tags of everything in the repository. */
  tags(repository: BackupRepository): Promise<string[]>
  /** Whether bytes with this tag and size are stored completely. */
  has(repository: BackupRepository, tag: string, size: number): Promise<boolean>
  /** Rejects in the middle if the bytes are damaged. */
  load(repository: BackupRepository, tag: string, signal: AbortSignal): AsyncIterable<Uint8Array>
  /** Forgets what has these tags, if it is there. Its space is free after `prune`. */
  forget(repository: BackupRepository, tags: readonly string[]): Promise<void>
  prune(repository: BackupRepository, signal: AbortSignal): Promise<void>
  /** Reads everything, or one of several parts of it, and rejects with `corrupted` if something is damaged. */
  verify(
    repository: BackupRepository,
    part: { number: number; of: number } | undefined,
    signal: AbortSignal,
  ): Promise<void>
  /** Bytes that the repository takes up. */
  size(repository: BackupRepository): Promise<number>
}

/**
 * `gone`: the target or repository is not there. `refused`: no permission. `slow`: no progress for long. `busy`: somebody else changes it.
 * `missing`: there is nothing with this tag.
 */
export type BackupErrorCode =
  | 'full'
  | 'gone'
  | 'unreachable'
  | 'refused'
  | 'slow'
  | 'busy'
  | 'corrupted'
  | 'wrong_key'
  | 'missing'
  | 'failed'

export class BackupError extends Error {
  readonly code: BackupErrorCode

  constructor(code: BackupErrorCode, message: string) {
    super(message)
    this.name = 'BackupError'
    this.code = code
  }
}
