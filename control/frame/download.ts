// The response of a download: the whole file, a range, or only headers. Backpressure: it reads no faster than the client.
import type { Ctx } from './context.ts'
import { wantedSpan, type Span } from './byte-range.ts'

interface Reader {
  close(): Promise<void>
}

interface Download {
  /** Closed when the response ends, completed or not. */
  reader: Reader
  size: number
  etag: string
  type: string
  name: string
  pieces(span: Span): AsyncGenerator<Uint8Array>
}

export async function download(ctx: Ctx, { reader, size, etag, type, name, pieces }: Download): Promise<Response> {
  const { method, headers: asked } = ctx.request
  const headers: Record<string, string> = {
    'accept-ranges': 'bytes',
    'content-type': type,
    // the contract does not restrict this name
    'content-disposition': `attachment; filename="${name.replaceAll(/[^\w.-]/g, '_')}"`,
    etag,
    'x-request-id': ctx.requestId,
  }
  // ranges apply only to GET
  const span = method === 'HEAD' ? undefined : wantedSpan(asked, size, etag)
  if (span === 'unsatisfiable' || method === 'HEAD') {
    await reader.close()
    return span === 'unsatisfiable'
      ? new Response(null, { status: 416, headers: { ...headers, 'content-range': `bytes */${size}` } })
      : new Response(null, { headers: { ...headers, 'content-length': String(size) } })
  }
  const { start, end } = span ?? { start: 0, end: size }
  headers['content-length'] = String(end - start)
  if (span) headers['content-range'] = `bytes ${start}-${end - 1}/${size}`
  return new Response(streamOf(pieces({ start, end }), reader), { status: span ? 206 : 200, headers })
}

export function streamOf(pieces: AsyncGenerator<Uint8Array>, reader: Reader): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await pieces.next()
          if (value) controller.enqueue(value)
          if (!done) return
          await reader.close()
          controller.close()
        } catch (error) {
          await reader.close().catch(() => undefined)
          controller.error(error)
        }
      },
      async cancel() {
        await pieces.return(undefined)
        await reader.close()
      },
    },
    { highWaterMark: 0 },
  )
}
