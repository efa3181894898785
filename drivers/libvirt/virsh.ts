// Runs virsh, libvirt's command line, which is the interface that stays stable. Every call has a time limit and a limit on its output,
// and its failures become errors of the driver.
import type { ChildProcess } from 'node:child_process'
import { DriverError } from '../driver-error.ts'
import { type HostAccess, NO_SUCH_PROGRAM, type Ran } from './access/host-access.ts'
import { thisMachine } from './access/local.ts'

/** Printed between the answers of a batch. Nothing else that virsh prints looks like it. */
const SEPARATOR = '==== rackwright ===='

/**
 * For these libvirt first tries its emulators out, unless it trusts what it found before: not while the user of QEMU may not open /dev/kvm.
 * That takes seconds, and on a busy host more than a minute. Whoever gives up earlier begins again for ever. They have that time only once
 * the daemon has answered something for which it tries nothing out: one that hangs counts as unreachable as fast as for other commands.
 */
const TRIES_EMULATORS = new Set(['capabilities', 'domcapabilities', 'define', 'start'])
const EMULATORS_MS = 180_000

export interface Virsh {
  uri: string
  run(...args: string[]): Promise<string>
  /**
   * Runs a command if the kernel of the host has not started again since, and the metadata of the domain are still these. Looks at both on
   * the host, at once before. Rejects with `host` or `busy` if not.
   */
  runDuring(situation: Situation, ...args: string[]): Promise<string>
  /** Several commands in one process. The answer to one that failed is empty. */
  batch(commands: readonly (readonly string[])[]): Promise<string[]>
  /** Runs until it is killed or the host is gone. */
  follow(...args: string[]): Promise<ChildProcess>
}

export interface Situation {
  /** From BOOT_ID. */
  boot: string
  domain: string
  /** The URI of its metadata, and attributes of theirs, as they are written. */
  metadata: string
  attributes: readonly [string, string]
}

export interface VirshOptions {
  uri: string
  /** This machine unless given. */
  access?: HostAccess | undefined
  /** A host that does not answer within this time counts as unreachable. Some commands have longer. */
  timeoutMs: number
}

/** Identifies one start of a kernel. */
export const BOOT_ID = '/proc/sys/kernel/random/boot_id'
const OTHER_BOOT = 79
const OTHER_METADATA = 80
const DURING = `[ "$(cat ${BOOT_ID})" = "$1" ] || exit ${OTHER_BOOT}
found=$(LC_ALL=C virsh --quiet --connect "$2" metadata "$3" "$4") || exit
case "$found" in *"$5"*) ;; *) exit ${OTHER_METADATA} ;; esac
case "$found" in *"$6"*) ;; *) exit ${OTHER_METADATA} ;; esac
shift 6; exec "$@"`

/** Messages are read, so they must be in English. */
const command = (uri: string) => ['LC_ALL=C', 'virsh', '--quiet', '--connect', uri] as const

export function makeVirsh({ uri, access = thisMachine, timeoutMs }: VirshOptions): Virsh {
  async function execute(args: readonly string[], isBatch: boolean, during: readonly string[] = []): Promise<string> {
    const isLong = TRIES_EMULATORS.has(args[0] ?? '') && timeoutMs < EMULATORS_MS
    if (isLong) await execute(['uri'], false)
    const limit = isLong ? EMULATORS_MS : timeoutMs
    const ran = await access.run([...during, 'env', ...command(uri), ...args], { timeoutMs: limit })
    if (during.length > 0 && ran.code === OTHER_BOOT)
      throw new DriverError('host', 'the host has started again meanwhile')
    if (during.length > 0 && ran.code === OTHER_METADATA)
      throw new DriverError('busy', 'another server has changed the machine meanwhile')
    const failure = ran.code === 0 ? undefined : failureOf(ran)
    if (failure && !(isBatch && failure.code !== 'host')) throw failure
    return ran.output
  }

  return {
    uri,
    run: (...args) => execute(args, false),
    runDuring: ({ boot, domain, metadata, attributes }, ...args) =>
      execute(args, false, ['sh', '-c', DURING, 'sh', boot, uri, domain, metadata, ...attributes]),
    async batch(commands) {
      const answers: string[] = []
      for (const script of scripts(commands)) answers.push(...(await execute([script], true)).split(SEPARATOR))
      return answers
    },
    follow: (...args) => access.follow(['env', ...command(uri), ...args]),
  }
}

/** As virsh reads its own command language. */
const quoted = (text: string) => `"${text.replaceAll(/["\\]/g, (special) => `\\${special}`)}"`

/** The system allows 128 KiB for one argument. */
const MAX_SCRIPT = 64 * 1024

/** As few as possible, each with as many commands as an argument can hold. */
export function scripts(commands: readonly (readonly string[])[]): string[] {
  const found: string[] = []
  for (const args of commands) {
    const line = args.map(quoted).join(' ')
    const last = found.at(-1)
    if (last === undefined || last.length + line.length > MAX_SCRIPT) found.push(line)
    else found[found.length - 1] = `${last}; echo "${SEPARATOR}"; ${line}`
  }
  return found
}

const UNREACHABLE =
  /failed to connect|cannot connect|cannot recv|end of file while reading|connection (refused|reset)|client socket is closed|keepalive/i

const NO_UEFI =
  'the machine needs UEFI, and its host has no firmware for it: install the package ovmf (for x86-64) or qemu-efi-aarch64 on the host'

function failureOf({ code, complaint }: Ran) {
  const lines = complaint.split('\n').flatMap((line) => /^error: (.+)/.exec(line)?.[1] ?? [])
  const full = lines.join(': ') || `virsh failed: ${complaint.trim() || `it ended with ${code}`}`
  const message = withoutPaths(full)
  // env exits with 127 when there is no such program
  if (code === NO_SUCH_PROGRAM) return new DriverError('host', 'virsh is not installed')
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
