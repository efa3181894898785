// Reads the file and looks for zeros in a worker, so that the page stays responsive.
import { isZero } from '#contract/is-zero.ts'
import type { ReadReply, ReadRequest } from './file-source.ts'

interface Scope {
  addEventListener(type: 'message', listener: (event: MessageEvent<File | ReadRequest>) => void): void
  postMessage(message: ReadReply, transfer?: Transferable[]): void
}

const scope = globalThis as unknown as Scope
let file: File | undefined

scope.addEventListener('message', ({ data }) => {
  if (data instanceof File) file = data
  else void answer(data)
})

async function answer({ offset, length }: ReadRequest): Promise<void> {
  try {
    const bytes = new Uint8Array(await file!.slice(offset, offset + length).arrayBuffer())
    if (isZero(bytes)) return scope.postMessage({ offset, data: null })
    const data = padded(bytes, length)
    scope.postMessage({ offset, data }, [data.buffer])
  } catch (error) {
    scope.postMessage({ offset, problem: String(error) })
  }
}

function padded(bytes: Uint8Array<ArrayBuffer>, length: number): Uint8Array<ArrayBuffer> {
  if (bytes.length === length) return bytes
  const longer = new Uint8Array(length)
  longer.set(bytes)
  return longer
}
