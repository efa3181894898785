// The export: the whole log with its hashes and checkpoints as JSON lines, so that it can be verified elsewhere. Reads no faster than
// the client.
import type { AuditLine } from '#contract/audit-chain.ts'
import type { Ctx } from '../../frame/context.ts'
import { auditLines } from './lines.ts'
import { lastCheckpoint } from './seal.ts'
import { signerOf } from './signer.ts'

const CHUNK_LINES = 100

export async function exportAudit(ctx: Ctx): Promise<Response> {
  const chunks = chunksOf(linesOf(ctx))
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await chunks.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel: async () => void (await chunks.return(undefined)),
    },
    { highWaterMark: 0 },
  )
  const headers = {
    'content-type': 'application/jsonl',
    'content-disposition': `attachment; filename="audit-log-${ctx.now.slice(0, 10)}.jsonl"`,
    'x-request-id': ctx.requestId,
  }
  return new Response(body, { headers })
}

async function* linesOf({ host, now }: Ctx): AsyncGenerator<AuditLine> {
  const { publicKey: public_key } = await signerOf(host.sealer)
  yield { type: 'header', format: 1, time: now, public_key }
  // not in one snapshot, which a slow client would keep open
  const end = (await lastCheckpoint(host.db.read))?.number ?? 0
  let entries = 0
  for await (const line of auditLines(host.db.read, end)) {
    if (line.type === 'entry') entries++
    yield line
  }
  yield { type: 'end', entries }
}

async function* chunksOf(lines: AsyncIterable<AuditLine>): AsyncGenerator<Uint8Array, undefined> {
  const encoder = new TextEncoder()
  let chunk: string[] = []
  for await (const line of lines) {
    chunk.push(`${JSON.stringify(line)}\n`)
    if (chunk.length < CHUNK_LINES) continue
    yield encoder.encode(chunk.join(''))
    chunk = []
  }
  yield encoder.encode(chunk.join(''))
}
