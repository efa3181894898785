// Brings about what a record says: starts a machine that is starting, and keeps asking the guest of one that is stopping or rebooting,
// by its power button, until it obeys or its time is up. Goes on after a restart of the server. Of several servers, only the holder of
// the lease does any of this.
import type { Clock } from '../clock.ts'
import { DriverError } from '../driver-error.ts'
import type { Lease } from '../lease.ts'
import { askToShutDown, hasAgent, thaw } from './agent.ts'
import { bootDiskNext, bootsFromCd } from './cds.ts'
import type { Warn } from './definitions.ts'
import type { Host } from './host.ts'
import type { Domain } from './reader.ts'
import { type MachineRecord, METADATA_URI, nameOf, PATIENCE_MS, startIn } from './record.ts'
import { measureLatency } from './statistics.ts'
import { BOOT_ID } from './virsh.ts'

/** A guest that was still booting has not seen the button. */
const ASK_AGAIN_MS = 2000
/** Longer, because asking a guest that has just rebooted would reboot it twice. */
const ASK_AGAIN_TO_REBOOT_MS = 15_000
const THAW_AGAIN_MS = 5000
/** How long the file systems of a guest stand still at most, if its agent obeys. */
export const MAX_STILL_MS = 20_000
const RETRY_MS = 1000
const BOOT_TIMEOUT_MS = 10_000
/** For what a server began that had just lost the lease. */
const RESUME_AGAIN_MS = 30_000

export interface Pursuit {
  begin(host: Host, machine_id: string): void
  /** Lets the file systems of a guest go on. If it does not obey a server without the lease, the holder goes on asking. */
  thaw(host: Host, machine_id: string): void
  /** Whatever was going on when this server, or the one that held the lease before, stopped. Until the signal aborts. */
  resume(host: Host, left: AbortSignal): Promise<void>
  /** Resolves when nothing is under way. */
  idle(): Promise<void>
}

/** Whether this start of a machine may run on this sled now, by the database. */
export type MayStart = (start: { id: string; sled_id: string; generation: number }) => Promise<boolean>

export interface PursuitOptions {
  clock: Clock
  closed: AbortSignal
  lease: Lease
  warn: Warn
  mayStart?: MayStart | undefined
}

