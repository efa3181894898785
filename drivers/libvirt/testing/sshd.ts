// An SSH server in the namespaces of a test daemon, with keys of its own. The machine's own one is not touched. Not for production code.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findProgram } from '../../../scripts/programs.mjs'
import type { HostAddress } from '../../hosts.ts'
import type { SshFiles } from '../access/ssh-options.ts'
import type { TestDaemon } from './daemon.ts'

export interface TestSshd {
  at: HostAddress
  files: SshFiles
  /** As in `known_hosts`, without the name. */
  key: string
  /** Ends it with its connections, as when the host loses power. */
  stop(): Promise<void>
  start(): Promise<void>
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void
  /** Gives the host another key. */
  changeKey(): void
}

const START_MS = 10_000

const makeKey = (file: string) => execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', '', '-f', file])
const publicKey = (file: string) => execFileSync('ssh-keygen', ['-y', '-f', file], { encoding: 'utf8' }).trim()

/** `within` runs a command where the host is reached, by default on the host itself. */
export async function startSshd(
  daemon: TestDaemon,
  { address = '127.0.0.1', within = ['nsenter', '--target', String(daemon.pid), '--net'], identity = '' } = {},
): Promise<TestSshd> {
  const folder = join(daemon.folder, 'ssh')
  mkdirSync(folder)
  const [own, hostKey] = [identity || join(folder, 'id'), join(folder, 'host-key')]
  if (!identity) makeKey(own)
  makeKey(hostKey)
  const files = { identity: own, knownHosts: join(folder, 'known'), ssh: [...within, 'ssh'] }
  writeFileSync(join(folder, 'authorized'), `restrict ${publicKey(own)}\n`, { mode: 0o600 })
  writeFileSync(files.knownHosts, `host ${publicKey(hostKey)}\n`)
  const config = join(folder, 'config')
  // with a home of its own, because what people put into the profile of their shell takes time at each command
  writeFileSync(
    config,
    `HostKey ${hostKey}
AuthorizedKeysFile ${folder}/authorized
PidFile none
StrictModes no
UsePAM no
ListenAddress ${address}
PermitRootLogin yes
SetEnv HOME=${folder}
`,
  )
  let server: ChildProcess | undefined

  async function start() {
    const [program = '', ...args] = daemon.inside([findProgram('sshd')!, '-D', '-e', '-f', config])
    mkdirSync('/run/sshd', { recursive: true })
    server = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    server.stderr!.on('data', (text) => (said = `${said}${String(text)}`.slice(-2000)))
    for (let waited = 0; waited < START_MS; waited += 20) {
      if (said.includes('listening on')) return
      if (server.exitCode !== null) break
      await sleep(20)
    }
    throw new Error(`sshd did not start: ${said}`)
  }

  /** Each connection has two processes, below the one that listens. */
  function processes(): number[] {
    const below = (pid: number): number[] => {
      const { stdout } = spawnSync('pgrep', ['-P', String(pid), 'sshd'], { encoding: 'utf8' })
      return stdout
        .split('\n')
        .filter(Boolean)
        .map(Number)
        .flatMap((each) => [each, ...below(each)])
    }
    return server?.pid === undefined ? [] : [server.pid, ...below(server.pid)]
  }

  const signal = (name: NodeJS.Signals) => {
    // one that has ended meanwhile does not matter
    for (const pid of processes()) spawnSync('kill', ['-s', name.replace('SIG', ''), String(pid)])
  }

  await start()
  return {
    at: { address, port: 22, user: 'root' },
    files,
    key: publicKey(hostKey),
    start,
    async stop() {
      // somebody else may have ended it
      if (server?.exitCode !== null || server.signalCode !== null) return
      signal('SIGCONT')
      const ended = new Promise((resolve) => server?.once('exit', resolve))
      signal('SIGKILL')
      await ended
    },
    signal,
    changeKey() {
      spawnSync('rm', ['-f', hostKey, `${hostKey}.pub`])
      makeKey(hostKey)
    },
  }
}
