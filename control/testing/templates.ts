// Asks the run's global setup (setup.ts) for a template, which the first to ask waits for.
import { get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { inject } from 'vitest'
import type { Engine } from './engines.ts'

const known = new Map<Engine, Promise<string>>()

/** A migrated SQLite file to copy, the bytes of a database for openWasm, or the maintenance database of the run's PostgreSQL. */
export function templateOf(engine: Engine): Promise<string> {
  const asked = known.get(engine) ?? ask(engine)
  known.set(engine, asked)
  return asked
}

export const postgresUrl = () => templateOf('postgres')

/** Not with fetch, which tests replace, and on a connection of its own, which cannot be closed while it is idle. */
async function ask(engine: Engine): Promise<string> {
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    get(`${inject('templatesUrl')}/${engine}`, { agent: false }, resolve).on('error', reject),
  )
  const answer = await text(response)
  if (response.statusCode !== 200) throw new Error(`no template of ${engine}: ${answer}`)
  return answer
}
