// Runs a program of this machine to its end, with limits on its time and output.
import { spawn } from 'node:child_process'
import { DriverError } from '../../driver-error.ts'
import { joined } from './bytes.ts'
import { MAX_OUTPUT_BYTES, NO_SUCH_PROGRAM, type Ran, type RunOptions } from './host-access.ts'

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

/** The time may have begun before, for somebody who waited for a turn. */
export function runChild(
  [program = '', ...args]: readonly string[],
  { timeoutMs, input }: RunOptions,
  late = AbortSignal.timeout(timeoutMs),
): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'] })
    const output: Uint8Array[] = []
    const complaint: Uint8Array[] = []
    let size = 0
    let failure: DriverError | undefined
    const end = (code: 'host' | 'refused', reason: string) => {
      failure ??= new DriverError(code, reason)
      child.kill('SIGKILL')
      // a child of the child may keep them open
      child.stdout?.destroy()
      child.stderr?.destroy()
    }
    const giveUp = () => end('host', `the host did not answer within ${timeoutMs / 1000} seconds`)
    if (late.aborted) giveUp()
    late.addEventListener('abort', giveUp)
    const collect = (pieces: Uint8Array[]) => (piece: Uint8Array) => {
      pieces.push(piece)
      size += piece.length
      if (size > MAX_OUTPUT_BYTES) end('refused', 'the answer of the host is too long')
    }
    child.stdout?.on('data', collect(output))
    child.stderr?.on('data', collect(complaint))
    // one that ends without reading everything says so by its code
    child.stdin?.on('error', () => undefined)
    child.once('error', ({ code, message }: NodeJS.ErrnoException) => {
      late.removeEventListener('abort', giveUp)
      if (code === 'ENOENT') resolve({ code: NO_SUCH_PROGRAM, bytes: new Uint8Array(), output: '', complaint: message })
      else reject(new DriverError('host', message))
    })
    child.once('close', (code) => {
      late.removeEventListener('abort', giveUp)
      const bytes = joined(output)
      if (failure) reject(failure)
      else resolve({ code: code ?? 1, bytes, output: text(bytes), complaint: text(joined(complaint)) })
    })
    if (input !== undefined) child.stdin?.end(input)
  })
}
