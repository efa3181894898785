// A raw disk file as the source of an upload, read by a worker.
import type { Source } from './ports.ts'

export interface Stretch {
  offset: number
  length: number
}

export interface Read {
  offset: number
  data?: string | null
  problem?: string
}

interface Waiting {
  resolve: (data: string | null) => void
  reject: (error: Error) => void
}

export function fileSource(file: File): Source {
  const worker = new Worker(new URL('./file-worker.ts', import.meta.url), { type: 'module' })
  const waiting = new Map<number, Waiting>()
  worker.postMessage(file)
  worker.addEventListener('message', ({ data: { offset, data = null, problem } }: MessageEvent<Read>) => {
    const asked = waiting.get(offset)
    waiting.delete(offset)
    if (problem) asked?.reject(new Error(problem))
    else asked?.resolve(data)
  })
  worker.addEventListener('error', ({ message }) => {
    for (const { reject } of waiting.values()) reject(new Error(message))
    waiting.clear()
  })
  return {
    size: file.size,
    read: (offset, length) =>
      new Promise((resolve, reject) => {
        waiting.set(offset, { resolve, reject })
        worker.postMessage({ offset, length } satisfies Stretch)
      }),
    close: () => worker.terminate(),
  }
}
