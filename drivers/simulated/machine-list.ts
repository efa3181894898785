// One process's view of the simulated machines: a cache of the store that picks up changes from other processes, notifies listeners
// when a machine reaches the next step of its plan, and writes changes.
import type { Clock } from '../clock.ts'
import type { MachineAt } from '../machines.ts'
import { appended, BLOCK_BYTES, blockAt, forgottenBlocks } from './output-blocks.ts'
import { SimulatedMachine } from './machine.ts'
import type { StoredMachine } from './machine.ts'
import { endedRun } from './run.ts'
import type { EndedRun, MachineRow, MachineStore } from './machine-store.ts'

/** How often to look for changes by other processes: normally, and while somebody watches a console. */
const POLL_INTERVAL_MS = 1000
const CONSOLE_POLL_INTERVAL_MS = 200
/** Replica clocks can differ by 15 seconds, and a commit can take as long. */
const OVERLAP_MS = 30_000
/** After a longer pause than this, a removal may have been missed, so everything is loaded. */
const MAX_PAUSE_MS = 30_000
/** How long removed rows stay. Must exceed MAX_PAUSE_MS plus OVERLAP_MS, or replicas would miss removals. */
const REMOVED_KEPT_MS = 120_000

interface Entry {
  row: Omit<MachineRow, 'machine'>
  machine: SimulatedMachine
  follower: AbortController
}

type Listener = (at: MachineAt) => void

export interface MachineListOptions {
  clock: Clock
  store: MachineStore
  speed: number
}

