// SHA-256 of a file, in a thread of its own: hashing a terabyte takes many minutes. Holes are not read, which would fill the memory of
// the system with zeroes, but they count as the zeroes that they are.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'

const run = promisify(execFile)
/** Map of a file in a hundred thousand pieces. Where there are more, everything is read. */
const MAX_MAP_BYTES = 16 * 1024 * 1024

/** Where there are bytes: starts and ends, in order. */
type Extents = readonly (readonly [number, number])[]

/** Hashes the first `length` bytes, in hex. Rejects with the reason of the signal once that aborts. */
export async function digestFile(path: string, length: number, signal?: AbortSignal): Promise<string> {
  const job = { path, length, data: await dataIn(path, length, signal) }
  signal?.throwIfAborted()
  return new Promise((resolve, reject) => {
    const worker = new Worker(HASH, { eval: true, workerData: job })
    const abort = () => {
      void worker.terminate()
      reject(signal!.reason as Error)
    }
    signal?.addEventListener('abort', abort)
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => {
      signal?.removeEventListener('abort', abort)
      reject(new Error('the thread that computes a digest has ended'))
    })
  })
}

/** Finds the holes with qemu-img, because Node cannot. Without it everything counts as data. */
async function dataIn(path: string, length: number, signal: AbortSignal | undefined): Promise<Extents> {
  try {
    const options = { maxBuffer: MAX_MAP_BYTES, signal }
    const { stdout } = await run('qemu-img', ['map', '-U', '-f', 'raw', '--output=json', path], options)
    const pieces = JSON.parse(stdout) as { start: number; length: number; data: boolean }[]
    return pieces.filter(({ data }) => data).map((piece) => [piece.start, piece.start + piece.length] as const)
  } catch {
    return [[0, length]]
  }
}

/** The program of the thread. As text, because a thread begins with a file, and the server is built as one. */
const HASH = `
const { createHash } = require('node:crypto')
const { closeSync, openSync, readSync } = require('node:fs')
const { platform, setPriority } = require('node:os')
const { parentPort, workerData } = require('node:worker_threads')

const { path, length, data } = workerData
const PIECE = 1024 * 1024
const [piece, zeroes] = [new Uint8Array(PIECE), new Uint8Array(PIECE)]
// Linux sets it for this thread alone
if (platform() === 'linux') setPriority(0, 10)
const sum = createHash('sha256')
const file = openSync(path, 'r')
let next = 0
for (let offset = 0; offset < length; offset += PIECE) {
  const size = Math.min(PIECE, length - offset)
  while (next < data.length && data[next][1] <= offset) next++
  const isHole = next === data.length || data[next][0] >= offset + size
  for (let done = 0; !isHole && done < size;) {
    const read = readSync(file, piece, done, size - done, offset + done)
    if (read === 0) throw new Error('a volume ends before its size')
    done += read
  }
  sum.update((isHole ? zeroes : piece).subarray(0, size))
}
closeSync(file)
parentPort.postMessage(sum.digest('hex'))
`
