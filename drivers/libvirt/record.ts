// What the driver knows about a machine, kept in the metadata of its domain: libvirt forgets why a domain ended when it restarts, and
// knows neither our states nor our generations. Every replica reads the same.
import type { Machine, MachineState } from '../machines.ts'
import type { NetworkKind } from '../rack.ts'
import { attributes, attributesOf } from './xml.ts'

export const METADATA_URI = 'urn:rackwright:machine'
const PREFIX = 'rackwright'

export interface MachineRecord {
  id: string
  sled_id: string
  generation: number
  name: string
  state: MachineState
  /** When it got into this state, in milliseconds of the epoch. */
  since: number
  reason?: string | undefined
  /** When the guest began to run. */
  started?: number | undefined
  /** The last request to reboot. */
  request?: string | undefined
  resets: number
  /** One reset is announced several times. */
  reset_at?: number | undefined
  /** The port of the host's loopback address that leads to port 22 of the guest. */
  ssh_port?: number | undefined
  /** Why it runs without a network. */
  network_problem?: string | undefined
  /** The host is out of its reach. Machines of 0.2.0 without OVN reach it. */
  guarded?: true | undefined
  /** What it was started with. */
  network: NetworkKind
  /** Since when the file systems of its guest stand still, or may do so. */
  frozen?: number | undefined
  /** The stop does not wait for the guest. */
  forced?: true | undefined
  /** Its last move to another host. On that host, it means that the machine came by this move. */
  move?: string | undefined
  /** Once it has ended without the machine having moved. */
  move_end?: 'failed' | 'cancelled' | undefined
  move_reason?: string | undefined
}

/** A guest that has not obeyed by then is forced. */
export const PATIENCE_MS = 60_000
export const LOOPBACK = '127.0.0.1'

export const nameOf = (machine_id: string) => `rackwright-${machine_id}`

/** Undefined for the domains of others. */
export const machineIn = (domain: string) => /^rackwright-([A-Za-z0-9][A-Za-z0-9-]*)$/.exec(domain)?.[1]

/** As an element of the domain's metadata. */
export const written = (record: MachineRecord) =>
  `<${PREFIX}:machine xmlns:${PREFIX}="${METADATA_URI}"${attributes({ ...record })}/>`

/** As virsh wants it: it adds the namespace itself. */
export const metadataArguments = (record: MachineRecord) => [
  '--uri',
  METADATA_URI,
  '--key',
  PREFIX,
  '--set',
  `<machine${attributes({ ...record })}/>`,
]

/** What the record of a machine has while this start of it is under way. */
export const startIn = ({ generation }: Pick<MachineRecord, 'generation'>) =>
  [attributes({ generation }), attributes({ state: 'starting' })] as const

/** Undefined if the domain is not ours. */
export function recordIn(xml: string): MachineRecord | undefined {
  const found = attributesOf(xml, `${PREFIX}:machine`)
  if (found?.id === undefined) return undefined
  const number = (name: string) => (found[name] === undefined ? undefined : Number(found[name]))
  return {
    id: found.id,
    sled_id: found.sled_id ?? '',
    generation: number('generation') ?? 0,
    name: found.name ?? found.id,
    state: (found.state ?? 'running') as MachineState,
    since: number('since') ?? 0,
    reason: found.reason,
    started: number('started'),
    request: found.request,
    resets: number('resets') ?? 0,
    reset_at: number('reset_at'),
    ssh_port: number('ssh_port'),
    network_problem: found.network_problem,
    guarded: found.guarded === 'true' ? true : undefined,
    // older machines have none
    network: found.network === 'ovn' ? 'ovn' : 'simulated',
    frozen: number('frozen'),
    forced: found.forced === 'true' ? true : undefined,
    move: found.move,
    move_end: found.move_end === 'failed' || found.move_end === 'cancelled' ? found.move_end : undefined,
    move_reason: found.move_reason,
  }
}

/** The condition is what `virsh domstate --reason` says, if anybody asked. */
export function view(record: MachineRecord, networkKind: NetworkKind, condition = ''): Machine {
  const { id, sled_id, name, generation, state, reason, since, ssh_port, network_problem } = record
  const isUp = state !== 'stopped' && state !== 'failed'
  const pause_reason = state === 'starting' ? undefined : pauseIn(condition)
  return {
    id,
    sled_id,
    name,
    generation,
    state,
    ...(reason !== undefined && state === 'failed' && { reason }),
    time_state_updated: new Date(since),
    ...(ssh_port !== undefined && { ssh: { address: LOOPBACK, port: ssh_port } }),
    ...(pause_reason !== undefined && { pause_reason }),
    ...(network_problem !== undefined && isUp && { network_problem }),
    ...(hasOldNetwork(record, networkKind) && isUp && { has_old_network: true }),
    ...(state === 'stopping' && { time_forced: new Date(since + PATIENCE_MS) }),
  }
}

function pauseIn(condition: string): string | undefined {
  const [, why] = /^paused \((.*)\)/.exec(condition.trim()) ?? []
  if (why === undefined || why === 'migrating') return undefined
  if (why === 'I/O error') return 'The host could not write to a disk, as when its storage is full.'
  return why === 'user' ? 'Somebody has paused it on its host.' : 'Its host has paused it.'
}

const hasOldNetwork = ({ network, ssh_port, guarded }: MachineRecord, networkKind: NetworkKind) =>
  network !== networkKind || (ssh_port !== undefined && !guarded)

const RESTARTED = 'The host or its libvirt was restarted while the machine ran, and the machine is gone.'
const PANICKED = 'The kernel of the guest panicked.'
const DIED = 'The process of the machine ended without a shutdown of its guest.'

const SAVED =
  'Somebody has saved the memory of the machine to a file of its host, which ended it. A new start does not use that file.'
const REVERTED = 'Somebody has reverted the machine to a snapshot on its host, which ended it.'
const MOVED = 'Somebody has moved the machine to another host.'

const REASONS: Record<string, string> = {
  unknown: RESTARTED,
  panicked: PANICKED,
  saved: SAVED,
  'from snapshot': REVERTED,
  migrated: MOVED,
}

/** The record after a look at the domain, as `virsh domstate --reason` describes it. The same object if nothing has changed. */
export function settled(record: MachineRecord, domstate: string, now: number): MachineRecord {
  const { state } = record
  const [, condition = '', why = ''] = /^(.*?) \((.*)\)/.exec(domstate.trim()) ?? []
  if (condition !== 'shut off' && condition !== 'crashed') {
    const isUp = state === 'running' || state === 'rebooting' || state === 'stopping'
    // a machine that starts is paused until its counters are set up
    if (isUp || (state === 'starting' && condition === 'paused')) return record
    return { ...record, state: 'running', since: now, started: record.started ?? now, reason: undefined }
  }
  // it runs on another host
  if (why === 'migrated') return record
  if (state === 'starting' || state === 'stopped' || state === 'failed') return record
  if (state === 'stopping' || why === 'shutdown' || why === 'destroyed')
    return { ...record, state: 'stopped', since: now }
  return { ...record, state: 'failed', since: now, reason: REASONS[why] ?? DIED }
}
