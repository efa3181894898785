// Storage of simulated machines. The server stores them in its database, so that every replica sees the same ones; tests store them
// in memory.
import type { MachineSpec } from '../machines.ts'
import type { OutputBlock, Span } from './output-blocks.ts'
import type { StoredMachine } from './machine.ts'

export interface MachineRow {
  id: string
  /** Increases with every change. Milliseconds since the epoch, or later if the machine changes more than once in a millisecond. */
  changed_at: number
  /** Removed machines stay for a while, so that console viewers can read to the end. */
  is_removed: boolean
  machine: StoredMachine
}

/** One start of a machine. */
export interface Run {
  spec: Pick<MachineSpec, 'id' | 'ncpus' | 'disks' | 'nics' | 'sled_id'>
  seed: number
  resets: number
  /** Milliseconds of the epoch. */
  started: number
  /** Undefined while it runs. */
  ended?: number | undefined
}

export type EndedRun = Run & { ended: number }

export interface MachineChange {
  machine: StoredMachine
  is_removed?: boolean
  /** Blocks of output to write, and numbers of blocks to delete. */
  write: readonly OutputBlock[]
  forget: Span
  /** A run that just ended, to be stored for recalling statistics. */
  run?: EndedRun | undefined
}

export interface MachineStore {
  /** Other processes can change the machines without notice. */
  readonly isShared: boolean
  /** All machines that are not removed; with `since`, all that changed at or after that time, including removed ones. */
  load(since?: number): Promise<MachineRow[]>
  find(id: string): Promise<MachineRow | undefined>
  /**
   * Changes of one machine are serialized. `work` may run more than once. It gets a machine that it can modify (undefined if there is
   * none) and a function that reads a block of output. It returns what to store, or undefined to store nothing.
   */
  change(
    id: string,
    now: number,
    work: (
      machine: StoredMachine | undefined,
      block: (number: number) => Promise<Uint8Array | undefined>,
    ) => Promise<MachineChange | undefined>,
    options?: { durable?: boolean },
  ): Promise<MachineRow | undefined>
  /** The blocks `from` to `to`, inclusive. Output of earlier starts is gone. */
  blocks(id: string, generation: number, span: Span): Promise<OutputBlock[]>
  /** The time up to which statistics are recalled instead of stored: Infinity for always, undefined for never. */
  recalledUntil(): Promise<number | undefined>
  /** Stored runs, oldest first. A store can limit their number per machine. */
  endedRuns(of: { machine_id: string } | { sled_id: string }): Promise<EndedRun[]>
  /** Deletes machines removed before this time, and their output. */
  purge(before: number): Promise<void>
}

const keyOf = (id: string, generation: number) => `${id}/${generation}`
const copy = (row: MachineRow): MachineRow => ({ ...row, machine: structuredClone(row.machine) })

/** Drivers that get the same store share its machines. */
export function makeMemoryMachines(recalledUntil?: number): MachineStore {
  const rows = new Map<string, MachineRow>()
  const outputs = new Map<string, Map<number, Uint8Array>>()
  const runs: EndedRun[] = []
  const turns = new Map<string, Promise<unknown>>()

  const change: MachineStore['change'] = async (id, now, work) => {
    const old = rows.get(id)
    const current = old && !old.is_removed ? old.machine : undefined
    const output = current && outputs.get(keyOf(id, current.spec.generation))
    const next = await work(structuredClone(current), async (number) => output?.get(number))
    if (!next) return undefined
    const { machine, is_removed = false, write, forget, run } = next
    const { generation } = machine.spec
    const isSame = current?.spec.generation === generation
    if (old && !isSame) outputs.delete(keyOf(id, old.machine.spec.generation))
    const blocks = (isSame && output) || new Map<number, Uint8Array>()
    outputs.set(keyOf(id, generation), blocks)
    for (const block of write) blocks.set(block.number, block.bytes)
    for (const number of blocks.keys()) if (number >= forget.from && number < forget.to) blocks.delete(number)
    if (run) runs.push(run)
    const changed_at = Math.max(now, (old?.changed_at ?? 0) + 1)
    const row = { id, changed_at, is_removed, machine }
    rows.set(id, row)
    return copy(row)
  }

  return {
    isShared: false,
    load: async (since) =>
      [...rows.values()].filter((row) => (since === undefined ? !row.is_removed : row.changed_at >= since)).map(copy),
    find: async (id) => {
      const row = rows.get(id)
      return row && copy(row)
    },
    change(id, ...given) {
      const turn = (turns.get(id) ?? Promise.resolve()).then(() => change(id, ...given))
      const over = turn.catch(() => undefined).then(() => void (turns.get(id) === over && turns.delete(id)))
      turns.set(id, over)
      return turn
    },
    blocks: async (id, generation, { from, to }) =>
      [...(outputs.get(keyOf(id, generation)) ?? [])]
        .filter(([number]) => number >= from && number <= to)
        .map(([number, bytes]) => ({ number, bytes })),
    recalledUntil: async () => recalledUntil,
    endedRuns: async (of) =>
      runs.filter(({ spec }) => ('machine_id' in of ? spec.id === of.machine_id : spec.sled_id === of.sled_id)),
    async purge(before) {
      for (const { id, is_removed, changed_at, machine } of rows.values())
        if (is_removed && changed_at < before) {
          rows.delete(id)
          outputs.delete(keyOf(id, machine.spec.generation))
        }
    },
  }
}
