// A resumable download: received bytes are kept, and the next attempt requests the rest.

export interface Received {
  chunks: Uint8Array<ArrayBuffer>[]
  bytes: number
  /** undefined until the first response */
  total?: number | undefined
  etag?: string | undefined
}

interface Attempt {
  fetch: typeof fetch
  url: string
  /** from an attempt that broke; changed as bytes arrive */
  received: Received
  onProgress: (received: Received) => void
  signal: AbortSignal
}

export const nothingReceived = (): Received => ({ chunks: [], bytes: 0 })

/** Rejects when the connection breaks; call it again with the same `received` to resume. */
export async function downloadRest({ fetch, url, received, onProgress, signal }: Attempt): Promise<Blob> {
  const response = await fetch(url, { headers: rangeOf(received), signal })
  if (response.status === 200) {
    // the first attempt, or one after the file changed
    received.chunks = []
    received.bytes = 0
    received.total = numberIn(response.headers.get('content-length'))
    received.etag = response.headers.get('etag') ?? undefined
  } else if (response.status !== 206) {
    throw new Error(await reasonOf(response))
  }
  onProgress(received)
  const reader = response.body?.getReader()
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    received.chunks.push(part.value)
    received.bytes += part.value.length
    onProgress(received)
  }
  if (received.total !== undefined && received.bytes < received.total) throw new Error('The connection was closed.')
  return new Blob(received.chunks, { type: 'application/zip' })
}

/** Without an entity tag the file may have changed in between, so the download starts over. */
const rangeOf = ({ bytes, etag }: Received): Record<string, string> =>
  bytes > 0 && etag ? { range: `bytes=${bytes}-`, 'if-range': etag } : {}

const numberIn = (text: string | null) => (text === null ? undefined : Number(text))

async function reasonOf(response: Response): Promise<string> {
  const body = (await response.json().catch(() => ({}))) as { message?: string }
  return body.message ?? `The server answered ${response.status}.`
}
