// Starts the hosts for browser tests from the builds: a server with its own data directory, or the preview's files.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Running {
  url: string
  /** The server's process; the preview has none. */
  process: ChildProcess | undefined
  stop(): Promise<void>
}

const root = join(import.meta.dirname, '../..')

export const startServer = (password: string, ...options: string[]) => startEmpty(password, '--demo', ...options)

/** A server without demo data, with only an administrator. */
export async function startEmpty(password: string, ...options: string[]): Promise<Running> {
  const data = mkdtempSync(join(tmpdir(), 'rackwright-e2e-'))
  const running = await startIn(data, password, ...options)
  return {
    ...running,
    async stop() {
      await running.stop()
      rmSync(data, { recursive: true, force: true })
    },
  }
}

/** A server on this data directory, which it keeps when it stops. */
export const startIn = (data: string, password: string, ...options: string[]) =>
  startWith({}, data, password, ...options)

/** With these variables in its environment. */
export async function startWith(
  environment: Record<string, string>,
  data: string,
  password: string,
  ...options: string[]
): Promise<Running> {
  const args = [join(root, 'dist/server/main.js'), '--port', '0', '--data', data, ...options]
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...environment, RACKWRIGHT_ADMIN_PASSWORD: password },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return { url: await addressOf(child), process: child, stop: () => terminate(child) }
}

/** Optionally in a folder of the site: `/docs/preview`. */
export async function startPreview(folder = ''): Promise<Running> {
  const args = [join(root, 'scripts/preview.mjs'), '--port', '0', '--base', folder]
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  const url = (await addressOf(child)) + folder
  return { url, process: undefined, stop: () => terminate(child) }
}

async function terminate(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  await gone
}

/** Both print their URL at the end of a line. */
function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    child.stdout!.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      const found = /(http:\/\/[\w.[\]:]+\d)\S*\n/.exec(output)
      if (found) resolve(found[1]!)
    })
    // not 'exit', which can come before the last output
    child.once('close', (code) => reject(new Error(`the host ended with ${code} before it was up:\n${output}`)))
  })
}