export function makeMachineList({ clock, store, speed }: MachineListOptions) {
  const entries = new Map<string, Entry>()
  /** Removal time by machine, oldest first. */
  const removed = new Map<string, number>()
  const listeners = new Set<Listener>()
  const viewers = new Set<Listener>()
  const closing = new AbortController()
  let synced: number | undefined
  let purged = -Infinity
  let isPolling = false
  let syncing: Promise<MachineAt[]> | undefined

  const now = () => clock.now().getTime()
  let recalledUntil: number | undefined
  let loading: Promise<void> | undefined
  // an unhandled rejection would end the process; callers get the error from their own call
  load().catch(() => undefined)

  /** Loads once. After a failure, the next caller retries. */
  function load(): Promise<void> {
    loading ??= loadAll().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }

  async function loadAll() {
    recalledUntil = await store.recalledUntil()
    await sync()
  }

  function notify(at: MachineAt) {
    for (const listener of [...listeners, ...viewers]) listener(at)
  }

  const placeOf = ({ row, machine }: Entry): MachineAt => ({ id: row.id, sled_id: machine.record.spec.sled_id })

  /** Returns false if the row is not newer than the cached one. */
  function take({ machine, ...row }: MachineRow): boolean {
    const known = entries.get(row.id)
    if (known && known.row.changed_at >= row.changed_at) return false
    known?.follower.abort()
    const entry = { row, machine: new SimulatedMachine(machine, speed), follower: new AbortController() }
    entries.set(row.id, entry)
    removed.delete(row.id)
    if (row.is_removed) {
      removed.set(row.id, row.changed_at)
      dropRemoved()
    } else void follow(entry)
    return true
  }

  function forget(id: string) {
    entries.get(id)?.follower.abort()
    entries.delete(id)
    removed.delete(id)
  }

  function dropRemoved() {
    for (const [id, time] of removed) {
      if (time > now() - REMOVED_KEPT_MS) return
      forget(id)
    }
  }

  /** Notifies listeners at each step of the plan. */
  async function follow(entry: Entry) {
    const { machine } = entry
    const { signal } = entry.follower
    while (!signal.aborted && !closing.signal.aborted) {
      const { plan, move } = machine.advance(now()).record
      const step = plan[0]
      const arrival = machine.destination === undefined ? Infinity : move!.ends
      if (!step && arrival === Infinity) return
      const isArrival = arrival <= (step?.at ?? Infinity)
      await pause((isArrival ? arrival : step!.at) - now(), signal)
      if (signal.aborted) return
      if (isArrival || step?.state) notify(placeOf(entry))
      else for (const viewer of viewers) viewer(placeOf(entry))
    }
  }

  /** Whether an aborted sleep rejects depends on the host, so callers check the signal. */
  const pause = (milliseconds: number, signal: AbortSignal) =>
    clock.sleep(Math.max(0, milliseconds), signal).catch(() => undefined)

  /** Returns the machines that changed. Concurrent calls share one read. */
  function sync(): Promise<MachineAt[]> {
    syncing ??= syncNow().finally(() => (syncing = undefined))
    return syncing
  }

  async function syncNow(): Promise<MachineAt[]> {
    if (!store.isShared && synced !== undefined) return []
    const began = now()
    const isWhole = synced === undefined || began - synced > MAX_PAUSE_MS || began < synced
    const rows = await store.load(isWhole ? undefined : synced! - OVERLAP_MS)
    const changed = rows.filter(take).map(({ id, machine }) => ({ id, sled_id: machine.spec.sled_id }))
    if (isWhole) {
      const ids = new Set(rows.map(({ id }) => id))
      const isGone = ({ row }: Entry) => !ids.has(row.id) && row.changed_at < began - OVERLAP_MS
      for (const entry of [...entries.values()].filter(isGone)) {
        forget(entry.row.id)
        changed.push(placeOf(entry))
      }
    }
    synced = began
    return changed
  }

  async function poll() {
    if (isPolling || !store.isShared) return
    isPolling = true
    while (!closing.signal.aborted) {
      // if the store does not answer, the next poll retries; plans continue meanwhile
      for (const at of await sync().catch(() => [])) notify(at)
      await pause(viewers.size > 0 ? CONSOLE_POLL_INTERVAL_MS : POLL_INTERVAL_MS, closing.signal)
    }
  }

  function listen(set: Set<Listener>, listener: Listener) {
    set.add(listener)
    void poll()
    return () => void set.delete(listener)
  }

  /** The current state, also of a removed machine. */
  const seen = (id: string) => {
    const entry = entries.get(id)
    return entry && { isRemoved: entry.row.is_removed, machine: entry.machine.advance(now()) }
  }

  const present = () =>
    [...entries.values()].flatMap(({ row, machine }) => (row.is_removed ? [] : [machine.advance(now())]))

  async function refresh(id: string) {
    await load()
    if (!store.isShared) return
    const row = await store.find(id)
    if (row) take(row)
    else forget(id)
  }

  const isRecalled = ({ started }: EndedRun) => recalledUntil !== undefined && started <= recalledUntil

  async function change(
    id: string,
    work: (machine: SimulatedMachine | undefined) => SimulatedMachine | undefined,
    { isRemoval = false, durable = true } = {},
  ): Promise<boolean> {
    await load()
    const apply = async (
      stored: StoredMachine | undefined,
      block: (number: number) => Promise<Uint8Array | undefined>,
    ) => {
      const known = stored && new SimulatedMachine(stored, speed).advance(now())
      const machine = work(known)
      if (!machine) return undefined
      const isOver = known && (isRemoval || machine !== known)
      const run = isOver ? endedRun(known.record, now()) : undefined
      const { record, total } = machine
      const { printed } = record
      const last = printed % BLOCK_BYTES === 0 ? undefined : await block(blockAt(printed))
      const write = appended(printed, last, machine.unstored())
      const next = { ...record, printed: total }
      return {
        machine: next,
        is_removed: isRemoval,
        write,
        forget: forgottenBlocks(total),
        run: run && isRecalled(run) ? run : undefined,
      }
    }
    const row = await store.change(id, now(), apply, { durable })
    if (!row) return false
    take(row)
    notify({ id, sled_id: row.machine.spec.sled_id })
    return true
  }

  return {
    now,
    change,
    refresh,
    seen,
    find: (id: string) => {
      const found = seen(id)
      return found && !found.isRemoved ? found.machine : undefined
    },
    /** The machines of one sled. */
    async on(sled_id: string): Promise<SimulatedMachine[]> {
      await load()
      await sync()
      return present().filter((machine) => machine.record.spec.sled_id === sled_id)
    },
    /** The machines on their way to a sled. Read it together with `on`. */
    headingFor: (sled_id: string) => present().filter(({ destination }) => destination === sled_id),
    /** Deletes old removed rows, at most once per REMOVED_KEPT_MS. */
    async purge() {
      if (now() - purged < REMOVED_KEPT_MS) return
      purged = now()
      await store.purge(now() - REMOVED_KEPT_MS)
    },
    watch: (listener: Listener) => listen(listeners, listener),
    /** Like watch, with a shorter poll interval, for console viewers. */
    watchClosely: (listener: Listener) => listen(viewers, listener),
    blocks: store.blocks,
    endedRuns: store.endedRuns,
    load,
    recalledUntil: () => recalledUntil,
    closed: closing.signal,
    async close() {
      await loading?.catch(() => undefined)
      closing.abort()
      listeners.clear()
      for (const { follower } of entries.values()) follower.abort()
    },
  }
}

export type MachineList = ReturnType<typeof makeMachineList>
