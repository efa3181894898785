// Decompresses image files: gzip in this process, whose library is part of Node, xz and zstd with their programs.
import { existsSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { ImageProblem, type Decompress } from '#control/frame/image-tools.ts'
import { ProgramFailed, runSandboxed } from './sandbox.ts'

const CPU_SECONDS = 24 * 3600
/** Each costs a turn of a thread: with the default of 16 KiB, decompressing takes five times as long. */
const CHUNK_BYTES = 2 ** 20
const DAMAGED = 'The compressed file is damaged or incomplete.'

const gunzip: Decompress = async function* (from, signal) {
  const output = createGunzip({ chunkSize: CHUNK_BYTES })
  const feeding = pipeline(Readable.from(from), output, { signal })
  feeding.catch(() => undefined)
  try {
    yield* output as AsyncIterable<Uint8Array>
    await feeding
  } catch (error) {
    signal.throwIfAborted()
    throw /^(Z_|ERR_STREAM_PREMATURE)/.test((error as NodeJS.ErrnoException).code ?? '')
      ? new ImageProblem(DAMAGED)
      : error
  } finally {
    output.destroy()
  }
}

/** It sees no files at all: bytes come and go through pipes. */
const withProgram = (program: string, args: readonly string[]): Decompress =>
  async function* (from, signal) {
    const over = new AbortController()
    const job = {
      program,
      args,
      cpuSeconds: CPU_SECONDS,
      outputBytes: 0,
      signal: AbortSignal.any([signal, over.signal]),
    }
    const { stdin, stdout, done } = await runSandboxed(job)
    const feeding = pipeline(Readable.from(from), stdin)
    feeding.catch(() => undefined)
    try {
      yield* stdout as AsyncIterable<Uint8Array>
      await done
    } catch (error) {
      signal.throwIfAborted()
      throw error instanceof ProgramFailed ? new ImageProblem(DAMAGED) : error
    } finally {
      over.abort()
    }
  }

const isInstalled = (program: string) => ['/usr/bin', '/bin'].some((folder) => existsSync(`${folder}/${program}`))

/** The programs that are installed when the server starts. */
export const decompressors = () => ({
  gzip: gunzip,
  ...(isInstalled('xz') && { xz: withProgram('xz', ['-dc', '--memlimit=512MiB']) }),
  ...(isInstalled('zstd') && { zstd: withProgram('zstd', ['-dcq', '--memory=512MB']) }),
})
