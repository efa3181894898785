// SHA-256 of an image, in a process of its own: hashing a terabyte takes many minutes.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { pipeline } from 'node:stream/promises'
import { unanswered } from './tools.ts'

/** Hashes the first `length` bytes that a program writes, in hex. */
export async function digestImage(
  [program, ...args]: [string, ...string[]],
  length: number,
  signal?: AbortSignal,
): Promise<string> {
  signal?.throwIfAborted()
  const reader = spawn(program, args, { stdio: ['ignore', 'pipe', 'ignore'] })
  const hasher = spawn('nice', ['sha256sum'], { stdio: ['pipe', 'pipe', 'ignore'] })
  const abort = () => [reader, hasher].forEach((child) => child.kill('SIGKILL'))
  signal?.addEventListener('abort', abort)
  try {
    const sum = textOf(hasher.stdout)
    const failed = [reader, hasher].map((child) =>
      once(child, 'error').then(([error]) => Promise.reject(error as Error)),
    )
    let got = 0
    async function* first(pieces: AsyncIterable<Buffer>) {
      if (length === 0) return
      for await (const piece of pieces) {
        const part = piece.subarray(0, length - got)
        got += part.length
        yield part
        if (got === length) return
      }
    }
    await Promise.race([pipeline(reader.stdout, first, hasher.stdin), ...failed]).catch((error: unknown) => {
      signal?.throwIfAborted()
      throw error
    })
    if (got !== length) throw unanswered()
    return (await sum).slice(0, 64)
  } finally {
    signal?.removeEventListener('abort', abort)
    abort()
  }
}

async function textOf(from: NodeJS.ReadableStream): Promise<string> {
  let text = ''
  for await (const piece of from) text += String(piece)
  return text
}
