// Runs a program on a file that a stranger made. It gets namespaces of its own: no network, no other processes, and a file system of
// nothing but the system's programs, read-only, and the files it is given. Limits apply to memory, CPU time, output and open files.
// A flaw in the program then exposes nothing, so what it says about a file only matters to whoever sent it.
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { ImageProblem } from '#control/frame/image-tools.ts'

const MIB = 2 ** 20
const MAX_MEMORY_BYTES = 2048 * MIB
const MAX_OPEN_FILES = 64
const MAX_ERROR_LENGTH = 2000
/** The exit code if there is no such program. */
export const NOT_FOUND = 127

export interface Job {
  program: string
  args: readonly string[]
  /** Seen as /files/in, read-only. */
  input?: string
  /** Seen as /files/out. */
  output?: string
  cpuSeconds: number
  /** The largest file it may write. */
  outputBytes: number
  signal: AbortSignal
}

/** The new root is a small file system in memory. Everything else is unmounted before the program starts. */
const SCRIPT = `
set -e
root=$1 input=$2 output=$3
shift 3
mount -t tmpfs -o size=64k,mode=0755,nosuid,nodev tmpfs "$root"
cd "$root"
mkdir usr files old dev
: > dev/null
mount --bind /dev/null dev/null
mount --bind /usr usr
mount -o remount,bind,ro,nosuid,nodev usr
for each in bin sbin lib lib64; do
  if [ -L "/$each" ]; then ln -s "$(readlink "/$each")" "$each"
  elif [ -d "/$each" ]; then mkdir "$each"; mount --bind "/$each" "$each"; mount -o remount,bind,ro,nosuid,nodev "$each"
  fi
done
if [ -n "$input" ]; then
  : > files/in
  mount --bind "$input" files/in
  mount -o remount,bind,ro,nosuid,nodev,noexec files/in
fi
if [ -n "$output" ]; then : > files/out; mount --bind "$output" files/out; fi
# mount and umount read /proc, until it is gone with the rest
ln -s old/proc proc
pivot_root . old
cd /files
mount -o remount,ro,nosuid,nodev /
umount -l /old
exec setpriv --no-new-privs --bounding-set=-all --inh-caps=-all -- "$@"
`

const NAMESPACES = [
  '--user',
  '--map-root-user',
  '--mount',
  '--net',
  '--pid',
  '--ipc',
  '--uts',
  '--fork',
  '--kill-child',
]

export interface Sandboxed {
  stdin: Writable
  stdout: Readable
  /** Rejects if the program fails. The message is the end of what it said. */
  done: Promise<void>
}

export class ProgramFailed extends Error {
  readonly code: number | null

  constructor(code: number | null, message: string) {
    super(message)
    this.code = code
  }
}

export async function runSandboxed(job: Job): Promise<Sandboxed> {
  const root = await mkdtemp(join(tmpdir(), 'rackwright-'))
  const limits = [
    `--as=${MAX_MEMORY_BYTES}`,
    `--cpu=${Math.ceil(job.cpuSeconds)}`,
    `--fsize=${job.outputBytes}`,
    `--nofile=${MAX_OPEN_FILES}`,
    '--core=0',
  ]
  const inside = ['sh', '-c', SCRIPT, 'sh', root, job.input ?? '', job.output ?? '', job.program, ...job.args]
  // the signal of a dead parent ends it with the server
  const args = ['--pdeathsig', 'KILL', 'unshare', ...NAMESPACES, 'prlimit', ...limits, ...inside]
  const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' }
  const child = spawn('setpriv', args, {
    stdio: ['pipe', 'pipe', 'pipe'],
    env,
    signal: job.signal,
    killSignal: 'SIGKILL',
  })
  // a program that ends early closes its input; its exit code says why
  child.stdin.on('error', () => undefined)
  const done = ended(child).finally(() => rmdir(root).catch(() => undefined))
  done.catch(() => undefined)
  return { stdin: child.stdin, stdout: child.stdout, done }
}

function ended(child: ChildProcess): Promise<void> {
  let said = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-MAX_ERROR_LENGTH)))
  return new Promise((resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ENOENT' ? new ImageProblem(NO_TOOLS) : error),
    )
    child.once('close', (code) => {
      if (code === 0) return resolve()
      const reason = said.trim().split('\n').at(-1) ?? ''
      const isRefusal = code !== NOT_FOUND && /^(unshare|mount|pivot_root|setpriv|prlimit|sh): /.test(reason)
      reject(isRefusal ? refused(reason) : new ProgramFailed(code, reason))
    })
  })
}

const NO_TOOLS = 'This host has no setpriv, which image files are opened with. Install util-linux.'
const refused = (reason: string) =>
  new ImageProblem(
    `This host does not permit the namespaces in which such files are opened (${reason}). Upload a raw image.`,
  )
