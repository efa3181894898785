// Ceph's own command line tools, which are the interface that stays stable. The key of the user stays in the keyring that the settings
// name: none of it is on a command line.
import { DriverError } from '../driver-error.ts'
import { runChild } from '../libvirt/access/child.ts'
import { NO_SUCH_PROGRAM, type Ran } from '../libvirt/access/host-access.ts'

/** A pool, and who opens it. */
export interface CephPool {
  pool: string
  /** The path of ceph.conf. */
  conf: string
  /** Without `client.` in front. */
  user: string
}

/** Limit of calls that only look at Ceph or change a few of its objects. A cluster without a quorum never answers. */
const ANSWER_MS = 30_000
/** Limit of calls that people wait for. */
const LOOK_MS = 15_000
/** Limit of calls that move the bytes of a piece or of a volume. Ceph goes on where it stopped once it is back. */
export const BULK_MS = 6 * 3_600_000
/** Each takes memory and a connection to every part of the cluster. */
const MAX_AT_ONCE = 6

const NO_SUCH_IMAGE = 2
const IMAGE_EXISTS = 17

export interface RunRbd {
  timeoutMs?: number
  input?: Uint8Array
  signal?: AbortSignal | undefined
}

export interface CephTools {
  pool: CephPool
  /** Undefined if there is no such image. */
  rbd(args: readonly string[], options?: RunRbd): Promise<string | undefined>
  /** True if it was made, false if there is an image of this name. */
  make(args: readonly string[]): Promise<boolean>
  /** What the monitors know. */
  ceph<T>(...args: string[]): Promise<T>
  /** Changes what the monitors know, unless it is late by then. */
  tell(args: readonly string[], late?: AbortSignal): Promise<void>
  qemuImg(args: readonly string[], options?: RunRbd): Promise<void>
  /** The key of the user, in base64: a secret. */
  key(): Promise<string>
  /** The command that writes all bytes of an image to its output. */
  exporting(name: string): [string, ...string[]]
  /** `POOL/NAME` */
  image(name: string): string
  /** As QEMU's tools name an image. */
  source(name: string, more?: string): string
}

export function makeTools(pool: CephPool): CephTools {
  const turn = takingTurns(MAX_AT_ONCE)
  const who = ['--conf', pool.conf, '--id', pool.user]
  const image = (name: string) => `${pool.pool}/${name}`

  async function run(command: readonly string[], { timeoutMs = ANSWER_MS, input, signal }: RunRbd): Promise<Ran> {
    signal?.throwIfAborted()
    const limit = AbortSignal.timeout(timeoutMs)
    const late = signal ? AbortSignal.any([limit, signal]) : limit
    try {
      return await turn(() => runChild(command, { timeoutMs, input }, late))
    } catch (error) {
      signal?.throwIfAborted()
      if (error instanceof DriverError && error.code === 'host') throw unanswered()
      throw error
    }
  }

  async function rbd(args: readonly string[], options: RunRbd = {}) {
    const ran = await run(['rbd', ...who, ...args], options)
    if (ran.code === NO_SUCH_IMAGE) return undefined
    if (ran.code !== 0) throw failureOf(ran)
    return ran.output
  }

  return {
    pool,
    rbd,
    async make(args) {
      const ran = await run(['rbd', ...who, ...args], {})
      if (ran.code === IMAGE_EXISTS) return false
      if (ran.code !== 0) throw failureOf(ran)
      return true
    },
    async ceph<T>(...args: string[]) {
      const ran = await run(['ceph', ...who, ...args, '--format', 'json'], { timeoutMs: LOOK_MS })
      if (ran.code !== 0) throw failureOf(ran)
      return JSON.parse(ran.output) as T
    },
    async tell(args, signal) {
      const ran = await run(['ceph', ...who, ...args], { timeoutMs: LOOK_MS, signal })
      if (ran.code !== 0) throw failureOf(ran)
    },
    async qemuImg(args, options = {}) {
      const ran = await run(['qemu-img', ...args], { timeoutMs: BULK_MS, ...options })
      if (ran.code !== 0) throw failureOf(ran)
    },
    async key() {
      const name = `client.${pool.user}`
      const asked = ['ceph-conf', '--conf', pool.conf, '--name', name, '--show-config-value', 'keyring']
      for (const file of (await run(asked, {})).output.trim().split(/[\s,;]+/)) {
        const ran = await run(['ceph-authtool', file, '--name', name, '--print-key'], {})
        if (ran.code === 0 && ran.output.trim() !== '') return ran.output.trim()
      }
      throw new DriverError('host', `no keyring that this server can read has the key of ${name}`)
    },
    exporting: (name) => ['rbd', ...who, 'export', '--no-progress', image(name), '-'],
    image,
    source: (name, more = '') =>
      `driver=raw,${more}file.driver=rbd,file.pool=${pool.pool},file.image=${name},file.conf=${pool.conf},file.user=${pool.user}`,
  }
}

export const unanswered = () =>
  new DriverError('host', 'Ceph does not answer: what was asked for goes on when it is back')

/** A code of the system, which the tools end with. */
const NO_PERMISSION = [1, 13]
const BUSY = [16, 30, 39]

function failureOf({ code, complaint }: Ran): DriverError {
  if (code === NO_SUCH_PROGRAM)
    return new DriverError('host', 'the tools of Ceph are not installed: install ceph-common and qemu-block-extra')
  // the last line says what the tool could not do; those before have times and addresses
  const last = complaint.trim().split('\n').at(-1) ?? ''
  const message = last.replaceAll(/\S*\/\S+/g, 'Ceph')
  if (/connect(ing)? to (the )?cluster|couldn't connect|ObjectNotFound|timed out/i.test(complaint))
    return new DriverError('host', 'Ceph cannot be reached with these settings', complaint)
  if (NO_PERMISSION.includes(code) && /not permitted|permission/i.test(complaint))
    return new DriverError('host', 'Ceph does not let this user do that: see its capabilities', complaint)
  if (BUSY.includes(code)) return new DriverError('busy', `Ceph is busy with this volume: ${message}`, complaint)
  return new DriverError('refused', `Ceph refused: ${message || `the tool ended with ${code}`}`, complaint)
}

/** Lets so many run at once; the others wait in order. */
function takingTurns(limit: number) {
  let running = 0
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < limit) running++
    else await new Promise<void>((resolve) => void waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
