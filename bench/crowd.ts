// Starts clients/crowd.mjs and talks to it.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

interface Orders {
  port: number
  cookie: string
  streams?: number
  /** Request bodies that never end. */
  bodies?: number
  /** Logins under way at any time. */
  logins?: number
  username?: string
  password?: string
}

/** Counted since the start. */
export interface Seen {
  /** Events that arrived, on all streams together. */
  messages: number
  logins: number
  refused: number
  /** Streams closed by the server. */
  closed: number
}

export interface Crowd {
  seen(): Promise<Seen>
  stop(): Promise<void>
}

/** Resolves when every stream and body is open. */
export async function startCrowd(orders: Orders): Promise<Crowd> {
  const program = join(import.meta.dirname, 'clients/crowd.mjs')
  const child = spawn(process.execPath, [program, JSON.stringify(orders)], { stdio: ['pipe', 'pipe', 'inherit'] })
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const line = async () => {
    const { value, done } = await lines.next()
    if (done) throw new Error('the crowd has left')
    return JSON.parse(value) as unknown
  }
  await line()
  return {
    async seen() {
      child.stdin.write('?')
      return (await line()) as Seen
    },
    async stop() {
      child.stdin.end()
      await gone
    },
  }
}
