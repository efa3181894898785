// Runs restic. Keys are in the environment of the child, never among its arguments; what it prints is bounded; and its messages become
// errors in plain words, without the paths of the host.
import { type ChildProcess, spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { BackupError } from '../backup-engine.ts'

const MAX_OUTPUT_BYTES = 32 * 1024 * 1024
const MAX_COMPLAINT_BYTES = 16 * 1024
const MAX_REASON_LENGTH = 200

export interface Restic {
  program: string
  /** The PATH, the repository and its key. */
  env: Record<string, string>
  /** Options that precede the command. */
  options: readonly string[]
}

export interface Started {
  child: ChildProcess
  /** Resolves when it has succeeded. */
  ended: Promise<void>
}

/** It dies with the server: otherwise it would take the end of its input for the end of the disk. */
export function start(restic: Restic, args: readonly string[], signal?: AbortSignal): Started {
  signal?.throwIfAborted()
  const command = ['--pdeathsig', 'KILL', restic.program, '--no-cache', ...restic.options, ...args]
  const env = {
    LC_ALL: 'C',
    RESTIC_PROGRESS_FPS: '0.02',
    HOME: '/nonexistent',
    ...restic.env,
  }
  const child = spawn('setpriv', command, { env, stdio: ['pipe', 'pipe', 'pipe'] })
  const kill = () => void child.kill('SIGKILL')
  signal?.addEventListener('abort', kill, { once: true })
  const complaint = tailOf(child.stderr!)
  // a child that has ended early closes its input
  child.stdin!.on('error', () => undefined)
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', (error) => reject(new BackupError('failed', `restic could not be started: ${error.message}`)))
    child.once('close', (code, killedBy) => {
      signal?.removeEventListener('abort', kill)
      if (signal?.aborted) reject(signal.reason)
      else if (code === 0) resolve()
      else if (killedBy !== null) reject(new BackupError('failed', 'restic was killed'))
      else reject(errorOf(complaint()))
    })
  })
  // whoever awaits it hears of it; nobody else must
  ended.catch(() => undefined)
  return { child, ended }
}

/** The end of what it prints. */
export function tailOf(output: Readable): () => string {
  let tail = ''
  output.on('data', (bytes: Buffer) => {
    tail = (tail + bytes.toString('utf8')).slice(-MAX_COMPLAINT_BYTES)
  })
  return () => tail
}

/** What it prints, which `onText` gets piece by piece. */
export async function run(
  restic: Restic,
  args: readonly string[],
  signal?: AbortSignal,
  onText: (text: string) => void = () => undefined,
): Promise<string> {
  const { child, ended } = start(restic, args, signal)
  child.stdin!.end()
  const decoder = new TextDecoder()
  let [text, length] = ['', 0]
  child.stdout!.on('data', (bytes: Buffer) => {
    length += bytes.length
    if (length > MAX_OUTPUT_BYTES) child.kill('SIGKILL')
    else {
      const piece = decoder.decode(bytes, { stream: true })
      text += piece
      onText(piece)
    }
  })
  await ended
  return text
}

const MEANINGS: readonly (readonly [RegExp, BackupError['code'], string])[] = [
  [/failed to execute/i, 'failed', 'restic is not installed on the server'],
  [/no space left|disk quota exceeded/i, 'full', 'the target is full'],
  [/wrong password or no key found/i, 'wrong_key', 'the key does not open the repository'],
  [
    /access key id you provided|InvalidAccessKeyId|signature we calculated|SignatureDoesNotMatch/i,
    'refused',
    'the server does not accept the access key',
  ],
  [/access ?denied/i, 'refused', 'the access key does not permit it'],
  [/QuotaExceeded|StorageFull|InsufficientCapacity/i, 'full', 'the target is full'],
  [/x509: certificate has expired/, 'refused', 'the certificate of the server has expired or is not valid yet'],
  [/x509: certificate is (not )?valid for|x509: cannot validate/, 'refused', 'the certificate is for another server'],
  [
    /x509: /,
    'refused',
    'the certificate of the server is not trusted: it was not signed by the certificate authority of the target',
  ],
  [/server gave HTTP response to HTTPS client/i, 'refused', 'the server does not use TLS'],
  [/specified bucket does not exist|NoSuchBucket/i, 'gone', 'there is no such bucket'],
  [/already locked/i, 'busy', 'another program changes the repository'],
  [/host key verification failed|remote host identification/i, 'refused', 'the server has another host key'],
  [/permission denied \(|too many authentication failures/i, 'refused', 'the server does not accept the private key'],
  [
    /connection refused|connection timed out|no route to host|network is unreachable|could not resolve|connection (closed|reset)|broken pipe|bad gateway|ssh command exited|unable to start the sftp session/i,
    'unreachable',
    'the server of the target does not answer',
  ],
  [
    /ciphertext verification failed|invalid data returned|does not match|hash mismatch|has not the expected|is damaged|not found in index|pack .*(missing|does not exist)|truncated|repository contains errors|unexpected (pack|data)|wrong data/i,
    'corrupted',
    'the repository is damaged',
  ],
  [
    /is there a repository at|unable to open config file|does not exist|NoSuchKey|no such file or directory/i,
    'gone',
    'the repository is not at the target',
  ],
  [/permission denied|read-only file system|operation not permitted/i, 'refused', 'the target does not permit it'],
]

export function errorOf(complaint: string): BackupError {
  const known = MEANINGS.find(([pattern]) => pattern.test(complaint))
  if (known) return new BackupError(known[1], known[2])
  const lines = complaint.split('\n').filter((line) => line.trim() !== '')
  const last = lines.findLast((line) => /fatal|error/i.test(line)) ?? lines.at(-1) ?? 'no reason given'
  const clean = withoutPaths(last.replaceAll(/[^\x20-\x7e]/g, ' ')).trim()
  return new BackupError('failed', `restic failed: ${clean.slice(0, MAX_REASON_LENGTH)}`)
}

/** Tenants read these messages. */
const withoutPaths = (text: string) => text.replaceAll(/\/(?:[^\s'",:/]+\/)*[^\s'",:/]+/g, 'a file')
