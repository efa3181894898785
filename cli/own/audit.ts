// `rackwright audit verify`: computes the hashes of the audit log here, instead of believing the host.
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { AuditLine, Checkpoint } from '#contract/audit-chain.ts'
import { makeVerifier, type AuditVerification } from '#contract/audit-verifier.ts'
import { auditVerdict } from '#contract/audit-words.ts'
import { textIn } from '../args.ts'
import type { Context, Run } from '../context.ts'
import { CliError, EXIT, usage } from '../failure.ts'
import { write } from '../io.ts'
import { print } from '../output.ts'

export const verify: Run = async (given, _positionals, context) => {
  const { io, format } = context
  const kept = await keptIn(textIn(given, 'checkpoint'))
  const found = await verifyLines(await openLog(textIn(given, 'file'), context), kept)
  if (format === 'table') await write(io.stdout, textOf(found, kept.length))
  else await print(io, format, found)
  if (found.problems.length > 0) throw new CliError(EXIT.other, 'the audit log is not as it was sealed')
}

async function openLog(file: string | undefined, { io, connect }: Context): Promise<Readable> {
  if (file !== undefined) return createReadStream(file)
  return (await connect().open('audit_export', {}, io.signal)).body
}

async function verifyLines(log: Readable, kept: readonly Checkpoint[]): Promise<AuditVerification> {
  let verifier: ReturnType<typeof makeVerifier> | undefined
  let isComplete = false
  const lines = createInterface({ input: log, crlfDelay: Infinity })
  for await (const text of lines) {
    const line = parse(text)
    if (line.type === 'header') verifier = makeVerifier(line.public_key, { kept, keptByServer: line.kept })
    isComplete = line.type === 'end'
    await verifier?.read(line)
  }
  if (!verifier) throw new CliError(EXIT.other, 'this is not an export of an audit log')
  if (!isComplete) throw new CliError(EXIT.other, 'the export is incomplete: its last line is missing')
  return verifier.finish()
}

function parse(text: string): AuditLine {
  try {
    return JSON.parse(text) as AuditLine
  } catch {
    throw new CliError(EXIT.other, 'this is not an export of an audit log: a line is not JSON')
  }
}

async function keptIn(file: string | undefined): Promise<Checkpoint[]> {
  if (file === undefined) return []
  const content = await readFile(file, 'utf8').catch((error: Error) => {
    throw usage(`cannot read the checkpoint: ${error.message}`)
  })
  const found = [content, ...content.split('\n')].flatMap(checkpointIn)
  if (found.length === 0) throw usage(`there is no checkpoint in ${file}`)
  return found
}

/** As `audit verify` prints it, in the result as JSON, in a line of an export or of the server's log. */
function checkpointIn(text: string): Checkpoint[] {
  try {
    const json = JSON.parse(text) as Partial<Checkpoint> & { last_checkpoint?: Checkpoint | null }
    const { number, hash, signature } = json.last_checkpoint ?? json
    return number !== undefined && hash && signature ? [(json.last_checkpoint ?? json) as Checkpoint] : []
  } catch {
    return []
  }
}

function textOf(found: AuditVerification, keptCount: number): string {
  const { proven, unproven } = auditVerdict(found, keptCount)
  const checkpoint = found.last_checkpoint ? [JSON.stringify(found.last_checkpoint)] : []
  return (
    list(
      'Problems:',
      found.problems.map(({ message }) => message),
    ) +
    list('Proven:', proven) +
    list('Not proven:', unproven) +
    list('The last checkpoint, to keep:', checkpoint)
  )
}

const list = (title: string, items: readonly string[]) =>
  items.length === 0 ? '' : `${title}\n${items.map((item) => `  ${item}\n`).join('')}`
