// Runs fence agents, as Debian packages them (fence-agents): programs named fence_* that read their options from standard input.
import { spawn } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { env as own, kill } from 'node:process'
import { DriverError } from '../driver-error.ts'
import type { Fence, FenceCall } from '../fence.ts'

const NAME = /^fence_[a-z0-9_]{1,50}$/
/** What agents end with when they are asked for the status of a host that is off. */
const IS_OFF = 2
const MAX_OUTPUT = 16_384
const MAX_REASON = 300

export interface FenceAgentsOptions {
  /** Where the agents are. Nothing outside of it is run. */
  folder: string
  /** An agent that takes longer is ended. */
  timeoutMs: number
}

export function makeFenceAgents({ folder, timeoutMs }: FenceAgentsOptions): Fence {
  const agents = async () =>
    (await readdir(folder).catch(() => [])).filter((name) => NAME.test(name)).sort((a, b) => (a < b ? -1 : 1))

  async function run({ agent, options }: FenceCall, action: 'status' | 'off') {
    if (!NAME.test(agent) || !(await agents()).includes(agent))
      throw new DriverError('refused', `${agent} is not installed on the server`)
    const input = [`action=${action}`, ...options].map((line) => `${line}\n`).join('')
    return runAgent(join(folder, agent), input, timeoutMs)
  }

  return {
    agents,
    async isOn(call) {
      const { code, output } = await run(call, 'status')
      if (code === 0) return true
      if (code === IS_OFF) return false
      throw new DriverError('refused', reasonOf(call, output, code))
    },
    async off(call) {
      const { code, output } = await run(call, 'off')
      if (code !== 0) throw new DriverError('refused', reasonOf(call, output, code))
    },
  }
}

/** The end of what it printed, without the values of its options: an agent may repeat them. */
function reasonOf({ agent, options }: FenceCall, output: string, code: number | null): string {
  const values = options.map((option) => option.slice(option.indexOf('=') + 1)).filter((value) => value.length > 2)
  const said = values.reduce((text, value) => text.replaceAll(value, '…'), output).trim()
  return `${agent} ended with ${code ?? 'a signal'}${said ? `: ${said.slice(-MAX_REASON)}` : ''}`
}

function runAgent(path: string, input: string, timeoutMs: number): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    // a group of its own: agents start other programs, which end with them
    const env = { PATH: own.PATH ?? '', LC_ALL: 'C' }
    const child = spawn(path, [], { env, stdio: ['pipe', 'pipe', 'pipe'], detached: true })
    let output = ''
    let hasEnded = false
    const end = (error: DriverError) => {
      // its number may be another process's by now
      if (hasEnded) return
      hasEnded = true
      if (child.pid !== undefined) killGroup(child.pid)
      child.stdout.destroy()
      child.stderr.destroy()
      reject(error)
    }
    const late = () => end(new DriverError('refused', `the agent did not answer within ${timeoutMs / 1000} seconds`))
    AbortSignal.timeout(timeoutMs).addEventListener('abort', late)
    const collect = (piece: Buffer) => {
      output = (output + piece.toString()).slice(-MAX_OUTPUT)
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    // one that ends without reading everything says so by its code
    child.stdin.on('error', () => undefined)
    child.once('error', ({ message }) => end(new DriverError('refused', message)))
    child.once('close', (code) => {
      hasEnded = true
      resolve({ code, output })
    })
    child.stdin.end(input)
  })
}

function killGroup(pid: number) {
  try {
    kill(-pid, 'SIGKILL')
  } catch {
    // it has ended
  }
}
