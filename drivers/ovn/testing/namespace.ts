// Network namespaces for tests. Nothing here touches the machine's own network: bridges and both ends of every cable are inside.
// Not for production code.
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { whyNot } from '../../../scripts/needs.mjs'

/** Begins the names of namespaces and folders, followed by the process that owns them. */
const PREFIX = 'rw-ovn-'
const NAMESPACES = '/run/netns'
/** The limit of `command()`. */
const TIMEOUT_MS = 30_000
/** Where apt puts programs for administrators, which the PATH of other people leaves out. */
export const ENVIRONMENT = { ...process.env, LC_ALL: 'C', PATH: `${process.env.PATH}:/usr/sbin:/sbin` }

export interface Ran {
  code: number
  output: string
}

/** Fails if the program does, with what it printed. */
export async function command(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  const { code, output } = await attempt(program, args, env)
  if (code !== 0) throw new Error(`${program} ${args.join(' ')}: ${output.trim() || `exit code ${code}`}`)
  return output
}

const attempt = (program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  new Promise<Ran>((resolve) => {
    const options = { timeout: TIMEOUT_MS, killSignal: 'SIGKILL', env: { ...ENVIRONMENT, ...env } } as const
    execFile(program, args, options, (error, stdout, stderr) => {
      const code = error ? (typeof error.code === 'number' ? error.code : -1) : 0
      resolve({ code, output: stdout + (code === 0 ? '' : stderr) })
    })
  })

/** Why these tests cannot run here. */
export const whyNoOvn = () => whyNot('networks')

let created = 0
/** Unique on this machine, and says whose it is. */
export const newName = () => `${PREFIX}${process.pid}-${++created}`

export interface Namespace {
  name: string
  /** Runs `ip` in it. */
  ip(...args: string[]): Promise<string>
  /** Fails if the program does. */
  run(program: string, ...args: string[]): Promise<string>
  /** For programs that may fail. */
  attempt(program: string, ...args: string[]): Promise<Ran>
  spawn(program: string, ...args: string[]): ChildProcess
}

export async function makeNamespace(): Promise<Namespace> {
  const name = newName()
  await command('ip', ['netns', 'add', name])
  const inside = (program: string, args: readonly string[]) => ['netns', 'exec', name, program, ...args]
  const namespace: Namespace = {
    name,
    ip: (...args) => command('ip', ['-n', name, ...args]),
    run: (program, ...args) => command('ip', inside(program, args)),
    attempt: (program, ...args) => attempt('ip', inside(program, args)),
    spawn: (program, ...args) =>
      spawn('ip', inside(program, args), { stdio: ['pipe', 'pipe', 'inherit'], env: ENVIRONMENT }),
  }
  await namespace.ip('link', 'set', 'lo', 'up')
  return namespace
}

/** Ends every process in it. The cables go with it. */
export function removeNamespace(name: string): void {
  for (const pid of processesIn(name)) kill(pid)
  spawnSync('ip', ['netns', 'delete', name], { env: ENVIRONMENT })
}

function processesIn(name: string): number[] {
  const { stdout = '' } = spawnSync('ip', ['netns', 'pids', name], { env: ENVIRONMENT, encoding: 'utf8' })
  return stdout.split('\n').filter(Boolean).map(Number)
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // it has ended meanwhile
  }
}

/** A cable between two namespaces. */
export async function connect(one: [Namespace, string], other: [Namespace, string]): Promise<void> {
  const [[from, fromName], [to, toName]] = [one, other]
  await from.ip('link', 'add', fromName, 'type', 'veth', 'peer', 'name', toName, 'netns', to.name)
  for (const [namespace, name] of [one, other]) {
    // Open vSwitch in user space forwards packets as they are, so the kernel must not leave checksums and segmentation to hardware
    await namespace.run('ethtool', '-K', name, 'tx', 'off', 'gso', 'off', 'tso', 'off', 'gro', 'off')
    await namespace.ip('link', 'set', name, 'up')
  }
}

/** A folder for one rig, with the same prefix. */
export const folderName = () => join(tmpdir(), newName())

/** Removes what a test process that was killed has left behind. */
export function removeStale(): void {
  for (const name of namesIn(NAMESPACES)) if (!hasOwner(name)) removeNamespace(name)
}

const namesIn = (folder: string) => {
  try {
    return readdirSync(folder).filter((name) => name.startsWith(PREFIX))
  } catch {
    return []
  }
}

function hasOwner(name: string): boolean {
  const pid = Number(name.slice(PREFIX.length).split('-')[0])
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
