// Connections to one host by OpenSSH. All commands share one. A second one is made only while more run at once than a host's sshd
// allows, which viewers of consoles and screens can bring about.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DriverError } from '../../driver-error.ts'
import type { HostAddress, HostTrouble } from '../../hosts.ts'
import { connectionCommand, type SshFiles } from './ssh-options.ts'

/** sshd allows ten unless it is told otherwise. */
const MAX_SESSIONS = 8
/** In case ssh itself hangs. */
const CONNECT_MS = 13_000

export interface Session {
  /** The socket that the connection is shared by. */
  socket: string
  release(): void
}

export interface SshConnection {
  /** Connects if need be. */
  open(): Promise<Session>
  /** Why the last attempt to connect failed, or the connection ended. */
  trouble(): HostTrouble | undefined
  close(): void
}

interface Link {
  socket: string
  sessions: number
  ready: Promise<void>
  end(): void
}

export function makeSshConnection(at: HostAddress, files: SshFiles): SshConnection {
  let folder: string | undefined
  let links: Link[] = []
  let made = 0
  let isClosed = false
  let trouble: HostTrouble | undefined

  function connect(): Link {
    // of this process alone: replicas must not share connections
    folder ??= mkdtempSync(join(tmpdir(), 'rw-ssh-'))
    const socket = join(folder, String(made++))
    // it would outlive a server that is killed
    const child = spawn('setpriv', ['--pdeathsig', 'KILL', ...connectionCommand(at, files, socket)], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let complaint = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint = `${complaint}${text}`.slice(-4000)))
    let isEnded = false
    const link: Link = {
      socket,
      sessions: 0,
      ready: Promise.resolve(),
      end() {
        isEnded = true
        links = links.filter((each) => each !== link)
        child.kill('SIGKILL')
      },
    }
    const late = AbortSignal.timeout(CONNECT_MS)
    const giveUp = () => void child.kill('SIGKILL')
    late.addEventListener('abort', giveUp)
    link.ready = new Promise((resolve, reject) => {
      child.stdout.once('data', () => {
        late.removeEventListener('abort', giveUp)
        trouble = undefined
        resolve()
      })
      const gone = () => {
        late.removeEventListener('abort', giveUp)
        links = links.filter((each) => each !== link)
        if (!isEnded) trouble = troubleIn(complaint)
        reject(new DriverError('host', trouble?.text ?? 'The connection to the host was closed.', complaint.trim()))
      }
      child.once('error', gone)
      child.once('close', gone)
    })
    // somebody may wait for it, or nobody
    link.ready.catch(() => undefined)
    links.push(link)
    return link
  }

  return {
    async open() {
      if (isClosed) throw new DriverError('closed', 'the host has been left')
      const link = links.find(({ sessions }) => sessions < MAX_SESSIONS) ?? connect()
      link.sessions++
      let isReleased = false
      const release = () => {
        if (isReleased) return
        isReleased = true
        link.sessions--
        // only the first one is kept for those who come later
        if (link.sessions === 0 && links[0] !== link) link.end()
      }
      try {
        await link.ready
      } catch (error) {
        release()
        throw error
      }
      return { socket: link.socket, release }
    },
    trouble: () => trouble,
    close() {
      isClosed = true
      for (const { end } of links) end()
      if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
    },
  }
}

const KEY_CHANGED = /host key verification failed|remote host identification has changed|host key is known/i

/** Reads what ssh complains about. */
export function troubleIn(complaint: string): HostTrouble {
  if (KEY_CHANGED.test(complaint))
    return { code: 'host_key_changed', text: 'The host that answers has another key than the one that was trusted.' }
  if (/permission denied|too many authentication failures/i.test(complaint))
    return { code: 'unreachable', text: 'The host does not accept the key of this server.' }
  if (/not installed|ENOENT/i.test(complaint)) return { code: 'unreachable', text: 'OpenSSH is not installed here.' }
  return { code: 'unreachable', text: 'The host cannot be reached.' }
}
