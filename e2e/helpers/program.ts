// Runs the built command line client in its own process.
import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'

const program = join(import.meta.dirname, '../../bin/rackwright.mjs')

export interface Started {
  child: ChildProcess
  /** Both streams so far. */
  text: () => string
  type: (text: string) => void
  /** Waits until this is printed. */
  sees: (pattern: RegExp | string) => Promise<void>
  ends: Promise<number | null>
}

export interface Program {
  start: (...args: string[]) => Started
  /** On a terminal, through script(1). */
  startOnTerminal: (...args: string[]) => Started
  /** Runs text as pasted into a shell. */
  shell: (text: string) => Started
  run: (...args: string[]) => Promise<{ code: number | null; text: string }>
}

/** Its configuration and state are in this folder. */
export function programIn(folder: string, more: Record<string, string> = {}): Program {
  const bin = join(folder, 'bin')
  mkdirSync(bin, { recursive: true })
  const link = join(bin, 'rackwright')
  writeFileSync(link, `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`)
  chmodSync(link, 0o755)
  const env = {
    ...process.env,
    PATH: `${bin}:${process.env.PATH}`,
    XDG_CONFIG_HOME: join(folder, 'config'),
    XDG_STATE_HOME: join(folder, 'state'),
    DISPLAY: '',
    WAYLAND_DISPLAY: '',
    ...more,
  }
  const launch = (command: string, args: readonly string[], options: SpawnOptions = {}) =>
    started(spawn(command, args, { env, stdio: 'pipe', ...options }))
  const start: Program['start'] = (...args) => launch(process.execPath, [program, ...args])
  return {
    start,
    startOnTerminal: (...args) => launch('script', ['-qec', ['rackwright', ...args].join(' '), '/dev/null']),
    shell: (text) => launch('bash', ['-c', text]),
    async run(...args) {
      const { ends, text } = start(...args)
      return { code: await ends, text: text() }
    },
  }
}

function started(child: ChildProcess): Started {
  const parts: Buffer[] = []
  const text = () => Buffer.concat(parts).toString()
  child.stdout?.on('data', (part: Buffer) => parts.push(part))
  child.stderr?.on('data', (part: Buffer) => parts.push(part))
  return {
    child,
    text,
    type: (keys) => void child.stdin?.write(keys),
    sees: (pattern) => expect.poll(text).toMatch(pattern),
    ends: new Promise((resolve) => child.once('close', resolve)),
  }
}
