// A file as the source of an upload, read by a worker.
import type { Source } from './ports.ts'

export interface ReadRequest {
  offset: number
  length: number
}

export interface ReadReply {
  offset: number
  data?: Uint8Array<ArrayBuffer> | null
  problem?: string
}

interface Pending {
  resolve: (data: Uint8Array<ArrayBuffer> | null) => void
  reject: (error: Error) => void
}

export function fileSource(file: File): Source {
  const worker = new Worker(new URL('./file-worker.ts', import.meta.url), { type: 'module' })
  const pending = new Map<number, Pending>()
  worker.postMessage(file)
  worker.addEventListener('message', ({ data: { offset, data = null, problem } }: MessageEvent<ReadReply>) => {
    const request = pending.get(offset)
    pending.delete(offset)
    if (problem) request?.reject(new Error(problem))
    else request?.resolve(data)
  })
  worker.addEventListener('error', ({ message }) => {
    for (const { reject } of pending.values()) reject(new Error(message))
    pending.clear()
  })
  return {
    size: file.size,
    read: (offset, length) =>
      new Promise((resolve, reject) => {
        pending.set(offset, { resolve, reject })
        worker.postMessage({ offset, length } satisfies ReadRequest)
      }),
    close: () => worker.terminate(),
  }
}