export function makePursuit({ clock, closed, lease, warn, mayStart = async () => true }: PursuitOptions): Pursuit {
  const underway = new Map<string, { done: Promise<void>; hurry: () => void }>()
  const now = () => clock.now().getTime()

  /** Whose agents were asked to shut down. */
  const askedAgents = new Set<string>()

  /** Returns after how long to look again; undefined if there is nothing more to do. */
  async function step(host: Host, domain: Domain): Promise<number | undefined> {
    const { record, condition } = domain
    const name = nameOf(record.id)
    const isLate = record.forced || now() - record.since >= PATIENCE_MS
    if (record.state === 'starting') return start(host, domain)
    if (condition.startsWith('shut off')) return undefined
    // a guest that stands still obeys nobody
    const mustThaw = record.frozen !== undefined && !(record.state === 'stopping' && isLate)
    if (mustThaw && !(await thawed(host, domain))) return THAW_AGAIN_MS
    if (record.state === 'stopping') {
      if (!isLate && !askedAgents.has(startOf(record)) && hasAgent(domain.xml)) {
        // once: whoever has not obeyed its agent by then gets the power button
        askedAgents.add(startOf(record))
        await askToShutDown(host, record.id)
        return ASK_AGAIN_MS
      }
      await host.virsh.run(...(isLate ? ['destroy', name] : ['shutdown', name, '--mode', 'acpi'])).catch(ignoreEnded)
      return isLate ? 0 : ASK_AGAIN_MS
    }
    if (record.state !== 'rebooting') return undefined
    await host.virsh.run(...(isLate ? ['reset', name] : ['reboot', name, '--mode', 'acpi'])).catch(ignoreEnded)
    return ASK_AGAIN_TO_REBOOT_MS
  }

  /**
   * Paused first, so that QEMU measures from the first read on. Each step may have been done before. What was left here by an earlier
   * start may run elsewhere by now. The host must not have been off since that was asked, because after a fence another start counts; nor
   * may another server have stopped the machine, which could run elsewhere then.
   */
  async function start(host: Host, domain: Domain): Promise<undefined> {
    const { record, xml, condition } = domain
    const name = nameOf(record.id)
    const started = now()
    const boot = await bootOf(host)
    const during = { boot, domain: name, metadata: METADATA_URI, attributes: startIn(record) }
    if (!(await mayStart({ id: record.id, sled_id: host.sled_id, generation: record.generation }))) {
      warn('a machine is not started, because its instance has moved on', { instance: record.id })
      return undefined
    }
    try {
      if (condition.startsWith('shut off'))
        await host.virsh.runDuring(during, 'start', name, '--paused').catch(ignoreRunning)
      domain.condition = 'paused (starting up)'
      const disks = [...xml.matchAll(/<alias name='ua-([\w-]+)'\/>/g)]
      await host.virsh.batch(disks.map(([, disk_id]) => measureLatency(record.id, disk_id!)))
      if (bootsFromCd(xml)) await host.virsh.run(...bootDiskNext(record.id, await host.virsh.run('dumpxml', name)))
      await host.virsh.runDuring(during, 'resume', name).catch(ignoreRunning)
      await host.write(domain, { state: 'running', since: now(), started })
    } catch (error) {
      if (!(error instanceof DriverError) || error.code === 'host' || error.code === 'busy') throw error
      await host.virsh.run('destroy', name).catch(() => undefined)
      domain.condition = 'shut off (failed)'
      warn('a machine could not be started', { instance: record.id, why: error.cause ?? error.message })
      await host.write(domain, { state: 'failed', since: now(), reason: explained(error.message) })
    }
  }

  async function pursue(host: Host, id: string, pausing: AbortSignal) {
    while (!closed.aborted && lease.isHeld()) {
      let pause: number | undefined
      try {
        pause = await host.change(id, async (domain) => domain && step(host, domain))
      } catch (error) {
        // the machine is gone, or the host is: then it is asked again
        if (error instanceof DriverError && error.code === 'unknown_machine') return
        pause = RETRY_MS
      }
      if (pause === undefined || pausing.aborted) return
      await clock.sleep(pause, pausing).catch(() => undefined)
    }
  }

  function begin(host: Host, machine_id: string) {
    const key = keyOf(host, machine_id)
    const before = underway.get(key)
    before?.hurry()
    const pausing = new AbortController()
    const hurry = () => pausing.abort()
    closed.addEventListener('abort', hurry)
    const done = (before?.done ?? Promise.resolve())
      .then(() => pursue(host, machine_id, pausing.signal))
      .finally(() => {
        closed.removeEventListener('abort', hurry)
        if (underway.get(key)?.done === done) underway.delete(key)
      })
    underway.set(key, { done, hurry })
  }

  return {
    begin,
    thaw: (host, machine_id) => (lease.isHeld() ? begin : thawOnce)(host, machine_id),
    async resume(host, left) {
      let due = 0
      while (!left.aborted) {
        try {
          if (!lease.isHeld()) due = 0
          else if (now() >= due) {
            await resumeAll(host, due === 0)
            due = now() + RESUME_AGAIN_MS
          }
        } catch {
          // the host does not answer yet
        }
        await clock.sleep(RETRY_MS, left).catch(() => undefined)
      }
    },
    async idle() {
      await Promise.allSettled([...underway.values()].map(({ done }) => done))
    },
  }

  /** Later than at first, a copy may be under way, of this server or of another. */
  async function resumeAll(host: Host, isFirst: boolean) {
    for (const { record } of await host.list()) {
      if (underway.has(keyOf(host, record.id))) continue
      const mustThaw = record.frozen !== undefined && (isFirst || now() - record.frozen >= MAX_STILL_MS)
      if (record.state === 'starting' || record.state === 'stopping' || mustThaw) begin(host, record.id)
      else if (record.state === 'rebooting') await finishReboot(host, record.id)
    }
  }

  /** Nobody counted its resets while the server was away, so whether it has rebooted is unknown. A second reboot would be worse. */
  async function finishReboot(host: Host, id: string) {
    await host.change(id, async (domain) => {
      if (domain?.record.state === 'rebooting') await host.write(domain, { state: 'running', since: now() })
    })
  }
}

/** Names one request to stop. */
const startOf = ({ id, generation, since }: MachineRecord) => `${id} ${generation} ${since}`

/** Lets the file systems of a guest go on. False if its agent does not answer. */
async function thawed(host: Host, domain: Domain): Promise<boolean> {
  if (!(await thaw(host, domain.record.id))) return false
  await host.write(domain, { frozen: undefined })
  return true
}

const keyOf = (host: Host, machine_id: string) => `${host.sled_id} ${machine_id}`

/** Another server has started it, and that is what was wanted. */
export const ignoreRunning = (error: unknown) => {
  if (!(error instanceof DriverError) || !/already (active|running)/i.test(error.message)) throw error
}

async function bootOf({ access }: Host): Promise<string> {
  const { code, output, complaint } = await access.run(['cat', BOOT_ID], { timeoutMs: BOOT_TIMEOUT_MS })
  if (code !== 0) throw new DriverError('host', 'the host does not say when it was started', complaint)
  return output.trim()
}

function thawOnce(host: Host, machine_id: string) {
  const work = async (domain: Domain | undefined) => domain?.record.frozen !== undefined && thawed(host, domain)
  host.change(machine_id, work).catch(() => undefined)
}

const ignoreEnded = (error: unknown) => {
  if (!(error instanceof DriverError) || error.code !== 'wrong_state') throw error
}

/** The usual cause. QEMU has to open the disks, whose owner is the user of the server. */
const explained = (message: string) =>
  /permission denied/i.test(message)
    ? `${message}. QEMU must run as the user of this server: set user and group in /etc/libvirt/qemu.conf, or use qemu:///session`
    : message
