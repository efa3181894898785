// Runs virsh, libvirt's command line, which is the interface that stays stable. Every call has a time limit and a limit on its output,
// and its failures become errors of the driver.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { DriverError } from '../driver-error.ts'

const MAX_OUTPUT_BYTES = 32 * 1024 * 1024
/** Printed between the answers of a batch. Nothing else that virsh prints looks like it. */
const SEPARATOR = '==== rackwright ===='

export interface Virsh {
  run(...args: string[]): Promise<string>
  /** Several commands in one process. The answer to one that failed is empty. */
  batch(commands: readonly (readonly string[])[]): Promise<string[]>
  /** Runs until it is killed or the host is gone. */
  follow(...args: string[]): ChildProcess
}

export interface VirshOptions {
  uri: string
  /** A host that does not answer within this time counts as unreachable. */
  timeoutMs: number
}

/** Messages are read, so they must be in English. */
const command = (uri: string) => ['LC_ALL=C', 'virsh', '--quiet', '--connect', uri] as const

export function makeVirsh({ uri, timeoutMs }: VirshOptions): Virsh {
  const execute = (args: readonly string[], isBatch: boolean) =>
    new Promise<string>((resolve, reject) => {
      const limits = { timeout: timeoutMs, killSignal: 'SIGKILL', maxBuffer: MAX_OUTPUT_BYTES } as const
      execFile('env', [...command(uri), ...args], limits, (error, output, complaint) => {
        const failure = error && failureOf(error, complaint, timeoutMs)
        if (failure && !(isBatch && failure.code !== 'host')) reject(failure)
        else resolve(output)
      })
    })

  return {
    run: (...args) => execute(args, false),
    async batch(commands) {
      if (commands.length === 0) return []
      const script = commands.map((args) => args.map(quoted).join(' ')).join(`; echo "${SEPARATOR}"; `)
      return (await execute([script], true)).split(SEPARATOR)
    },
    // it would outlive a server that is killed, until libvirt has something to say
    follow: (...args) =>
      spawn('setpriv', ['--pdeathsig', 'KILL', 'env', ...command(uri), ...args], {
        stdio: ['ignore', 'pipe', 'ignore'],
      }),
  }
}

/** As virsh reads its own command language. */
const quoted = (text: string) => `"${text.replaceAll(/["\\]/g, (special) => `\\${special}`)}"`

const UNREACHABLE =
  /failed to connect|cannot connect|cannot recv|end of file while reading|connection (refused|reset)|client socket is closed|keepalive/i

const NO_UEFI =
  'the machine needs UEFI, and its host has no firmware for it: install the package ovmf (for x86-64) or qemu-efi-aarch64 on the host'

function failureOf(error: Error & { killed?: boolean; code?: unknown }, complaint: string, timeoutMs: number) {
  if (error.killed) return new DriverError('host', `libvirt did not answer within ${timeoutMs / 1000} seconds`)
  const lines = complaint.split('\n').flatMap((line) => /^error: (.+)/.exec(line)?.[1] ?? [])
  const full = lines.join(': ') || `virsh failed: ${complaint.trim() || error.message}`
  const message = withoutPaths(full)
  // env exits with 127 when there is no such program
  if (error.code === 127 || error.code === 'ENOENT') return new DriverError('host', 'virsh is not installed')
  // at the start of a machine, since libvirt 9.2 already when it is defined
  if (/unable to find .*firmware/i.test(complaint)) return new DriverError('refused', NO_UEFI)
  // libvirt answers, but has nobody to write the log of the guest
  if (/virtlogd/i.test(complaint)) return new DriverError('refused', message)
  if (UNREACHABLE.test(complaint)) return new DriverError('host', message)
  if (/failed to get domain|domain not found/i.test(complaint)) return new DriverError('unknown_machine', message)
  if (/transient domain/i.test(complaint)) return new DriverError('transient', message)
  if (/domain is not running/i.test(complaint)) return new DriverError('wrong_state', message)
  return new DriverError('refused', message, full)
}

/** Hides how the host names its files: messages are shown to tenants. */
export const withoutPaths = (text: string) =>
  text.replaceAll(/(['"]?)\/(?:[^\s'",:/]+\/)*[^\s'",:/]+\1/g, 'a file of the host')
