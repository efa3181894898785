// Starts the hosts for browser tests from the builds: a server with its own data directory, or the preview's files.
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Running {
  url: string
  /** The server's process; the preview has none. */
  process: ChildProcess | undefined
  stop(): Promise<void>
}

const root = join(import.meta.dirname, '..')

export const startServer = (password: string, ...options: string[]) => startEmpty(password, '--demo', ...options)

/** A server without demo data, with only an administrator. */
export async function startEmpty(password: string, ...options: string[]): Promise<Running> {
  const data = mkdtempSync(join(tmpdir(), 'rackwright-e2e-'))
  const args = [join(root, 'dist/server/main.js'), '--port', '0', '--data', data, ...options]
  const child = spawn(process.execPath, args, {
    env: { ...process.env, RACKWRIGHT_ADMIN_PASSWORD: password },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await addressOf(child)
  return {
    url,
    process: child,
    async stop() {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await gone
      rmSync(data, { recursive: true, force: true })
    },
  }
}

/** Optionally in a folder of the site: `/docs/preview`. */
export async function startPreview(folder = ''): Promise<Running> {
  const args = [join(root, 'scripts/preview.mjs'), '--port', '0', '--base', folder]
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  const url = (await addressOf(child)) + folder
  return { url, process: undefined, stop: async () => void child.kill('SIGTERM') }
}

/** Both print their URL on a line of its own. */
function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    child.stdout!.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      const found = /http:\/\/[\w.[\]:]+\d/.exec(output)
      if (found) resolve(found[0])
    })
    child.once('exit', (code) => reject(new Error(`the host ended with ${code} before it was up:\n${output}`)))
  })
}
