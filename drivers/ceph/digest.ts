// SHA-256 of an image, in a process of its own: hashing a terabyte takes many minutes.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { unanswered } from './tools.ts'

/** Of the first `length` bytes of what a program writes, in hex. */
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
    const got = await Promise.race([feed(reader.stdout, hasher.stdin, length), ...failed])
    signal?.throwIfAborted()
    if (got !== length) throw unanswered()
    hasher.stdin.end()
    return (await sum).slice(0, 64)
  } finally {
    signal?.removeEventListener('abort', abort)
    abort()
  }
}

async function feed(from: NodeJS.ReadableStream, to: NodeJS.WritableStream, length: number): Promise<number> {
  let got = 0
  to.on('error', () => undefined)
  if (length === 0) return 0
  for await (const piece of from) {
    const part = (piece as Buffer).subarray(0, length - got)
    got += part.length
    if (!to.write(part)) await Promise.race([once(to, 'drain'), once(to, 'close')])
    if (got === length) break
  }
  return got
}

async function textOf(from: NodeJS.ReadableStream): Promise<string> {
  let text = ''
  for await (const piece of from) text += String(piece)
  return text
}
