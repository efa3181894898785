// The archive of a backup: a compressed tar file with the rows of the database and the files of the data directory.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { createInterface, type Interface } from 'node:readline'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { BadOption } from '../options.ts'

export const ROWS = 'rows.jsonl'
export const FILES = 'files'
/** Disks that are not in it. */
export const LEFT_OUT = 'left-out.json'
/** GNU tar's exit code when a file changed while it was read, as disks in use do. */
const TAR_CHANGED = 1

export async function pack(folder: string, file: string): Promise<void> {
  const { code, complaint } = await tar([
    '--create',
    '--gzip',
    '--sparse',
    '--file',
    file,
    '--directory',
    folder,
    ROWS,
    LEFT_OUT,
    FILES,
  ])
  if (code !== 0 && code !== TAR_CHANGED) throw new Error(`cannot write ${file}: ${firstLine(complaint)}`)
}

export async function unpack(file: string, folder: string): Promise<void> {
  const args = ['--extract', '--gzip', '--sparse', '--no-same-owner', '--file', resolve(file), '--directory', folder]
  check(file, await tar(args))
}

/** Reads the whole archive, which finds damage anywhere in it, and passes on the lines of its rows. */
export async function readRows<T>(file: string, read: (lines: Interface) => Promise<T>): Promise<T> {
  const args = ['--extract', '--gzip', '--to-stdout', '--file', resolve(file), ROWS]
  let result: Promise<T> | undefined
  const end = await tar(args, (output) => {
    result = read(createInterface({ input: output, crlfDelay: Infinity }))
    // damage explains a row that is cut off better than the row does
    result.catch(() => output.resume())
  })
  check(file, end)
  return result!
}

interface End {
  code: number
  complaint: string
}

async function tar(args: string[], onOutput = (output: Readable) => void output.resume()): Promise<End> {
  // in English: check() reads what it says
  const child = spawn('tar', args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, LC_ALL: 'C' } })
  const complaint = text(child.stderr)
  onOutput(child.stdout)
  const [code] = (await once(child, 'close')) as [number | null]
  return { code: code ?? 2, complaint: await complaint }
}

function check(file: string, { code, complaint }: End): void {
  if (code === 0) return
  if (/unexpected (end of file|EOF)/i.test(complaint))
    throw new BadOption(`${file} is truncated: it ends before the backup does`)
  throw new BadOption(`cannot read ${file}: ${firstLine(complaint)}`)
}

const firstLine = (complaint: string) => complaint.split('\n')[0] ?? ''
