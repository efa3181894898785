// Reads and encodes in its own thread: half a megabyte of base64 on the page's would make every key wait.
import type { Read, Stretch } from './file-source.ts'

interface Scope {
  addEventListener(type: 'message', listener: (event: MessageEvent<File | Stretch>) => void): void
  postMessage(message: Read): void
  FileReaderSync: new () => { readAsDataURL(blob: Blob): string }
}

const scope = globalThis as unknown as Scope
const reader = new scope.FileReaderSync()
let file: File | undefined

scope.addEventListener('message', ({ data }) => {
  if (data instanceof File) file = data
  else void answer(data)
})

async function answer({ offset, length }: Stretch): Promise<void> {
  try {
    const bytes = new Uint8Array(await file!.slice(offset, offset + length).arrayBuffer())
    scope.postMessage({ offset, data: isZero(bytes) ? null : encode(bytes, length) })
  } catch (error) {
    scope.postMessage({ offset, problem: String(error) })
  }
}

function isZero(bytes: Uint8Array<ArrayBuffer>): boolean {
  const whole = Math.floor(bytes.length / 8)
  return (
    new BigUint64Array(bytes.buffer, 0, whole).every((word) => word === 0n) && bytes.subarray(whole * 8).every(isNull)
  )
}

const isNull = (byte: number) => byte === 0

/** Filled up with zeros to the length that was asked for. */
function encode(bytes: Uint8Array<ArrayBuffer>, length: number): string {
  const address = reader.readAsDataURL(new Blob([bytes, new Uint8Array(length - bytes.length)]))
  return address.slice(address.indexOf(',') + 1)
}
