// One daemon of Open vSwitch or OVN in a namespace, which a test can kill, stop and start again. Not for production code.
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { command, type Namespace } from './namespace.ts'

const END_MS = 5_000

export interface Daemon {
  /** Resolves when it is ready. */
  start(): Promise<void>
  isRunning(): boolean
  /** At once, as in a crash. Resolves when it has ended. */
  kill(): Promise<void>
  /** It is there, but answers nothing until it resumes. */
  stop(): void
  resume(): void
}

export function makeDaemon(namespace: Namespace, folder: string, name: string, line: readonly string[]): Daemon {
  const pidFile = join(folder, `${name}.pid`)
  const pid = () => Number(readFileSync(pidFile, 'utf8'))
  const [program = '', ...args] = line
  const common = ['--detach', `--pidfile=${pidFile}`, `--log-file=${join(folder, `${name}.log`)}`, '-vconsole:off']
  return {
    async start() {
      await command('ip', ['netns', 'exec', namespace.name, program, ...args, ...common], {
        // sockets of bridges and more
        OVS_RUNDIR: folder,
        OVN_RUNDIR: folder,
      })
    },
    isRunning: () => existsSync(pidFile) && isRunning(pid()),
    async kill() {
      const one = pid()
      process.kill(one, 'SIGKILL')
      for (let waited = 0; isRunning(one); waited += 10) {
        if (waited > END_MS) throw new Error(`${name} does not end`)
        await sleep(10)
      }
      rmSync(pidFile, { force: true })
    },
    stop: () => void process.kill(pid(), 'SIGSTOP'),
    resume: () => void process.kill(pid(), 'SIGCONT'),
  }
}

function isRunning(pid: number): boolean {
  try {
    // a process that nobody waits for is still listed after its end
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
