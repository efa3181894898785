// The hash chain of the audit log: every sealed entry has the hash of itself and all entries before it, and signed checkpoints say
// which hash the log had at which entry. Here is how to compute and verify both, for the server, the command line and anyone with an
// export. No zod.

/** The columns of an entry. Those that are null do not count, so that later versions can add some. */
export type AuditColumns = Record<string, string | number | null>

/** `sealed`: what the log was when its newest entry was this one. `removed`: that retention removed everything up to this entry. */
export type CheckpointKind = 'sealed' | 'removed'

export interface Checkpoint {
  kind: CheckpointKind
  /** The number of the last entry it covers. Numbers increase, with gaps. */
  number: number
  /** The number of the checkpoint before, so that none can be taken out. Null for the first. */
  previous: number | null
  time: string
  /** The hash of the last entry it covers. */
  hash: string
  /** Ed25519, in base64, like the key. */
  signature: string
  public_key: string
}

/** The operation of the entry that says that the log was begun again: see control/audit/begin-again.ts. */
export const BEGIN_AGAIN = 'audit_begin_again'

/**
 * Lines of an export, in the order of their numbers. A checkpoint follows the last entry that it covers. `kept` is the checkpoint that
 * the server keeps outside of the database, and a `problem` is one that the server found and the other lines do not show.
 */
export type AuditLine =
  | { type: 'header'; format: 1; time: string; public_key: string; kept?: Checkpoint | undefined }
  | { type: 'entry'; entry: AuditColumns; hash: string | null }
  | ({ type: 'checkpoint' } & Checkpoint)
  | { type: 'problem'; number: number; message: string }
  | { type: 'end'; entries: number }

const bytesOf = (text: string) => new TextEncoder().encode(text)

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** The same bytes for the same entry, whatever the order of its columns. */
export function canonical(entry: AuditColumns): string {
  const columns = Object.entries(entry).filter(([, value]) => value !== null)
  return JSON.stringify(Object.fromEntries(columns.sort(([a], [b]) => (a < b ? -1 : 1))))
}

/** `previous` is the hash of the entry before, or empty for the first one. */
export async function hashOf(previous: string, entry: AuditColumns): Promise<string> {
  return hex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytesOf(`${previous}\n${canonical(entry)}`))))
}

type Unsigned = Omit<Checkpoint, 'signature' | 'public_key'>

export const signedBytes = ({ kind, number, previous, time, hash }: Unsigned) =>
  bytesOf(JSON.stringify(['rackwright audit checkpoint', kind, number, previous, time, hash]))

/** Accepts one text only for the same bytes, so that no change of a signature goes unnoticed. */
function decode(base64: string): Uint8Array<ArrayBuffer> {
  const letters = atob(base64)
  if (btoa(letters) !== base64) throw new Error('not the usual encoding')
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0))
}

/** Whether the key that the checkpoint names has signed it. */
export async function isSigned(checkpoint: Checkpoint): Promise<boolean> {
  try {
    const key = await crypto.subtle.importKey('raw', decode(checkpoint.public_key), 'Ed25519', false, ['verify'])
    return await crypto.subtle.verify('Ed25519', key, decode(checkpoint.signature), signedBytes(checkpoint))
  } catch {
    // neither a key nor a signature
    return false
  }
}
