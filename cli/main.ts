// The entry: the process's own streams, environment and signals.
import { setTimeout as sleep } from 'node:timers/promises'
import { version } from '../package.json'
import { run } from './run.ts'

const stop = new AbortController()
process.once('SIGINT', () => stop.abort())
process.once('SIGTERM', () => stop.abort())

let isInputOpen = false
// not awaited: lazily loaded commands import from the file this is bundled into, which would deadlock on a top-level await
void main()

async function main(): Promise<void> {
  process.exitCode = await run(
    process.argv.slice(2),
    {
      env: process.env,
      // opened lazily, because opening it takes time
      get stdin() {
        isInputOpen = true
        return process.stdin
      },
      stdout: process.stdout,
      stderr: process.stderr,
      signal: stop.signal,
      sleep: (ms, signal) => sleep(ms, undefined, signal && { signal }),
      openBrowser: (url) => void openBrowser(url),
    },
    version,
  )
  // an open terminal input keeps the process alive
  if (isInputOpen) process.stdin.destroy()
}

async function openBrowser(url: string): Promise<void> {
  const { spawn } = await import('node:child_process')
  const { platform, env } = process
  const [program, ...args] =
    platform === 'darwin' ? ['open', url] : platform === 'win32' ? ['explorer', url] : ['xdg-open', url]
  if (platform === 'linux' && !env.DISPLAY && !env.WAYLAND_DISPLAY) return
  spawn(program ?? '', args, { stdio: 'ignore', detached: true })
    .on('error', () => undefined)
    .unref()
}
