// The export: the whole log with its hashes and checkpoints as JSON lines, so that it can be verified elsewhere. Reads no faster than
// the client.
import type { AuditLine } from '#contract/audit-chain.ts'
import type { Ctx } from '../frame/context.ts'
import { readKept, type ContinuityHost } from './continuity.ts'
import { hiddenBytes } from './hidden.ts'
import { auditLines, stablePart } from './lines.ts'
import { signerOf } from './signer.ts'

const CHUNK_LINES = 100

export async function exportAudit(ctx: Ctx): Promise<Response> {
  const chunks = chunksOf(exportLines(ctx.host, ctx.now))
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

export async function* exportLines(host: ContinuityHost, now: string): AsyncGenerator<AuditLine> {
  const { publicKey: public_key } = await signerOf(host.sealer)
  // before the rows, which are never older
  const { kept, problem } = await readKept(host)
  yield { type: 'header', format: 1, time: now, public_key, ...(kept && { kept }) }
  // the lines are not read in one snapshot, which a slow client would keep open
  const { part, hidden } = await host.db.snapshot(async (view) => ({
    part: await stablePart(view),
    hidden: await hiddenBytes(host.db, view),
  }))
  let entries = 0
  for await (const line of auditLines(host.db.read, part)) {
    if (line.type === 'entry') entries++
    yield line
  }
  for (const each of problem ? [problem, ...hidden] : hidden) yield { type: 'problem', ...each }
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
