// Follows what libvirt announces about a host's domains. The process that listens ends with the daemon and is started again.
import { createInterface } from 'node:readline'
import type { Clock } from '../clock.ts'
import { machineIn } from './record.ts'
import type { Virsh } from './virsh.ts'

const RETRY_MS = 1000
/** virsh does not say when it listens. */
const SETTLE_MS = 500

export interface DomainEvent {
  machine_id: string
  kind: string
}

export interface EventListener {
  heard(event: DomainEvent): void
  /** Listening began anew: anything may have happened meanwhile. */
  began(): void
}

/** Until the signal aborts. */
export async function followEvents(virsh: Virsh, clock: Clock, listener: EventListener, closed: AbortSignal) {
  while (!closed.aborted) {
    const child = await virsh.follow('event', '--all', '--loop').catch(() => undefined)
    if (!child) {
      await clock.sleep(RETRY_MS, closed).catch(() => undefined)
      continue
    }
    const end = () => child.kill('SIGKILL')
    closed.addEventListener('abort', end)
    if (closed.aborted) end()
    const settling = clock.sleep(SETTLE_MS, closed).then(listener.began, () => undefined)
    const ended = new Promise<void>((resolve) => {
      child.once('error', () => resolve())
      child.once('close', () => resolve())
    })
    if (child.stdout)
      createInterface(child.stdout).on('line', (line) => {
        const [, kind = '', domain = ''] = /^event '([\w-]+)' for domain '([^']+)'/.exec(line) ?? []
        const machine_id = machineIn(domain)
        if (machine_id !== undefined) listener.heard({ machine_id, kind })
      })
    await Promise.all([ended, settling])
    closed.removeEventListener('abort', end)
    await clock.sleep(RETRY_MS, closed).catch(() => undefined)
  }
}
