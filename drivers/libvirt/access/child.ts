// Runs a program of this machine to its end, with limits on its time and output.
import { spawn } from 'node:child_process'
import { DriverError } from '../../driver-error.ts'
import { MAX_OUTPUT_BYTES, NO_SUCH_PROGRAM, type Ran, type RunOptions } from './host-access.ts'

export function runChild([program = '', ...args]: readonly string[], { timeoutMs, input }: RunOptions): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'] })
    const [output, complaint]: Buffer[][] = [[], []]
    let size = 0
    let failure: DriverError | undefined
    const end = (code: 'host' | 'refused', reason: string) => {
      failure ??= new DriverError(code, reason)
      child.kill('SIGKILL')
      // a child of the child may keep them open
      child.stdout?.destroy()
      child.stderr?.destroy()
    }
    const late = setTimeout(() => end('host', `the host did not answer within ${timeoutMs / 1000} seconds`), timeoutMs)
    const collect = (pieces: Buffer[] | undefined) => (piece: Buffer) => {
      pieces?.push(piece)
      size += piece.length
      if (size > MAX_OUTPUT_BYTES) end('refused', 'the answer of the host is too long')
    }
    child.stdout?.on('data', collect(output))
    child.stderr?.on('data', collect(complaint))
    // one that ends without reading everything says so by its code
    child.stdin?.on('error', () => undefined)
    child.once('error', ({ code, message }: NodeJS.ErrnoException) => {
      clearTimeout(late)
      if (code === 'ENOENT') resolve({ code: NO_SUCH_PROGRAM, output: Buffer.alloc(0), complaint: message })
      else reject(new DriverError('host', message))
    })
    child.once('close', (code) => {
      clearTimeout(late)
      if (failure) reject(failure)
      else
        resolve({
          code: code ?? 1,
          output: Buffer.concat(output ?? []),
          complaint: String(Buffer.concat(complaint ?? [])),
        })
    })
    if (input !== undefined) child.stdin?.end(input)
  })
}
