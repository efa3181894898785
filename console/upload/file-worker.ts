// Reads the file and looks for zeros in a worker, so that the page stays responsive.
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

/** Compares eight bytes at a time. */
function isZero(bytes: Uint8Array<ArrayBuffer>): boolean {
  const words = Math.floor(bytes.length / 8)
  return (
    new BigUint64Array(bytes.buffer, 0, words).every((word) => word === 0n) &&
    bytes.subarray(words * 8).every((byte) => byte === 0)
  )
}

function padded(bytes: Uint8Array<ArrayBuffer>, length: number): Uint8Array<ArrayBuffer> {
  if (bytes.length === length) return bytes
  const longer = new Uint8Array(length)
  longer.set(bytes)
  return longer
}
