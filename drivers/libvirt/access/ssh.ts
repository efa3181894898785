// Another machine, as a host: everything goes over one connection of OpenSSH, to programs that every Debian has.
import { type ChildProcess, spawn } from 'node:child_process'
import { Duplex } from 'node:stream'
import { DriverError } from '../../driver-error.ts'
import type { HostAddress, HostTrouble } from '../../hosts.ts'
import { runChild } from './child.ts'
import type { HostAccess, Ran, RunOptions } from './host-access.ts'
import { shellLine } from './quote.ts'
import { relayCommand, relayError } from './relay.ts'
import { makeSshConnection, type Session } from './ssh-connection.ts'
import { type SshFiles, sessionCommand } from './ssh-options.ts'
import { makeTurns } from './turns.ts'

/** For files. */
const TIMEOUT_MS = 14_000
/** The rest is for events, consoles and screens. */
const MAX_AT_ONCE = 5
/** Of programs that may take a minute or more. They leave turns to the others, which would count the host as one that does not answer. */
const MAX_LONG_AT_ONCE = 3
const LONG_MS = 60_000
/** What ssh ends with when the connection fails. */
const CONNECTION_LOST = 255

export interface SshAccess extends HostAccess {
  /** Why the host does not answer. */
  trouble(): HostTrouble | undefined
}

const NO_SUCH_FILE = 3
const NEWLINE = 10

const SCRIPTS = {
  list: `[ -d "$1" ] || exit 0; exec find "$1" -mindepth 1 -maxdepth 1 -printf '%f\\0%s\\0%i\\0'`,
  // one file, whatever takes its name meanwhile
  read: `{ stat -L -c %i /dev/fd/3 && tail -c "+$2" <&3 | head -c "$3"; } 3<"$1" || { [ -e "$1" ] || exit ${NO_SUCH_FILE}; exit 1; }`,
  write: 'umask 077 && cat > "$1.part" && chmod "$2" "$1.part" && mv -f -T "$1.part" "$1"',
  append: 'cat >> "$1"',
  rename: '[ -e "$1" ] || exit 0; exec mv -f -T "$1" "$2"',
  makeFolder: 'umask 077 && mkdir -p "$1"',
  removeFolder: 'rm -rf "$1"',
  // ends with its input, which ends with this process
  follow:
    'exec 3<&0; "$@" & p=$!; { while read -r _; do :; done; kill $p; } <&3 >/dev/null 2>&1 & wait $p; c=$?; kill $!; exit $c',
}

const script = (name: keyof typeof SCRIPTS, ...values: (string | number)[]) => [
  'sh',
  '-c',
  SCRIPTS[name],
  'sh',
  ...values.map(String),
]

export function makeSshAccess(at: HostAddress, files: SshFiles): SshAccess {
  const connection = makeSshConnection(at, files)
  const taking = makeTurns(MAX_AT_ONCE)
  const takingLong = makeTurns(MAX_LONG_AT_ONCE)
  const lost = (complaint: string) =>
    new DriverError('host', connection.trouble()?.text ?? 'The connection to the host was lost.', complaint.trim())

  /** Waiting for a turn and for the connection is part of the time. */
  async function run(command: readonly string[], { timeoutMs, input }: RunOptions): Promise<Ran> {
    const late = AbortSignal.timeout(timeoutMs)
    const work = async () => {
      const { socket, release } = await opened(late)
      try {
        const line = sessionCommand(socket, shellLine(command))
        const ran = await runChild(line, { timeoutMs, input: input ?? '' }, late)
        if (ran.code === CONNECTION_LOST) throw lost(ran.complaint)
        return ran
      } finally {
        release()
      }
    }
    const ran = timeoutMs < LONG_MS ? taking(work, late) : takingLong(() => taking(work, late), late)
    return ran.catch((error: unknown) => {
      throw error === late.reason ? lost(`no answer within ${timeoutMs / 1000} seconds`) : error
    })
  }

  /** The connection may take longer than the time that is left. */
  async function opened(late: AbortSignal): Promise<Session> {
    const opening = connection.open()
    const over = new AbortController()
    const tooLate = new Promise<never>((_, reject) => {
      const giveUp = () => reject(late.reason as Error)
      if (late.aborted) giveUp()
      late.addEventListener('abort', giveUp, { once: true, signal: over.signal })
    })
    try {
      return await Promise.race([opening, tooLate])
    } catch (error) {
      opening.then(({ release }) => release()).catch(() => undefined)
      throw error
    } finally {
      over.abort()
    }
  }

  async function start(command: readonly string[]): Promise<ChildProcess> {
    const { socket, release } = await connection.open()
    const [program = '', ...args] = ['setpriv', '--pdeathsig', 'KILL', ...sessionCommand(socket, shellLine(command))]
    const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'ignore'] })
    child.stdin.on('error', () => undefined)
    child.once('error', release)
    child.once('close', release)
    return child
  }

  const follow = (command: readonly string[]) => start([...script('follow'), ...command])

  /** Runs a script, whose failure means that the host refuses. */
  async function doing(command: readonly string[], input?: string | Uint8Array): Promise<Ran> {
    const ran = await run(command, { timeoutMs: TIMEOUT_MS, input })
    if (ran.code !== 0 && ran.code !== NO_SUCH_FILE)
      throw new DriverError('refused', 'the host could not read or write a file', ran.complaint.trim())
    return ran
  }

  return {
    run,
    follow,

    async connect(path) {
      const child = await start(relayCommand(path))
      await new Promise<void>((resolve, reject) => {
        child.once('close', (code) => reject(code === CONNECTION_LOST ? lost('') : relayError(code, path)))
        child.stdout!.once('readable', () => {
          if (child.stdout!.read(1) !== null) resolve()
        })
      })
      const socket = Duplex.from({ readable: child.stdout!, writable: child.stdin! })
      socket.once('close', () => child.kill('SIGKILL'))
      return socket
    },

    async list(folder) {
      const fields = (await doing(script('list', folder))).output.split('\0')
      const entries = Array.from({ length: Math.floor(fields.length / 3) }, (_, n) => fields.slice(3 * n, 3 * n + 3))
      return entries.map(([name = '', size, inode]) => ({ name, size: Number(size), inode: Number(inode) }))
    },

    async read(path, from, max_bytes) {
      const { code, bytes } = await doing(script('read', path, from + 1, max_bytes))
      if (code === NO_SUCH_FILE) return undefined
      const end = bytes.indexOf(NEWLINE)
      return { inode: Number(new TextDecoder().decode(bytes.subarray(0, end))), bytes: bytes.slice(end + 1) }
    },

    write: async (path, content, mode = 0o600) => void (await doing(script('write', path, mode.toString(8)), content)),
    append: async (path, content) => void (await doing(script('append', path), content)),
    rename: async (from, to) => void (await doing(script('rename', from, to))),
    makeFolder: async (path) => void (await doing(script('makeFolder', path))),
    removeFolder: async (path) => void (await doing(script('removeFolder', path))),

    watch(file, notify) {
      let child: ChildProcess | undefined
      let isOver = false
      const begin = async () => {
        child = await follow(['tail', '--quiet', '--follow=name', '--retry', '--bytes=0', file])
        if (isOver) child.kill('SIGKILL')
        else child.stdout!.on('data', notify)
      }
      // looking again finds it
      begin().catch(() => undefined)
      return () => {
        isOver = true
        child?.kill('SIGKILL')
      }
    },

    trouble: connection.trouble,
    close: connection.close,
  }
}
